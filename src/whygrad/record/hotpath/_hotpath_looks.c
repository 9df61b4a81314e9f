/* Whether a look has anything to ask of a call on a step that is inspected; most often not. As `Recorder.look_at`. */

#include "_hotpath.h"

#define FEW_MIXED 4 /* values of a mixture, so that all of them are near to it as `LostAverages` counts */

/* Is it an attribute that is this very object? -1 where it cannot be told. */
static int
has(PyObject *object, PyObject *name, PyObject *wanted)
{
    PyObject *found = get_attr(object, name);
    Py_XDECREF(found);
    return found == NULL ? -1 : found == wanted;
}

/* As `torch_api.is_readable`, of a dense tensor of no subclass that is not quantized. */
static int
is_readable(HotPath *self, PyObject *tensor)
{
    int nested = has(tensor, name_is_nested, Py_False);
    int real = nested > 0 ? has(tensor, name_is_meta, Py_False) : nested;
    return real > 0 ? has(tensor, name_layout, self->strided) : real;
}

/* What is known of a function, see `LookedCalls`; 0 where nothing is. */
long
known_of(HotPath *self, PyObject *func)
{
    if (func == NULL || !is_function(self, func)) {
        return 0;
    }
    PyObject *known = PyDict_GetItemWithError(self->looked, func);
    return known != NULL ? PyLong_AsLong(known) : PyErr_Occurred() ? -1 : 0;
}

/* May an argument show the memory of an array? Yes also where nobody knows. */
static int
may_show_array(HotPath *self, PyObject *value)
{
    PyObject *key = PyLong_FromVoidPtr(value);
    if (key == NULL) {
        return -1;
    }
    PyObject *ref = PyDict_GetItemWithError(self->table, key);
    Py_DECREF(key);
    PyObject *origin = ref == NULL ? NULL : SLOT(ref, self->ref_at[REF_ORIGIN]);
    if (origin == NULL || Py_TYPE(origin) != (PyTypeObject *)self->Origin) {
        return PyErr_Occurred() ? -1 : 0;
    }
    for (int deep = 0; deep < DEEP; deep++) {
        long known = known_of(self, SLOT(origin, self->origin_at[OP]));
        if (known < 0 || known & OWN_MEMORY) {
            return known < 0 ? -1 : 0;
        }
        PyObject *parents = SLOT(origin, self->origin_at[PARENTS]);
        if (!(known & SHOWS_ARGUMENT) || parents == NULL || !PyTuple_CheckExact(parents) || !PyTuple_GET_SIZE(parents) ||
            Py_TYPE(PyTuple_GET_ITEM(parents, 0)) != (PyTypeObject *)self->Origin) {
            return 1;
        }
        origin = PyTuple_GET_ITEM(parents, 0);
    }
    return 1;
}

/* Was the result among the arguments, or may one that the backward pass needs show an array? */
static int
has_odd_argument(HotPath *self, PyObject *args, PyObject *kwargs, PyObject *out, int saves)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    int odd = 0;
    for (Py_ssize_t i = 0; !odd && i < PyTuple_GET_SIZE(args); i++) {
        value = PyTuple_GET_ITEM(args, i);
        odd = value == out ? 1 : saves ? may_show_array(self, value) : 0;
    }
    while (!odd && kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value)) {
        odd = value == out ? 1 : saves ? may_show_array(self, value) : 0;
    }
    return odd;
}

/* May the program update its parameters by hand? As `UpdatesByHand.called` asks. */
static int
may_update_by_hand(HotPath *self)
{
    return PyDict_GET_SIZE(self->optimizers) <= PyList_GET_SIZE(self->dead_optimizers)
               ? is_set(self->run, name_passes)
               : 0;
}

/* Has a result that requires no gradient no values that a look reads: gradients were off, or are they whole numbers? */
static int
is_unread(HotPath *self, PyObject *origin)
{
    PyObject *switched = SLOT(origin, self->origin_at[SWITCH]), *dtype = SLOT(origin, self->origin_at[DTYPE]);
    if (switched != NULL && switched != Py_None) {
        return 1;
    }
    if (dtype == NULL || dtype == Py_None) {
        return 0;
    }
    int real = is_set(dtype, name_is_floating_point);
    int complex_ = real ? real : is_set(dtype, name_is_complex);
    return complex_ < 0 ? -1 : !complex_;
}

/* Add an Origin to one of the probe's lists. */
static int
add_to(HotPath *self, PyObject *name, PyObject *origin)
{
    PyObject *list = get_attr(self->probe, name);
    PyObject *told = list == NULL ? NULL : PyObject_CallMethodObjArgs(list, name_append, origin, NULL);
    Py_XDECREF(list);
    Py_XDECREF(told);
    return told == NULL ? -1 : 1;
}

/* Have values of its place been read so often that no more are, until the next pass? */
static int
is_worn(HotPath *self, PyObject *origin)
{
    if (!PyDict_GET_SIZE(self->worn)) {
        return 0;
    }
    PyObject *key = PyLong_FromVoidPtr(SLOT(origin, self->origin_at[FRAMES]));
    int worn = key == NULL ? -1 : PyDict_Contains(self->worn, key);
    Py_XDECREF(key);
    return worn;
}

/* A size as a plain tuple. */
static PyObject *
shape_of(PyObject *size)
{
    return PyTuple_Check(size) && PyTuple_GET_SIZE(size) == 0 ? PyTuple_New(0) : PySequence_Tuple(size);
}

