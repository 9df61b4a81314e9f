/* A call that writes its first argument and returns it, where values are kept. As `Taping.before` and `Taping.after`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* Are they tensors alone, as those that index another are? */
static int
are_indices(HotPath *self, PyObject *values)
{
    int all = PyTuple_CheckExact(values);
    for (Py_ssize_t i = 0; all && i < PyTuple_GET_SIZE(values); i++) {
        all = is_tensor(self, PyTuple_GET_ITEM(values, i));
    }
    return all;
}

/* Are these all: a tensor that is written, and plain arguments? */
static int
is_simple_write(HotPath *self, PyObject *args, long role)
{
    Py_ssize_t count = PyTuple_GET_SIZE(args);
    int simple = count > 0 && is_tensor(self, PyTuple_GET_ITEM(args, 0));
    for (Py_ssize_t i = 1; simple && i < count; i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i);
        simple = PyTuple_CheckExact(value) ? (role & SOME_CELLS) && are_indices(self, value) : is_plain_argument(self, value);
    }
    return simple && (!(role & ASSIGNS) || count == 2);
}

/* One argument as it is now: NULL where that has failed, or cannot be kept, which Python says. */
static PyObject *
kept_argument(HotPath *self, PyObject *value)
{
    if (PyTuple_CheckExact(value)) {
        PyObject *all = PyTuple_New(PyTuple_GET_SIZE(value));
        for (Py_ssize_t i = 0; all != NULL && i < PyTuple_GET_SIZE(value); i++) {
            PyObject *one = kept_argument(self, PyTuple_GET_ITEM(value, i));
            if (one == NULL) {
                Py_CLEAR(all);
                break;
            }
            PyTuple_SET_ITEM(all, i, one);
        }
        if (all != NULL) {
            PyObject_GC_UnTrack(all);
        }
        return all;
    }
    PyObject *kept = is_tensor(self, value) ? keep(self, value) : Py_NewRef(value);
    if (kept == Py_None && value != Py_None) {
        Py_CLEAR(kept);
    }
    return kept;
}

/* As `Taping.shape_of`: the tensor that is written as an argument whose value does not matter. */
static PyObject *
shape_of(HotPath *self, PyObject *target, PyObject *place, PyObject *region)
{
    PyObject *key = PyTuple_Pack(3, PyTuple_GET_ITEM(region, 0), PyTuple_GET_ITEM(region, 3), self->kept.device);
    PyObject *zeros = key == NULL ? NULL : PyDict_GetItemWithError(self->kept.zeros, key);
    Py_XDECREF(key);
    if (zeros == NULL) {
        return PyErr_Occurred() ? NULL : PyObject_CallOneArg(self->kept.shape_of, target);
    }
    PyObject *state = OF(MEMORY, OF(PLACE, place, PLACE_MEMORY), MEMORY_STATE);
    return make(self, KEPT, KEPT_SLOTS, zeros, OF(PLACE, place, PLACE_LAYER), state, self->kept.no_block, Py_False, Py_False,
                region);
}

/* All arguments as they are now; the value of the first does not matter where it is `free`. */
static PyObject *
given_to(HotPath *self, PyObject *args, int free, PyObject *place, PyObject *region)
{
    Py_ssize_t count = PyTuple_GET_SIZE(args);
    PyObject *given = PyTuple_New(count);
    for (Py_ssize_t i = 0; given != NULL && i < count; i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i);
        PyObject *kept = free && i == 0 ? shape_of(self, value, place, region) : kept_argument(self, value);
        if (kept == NULL) {
            Py_CLEAR(given);
            break;
        }
        PyTuple_SET_ITEM(given, i, kept);
    }
    return given;
}

/* What is kept of the call before it runs, after what was read of the cells was copied. */
static PyObject *
begin_at(HotPath *self, PyObject *func, PyObject *args, long role, PyObject *place)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *layer = OF(PLACE, place, PLACE_LAYER), *given = NULL, *call = NULL;
    PyObject *region = geometry_of(target);
    int told = region != NULL && PyTuple_Check(PyTuple_GET_ITEM(region, 0)) && PyTuple_Check(PyTuple_GET_ITEM(region, 1));
    int settable = told ? is_settable(self, target, layer) : 0;
    int assigns = (role & ASSIGNS) != 0;
    if (settable > 0) {
        given = assigns ? kept_argument(self, PyTuple_GET_ITEM(args, 1)) : given_to(self, args, (role & FREE) != 0, place, region);
    }
    int way = given != NULL ? make_way(self, target, OF(PLACE, place, PLACE_MEMORY), region) : 0;
    if (way > 0) {
        call = assigns ? assigning_call(self, func, given, layer, region)
                       : writing_call(self, func, func, given, layer, region, (role & SOME_CELLS) != 0);
    }
    Py_XDECREF(given);
    Py_XDECREF(region);
    if (way < 0) {
        return NULL; /* those that read the cells may be forgotten by now: Python could not go on */
    }
    return call != NULL || !excused() ? call : Py_NewRef(Py_None);
}

/* A tensor is about to be written in place: what is kept of it, or None where Python is to see to it. */
PyObject *
begin_write(HotPath *self, PyObject *func, PyObject *args, long role)
{
    PyObject *call = NULL, *place = NULL;
    if (is_simple_write(self, args, role) && (place = place_of(self, PyTuple_GET_ITEM(args, 0))) != NULL) {
        call = begin_at(self, func, args, role, place);
        Py_DECREF(place);
        return call;
    }
    return excused() ? Py_NewRef(Py_None) : NULL;
}
