/* Of many Origins those that a watcher asks for, and the nodes of autograd's own graph. As in origin.py and nodes.py. */

#include "_hotpath.h"

/* Has it one of these flags, or is it of one of these operations? -1 where it is no Origin. */
static int
is_asked_for(PyObject *origin, long wanted, PyObject *ops)
{
    PyObject *flags = wanted ? get_slot(origin, name_flags) : NULL;
    long known = flags == NULL ? 0 : PyLong_AsLong(flags);
    Py_XDECREF(flags);
    if ((wanted && flags == NULL) || (known == -1 && PyErr_Occurred())) {
        return -1;
    }
    if (known & wanted || ops == Py_None) {
        return (known & wanted) != 0;
    }
    PyObject *op = get_slot(origin, name_op);
    int is_among = op == NULL ? -1 : PySet_Contains(ops, op);
    Py_XDECREF(op);
    return is_among;
}

/* Is one of those asked for that went into it? */
static int
has_read(PyObject *origin, long wanted, PyObject *ops)
{
    PyObject *parents = get_slot(origin, name_parents);
    int found = parents == NULL ? -1 : 0;
    if (parents != NULL && !PyTuple_CheckExact(parents)) {
        PyErr_SetString(PyExc_TypeError, "parents are a tuple");
        found = -1;
    }
    for (Py_ssize_t i = 0; !found && i < PyTuple_GET_SIZE(parents); i++) {
        found = is_asked_for(PyTuple_GET_ITEM(parents, i), wanted, ops);
    }
    Py_XDECREF(parents);
    return found;
}

/* `select(origins, wanted, without, ops, of_parents)`: those with a flag of `wanted`, or of one of these operations, and no
   flag of `without`; where `of_parents` is true, those that have read such a one. */
PyObject *
select_origins(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 5 || !PyList_CheckExact(given[0]) || !(given[3] == Py_None || PyAnySet_CheckExact(given[3]))) {
        PyErr_SetString(PyExc_TypeError, "select([origins], wanted, without, {ops} or None, of_parents)");
        return NULL;
    }
    long wanted = PyLong_AsLong(given[1]), without = PyLong_AsLong(given[2]);
    PyObject *found = PyErr_Occurred() ? NULL : PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < PyList_GET_SIZE(given[0]); i++) {
        PyObject *origin = Py_NewRef(PyList_GET_ITEM(given[0], i));
        int is_one = given[4] == Py_True ? has_read(origin, wanted, given[3]) : is_asked_for(origin, wanted, given[3]);
        if (is_one > 0 && without) {
            int is_out = is_asked_for(origin, without, Py_None);
            is_one = is_out < 0 ? -1 : !is_out;
        }
        if (is_one < 0 || (is_one > 0 && PyList_Append(found, origin) < 0)) {
            Py_CLEAR(found);
        }
        Py_DECREF(origin);
    }
    return found;
}

/* `ops_of(origins)`: their operations, each once; the same is the very same object. */
PyObject *
ops_of(PyObject *Py_UNUSED(module), PyObject *origins)
{
    if (!PyList_CheckExact(origins)) {
        PyErr_SetString(PyExc_TypeError, "origins are a list");
        return NULL;
    }
    PyObject *found = PyList_New(0), *seen = PySet_New(NULL);
    int failed = found == NULL || seen == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(origins); i++) {
        PyObject *op = get_slot(PyList_GET_ITEM(origins, i), name_op), *key = op == NULL ? NULL : PyLong_FromVoidPtr(op);
        Py_ssize_t before = PySet_GET_SIZE(seen);
        failed = key == NULL || PySet_Add(seen, key) < 0 ||
                 (PySet_GET_SIZE(seen) > before && PyList_Append(found, op) < 0);
        Py_XDECREF(key);
        Py_XDECREF(op);
    }
    Py_XDECREF(seen);
    if (failed) {
        Py_CLEAR(found);
    }
    return found;
}

/* Add a node to those that are known, unless it is None or among them. */
static int
add_node(PyObject *known, PyObject *seen, PyObject *node, Py_ssize_t most)
{
    if (node == Py_None || PyList_GET_SIZE(known) >= most) {
        return 0;
    }
    Py_ssize_t before = PySet_GET_SIZE(seen);
    return PySet_Add(seen, node) < 0 || (PySet_GET_SIZE(seen) > before && PyList_Append(known, node) < 0) ? -1 : 0;
}

/* Add what a node hands its gradients on to. */
static int
add_following(PyObject *known, PyObject *seen, PyObject *node, Py_ssize_t most)
{
    PyObject *following = get_attr(node, name_next_functions);
    int failed = following == NULL;
    if (!failed && !PyTuple_CheckExact(following)) {
        PyErr_SetString(PyExc_TypeError, "what follows is a tuple");
        failed = 1;
    }
    for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(following); i++) {
        PyObject *pair = PyTuple_GET_ITEM(following, i);
        if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "a node and the number of its input follow");
            failed = 1;
        }
        failed = failed || add_node(known, seen, PyTuple_GET_ITEM(pair, 0), most) < 0;
    }
    Py_XDECREF(following);
    return failed ? -1 : 0;
}

/* `nodes(starts, most)`: the nodes, and those behind them, nearest first, at most so many. As `graph_nodes`. */
PyObject *
nodes_behind(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 2 || !PyList_CheckExact(given[0])) {
        PyErr_SetString(PyExc_TypeError, "nodes([starts], most)");
        return NULL;
    }
    Py_ssize_t most = PyLong_AsSsize_t(given[1]);
    PyObject *known = PyErr_Occurred() ? NULL : PyList_New(0), *seen = known == NULL ? NULL : PySet_New(NULL);
    int failed = seen == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(given[0]); i++) {
        failed = add_node(known, seen, PyList_GET_ITEM(given[0], i), most) < 0;
    }
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(known); i++) { /* grows while it is walked */
        failed = add_following(known, seen, PyList_GET_ITEM(known, i), most) < 0;
    }
    Py_XDECREF(seen);
    if (failed) {
        Py_CLEAR(known);
    }
    return known;
}
