/* A walk through the graph of Origins. As `nearest` in origin.py. */

#include "_hotpath.h"

/* The flags of an Origin; -1 where it has none that is a number. */
static long
flags_of(PyObject *origin)
{
    PyObject *flags = get_slot(origin, name_flags);
    long number = flags == NULL ? -1 : PyLong_AsLong(flags);
    Py_XDECREF(flags);
    return number;
}

/* Add it to what is known, if it is not among that already. */
static int
add_once(PyObject *known, PyObject *seen, PyObject *origin)
{
    Py_ssize_t before = PySet_GET_SIZE(seen);
    if (PySet_Add(seen, origin) < 0) {
        return -1;
    }
    return PySet_GET_SIZE(seen) == before ? 0 : PyList_Append(known, origin);
}

/* Add what is right behind an Origin. */
static int
add_parents(PyObject *known, PyObject *seen, PyObject *origin, long wanted)
{
    PyObject *parents = get_slot(origin, name_parents);
    if (parents != NULL && !PyTuple_CheckExact(parents)) {
        PyErr_SetString(PyExc_TypeError, "parents are a tuple");
        Py_CLEAR(parents);
    }
    int failed = parents == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(parents); i++) {
        PyObject *parent = PyTuple_GET_ITEM(parents, i);
        long flags = wanted ? flags_of(parent) : 0;
        if (flags < 0 || (flags & wanted) || !wanted) {
            failed = flags < 0 || add_once(known, seen, parent) < 0;
        }
    }
    Py_XDECREF(parents);
    return failed ? -1 : 0;
}

static int
walk(PyObject *known, PyObject *seen, PyObject *starts, long wanted, long ends, Py_ssize_t most, int rest)
{
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(starts); i++) {
        if (add_once(known, seen, PySequence_Fast_GET_ITEM(starts, i)) < 0) {
            return -1;
        }
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(known) && i < most; i++) { /* grows while it is walked */
        PyObject *origin = PyList_GET_ITEM(known, i);
        long flags = ends ? flags_of(origin) : 0;
        if (flags < 0 || (!(flags & ends) && add_parents(known, seen, origin, wanted) < 0)) {
            return -1;
        }
    }
    return !rest && PyList_GET_SIZE(known) > most ? PyList_SetSlice(known, most, PyList_GET_SIZE(known), NULL) : 0;
}

/* Where `rest` is true, those are added where the walk would go on. */
PyObject *
nearest(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "nearest(starts, wanted, ends, most, rest)");
        return NULL;
    }
    long wanted = PyLong_AsLong(given[1]), ends = PyLong_AsLong(given[2]);
    Py_ssize_t most = PyLong_AsSsize_t(given[3]);
    PyObject *starts = PyErr_Occurred() ? NULL : PySequence_Fast(given[0], "starts are several");
    PyObject *known = starts == NULL ? NULL : PyList_New(0), *seen = known == NULL ? NULL : PySet_New(NULL);
    if (seen != NULL && walk(known, seen, starts, wanted, ends, most, given[4] == Py_True) < 0) {
        Py_CLEAR(known);
    }
    Py_XDECREF(starts);
    Py_XDECREF(seen);
    return known;
}