/* Keep the shape with the Origin, as a look does; one number that learns may be a loss. */
static int
keep_shape(HotPath *self, PyObject *out, PyObject *origin, int of_all)
{
    PyObject *size = get_attr(out, name_shape), *shape = size == NULL ? NULL : shape_of(size), *extra = NULL;
    int kept = -1;
    if (shape != NULL && PyTuple_GET_SIZE(shape) == 0) {
        kept = of_all ? 1 : add_to(self, name_scalars, origin);
        extra = kept < 0 ? NULL : Py_NewRef(self->of_one_number); /* what is added to it makes another */
    }
    else if (shape != NULL && (extra = PyDict_New()) != NULL) {
        untrack(shape); /* numbers alone, and then the dictionary is not tracked either */
        kept = PyDict_SetItem(extra, name_shape, shape) < 0 ? -1 : 1;
    }
    if (kept > 0) {
        set_slot(origin, self->origin_at[EXTRA], extra);
    }
    Py_XDECREF(extra);
    Py_XDECREF(shape);
    Py_XDECREF(size);
    return kept;
}

/* Is something among what a mixture was made from that is no leaf, so that no parameter follows another by it? As
   `LostAverages`; 0 also where that is for Python to tell. */
static int
mixes_results(HotPath *self, PyObject *origin, int deep)
{
    PyObject *parents = SLOT(origin, self->origin_at[PARENTS]);
    if (parents == NULL || !PyTuple_CheckExact(parents) || PyTuple_GET_SIZE(parents) > FEW_MIXED) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parents); i++) {
        PyObject *parent = PyTuple_GET_ITEM(parents, i);
        if (Py_TYPE(parent) != (PyTypeObject *)self->Origin || has_flags(self, parent, LEAF | PARAMETER)) {
            continue;
        }
        long known = known_of(self, SLOT(parent, self->origin_at[OP]));
        if (known < 0 || (known && !(known & GOES_THROUGH))) {
            return known < 0 ? -1 : 1;
        }
        int mixed = known && deep ? mixes_results(self, parent, deep - 1) : 0;
        if (mixed) {
            return mixed;
        }
    }
    return 0;
}

/* Has Python something to ask of this call? What is known of its function is not 0. */
static int
is_asked(HotPath *self, long known, int learns, PyObject *origin)
{
    PyObject *parents = SLOT(origin, self->origin_at[PARENTS]);
    int of_two = parents == NULL || !PyTuple_CheckExact(parents) || PyTuple_GET_SIZE(parents) == 2;
    if (!(known & LEFT_TO_AUTOGRAD) || (learns && (known & ASKED_OF_LEARNING || (known & ASKED_OF_TWO && of_two)))) {
        return 1;
    }
    if (PyDict_GET_SIZE(self->mixtures)) {
        return 1; /* any call may go on with an average */
    }
    int trains = known & MIXES ? is_set(self->probe, name_trains) : 0;
    if (trains <= 0) {
        return trains; /* averages of parameters are of interest where one trains */
    }
    int mixed = mixes_results(self, origin, 1);
    return mixed < 0 ? -1 : !mixed;
}

/* Are there values that Python is to read? Those of a view were read where they were computed. */
static int
is_read(HotPath *self, long known, int learns, int closely, PyObject *out, PyObject *origin, int written)
{
    int unread = learns ? !closely : is_unread(self, origin);
    unread = unread ? unread : is_worn(self, origin);
    if (unread) {
        return unread < 0 ? -1 : 0;
    }
    int finite = known & SHOWS_ARGUMENT ? 1 : known & OWN_MEMORY ? are_finite(self, out, !written) : 0;
    return finite < 0 ? -1 : !finite;
}

/* What learns, of a step whose values are read one by one, is kept: as `Probe.result`. */
static int
add_result(HotPath *self, PyObject *origin)
{
    int trains = is_set(self->probe, name_trains);
    return trains <= 0 ? trains : add_to(self, name_results, origin) < 0 ? -1 : 0;
}

int
is_looked_at(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, PyObject *origin, int written)
{
    long known = known_of(self, func);
    int learns = has_flags(self, origin, REQUIRES_GRAD);
    int odd = known <= 0 ? (known < 0 ? -1 : 1) : is_asked(self, known, learns, origin);
    if (!odd && written) { /* of what was written, also who keeps it is asked */
        int worn = is_worn(self, origin);
        odd = worn < 0 ? -1 : !worn;
    }
    odd = odd ? odd : may_update_by_hand(self);
    odd = odd ? odd : has_odd_argument(self, args, kwargs, written ? NULL : out, learns && (known & SAVES_ARGUMENTS) != 0);
    if (odd) {
        return odd < 0 ? -1 : 0;
    }
    int readable = is_readable(self, out);
    readable = readable > 0 && !learns ? has(out, name_is_quantized, Py_False) : readable;
    if (readable <= 0) {
        return readable;
    }
    int closely = learns ? is_set(self->probe, name_closely) : 0;
    int read = closely < 0 ? -1 : is_read(self, known, learns, closely, out, origin, written);
    if (read || (closely && add_result(self, origin) < 0)) {
        return read > 0 ? 0 : -1;
    }
    return keep_shape(self, out, origin, !learns);
}
