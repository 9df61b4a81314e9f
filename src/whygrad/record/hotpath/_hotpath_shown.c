/* A result that shows the memory of an argument. As `Taping.shown` and `Tape.showed`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* What a function does beside reading, as `roles.py` tells; -1 where asking has raised. */
static long
role_of(HotPath *self, PyObject *func)
{
    PyObject *role = PyDict_GetItemWithError(self->roles, func);
    return role == NULL ? (PyErr_Occurred() ? -1 : 0) : PyLong_AsLong(role);
}

/* Do two tensors take the same bytes for the same numbers, as far as can be told here? -1 where asking raised.
   Those that read the sign otherwise are made by functions that Python is asked about. */
static int
are_read_alike(PyObject *value, PyObject *out, PyObject *dtype)
{
    int complex_ = is_set(dtype, name_is_complex);
    if (complex_) {
        return complex_ < 0 ? -1 : 0;
    }
    return is_same(out, name_dtype, dtype) && is_same(value, name_dtype, dtype);
}

/* The layer behind a cut; NULL where that has failed. */
static PyObject *
layer_behind(HotPath *self, PyObject *func, PyObject *out, PyObject *layer, int enabled, int own_count, PyObject *frames)
{
    PyObject *cut = cut_of(self, func, frames, enabled, "view", own_count);
    PyObject *version = cut == NULL ? NULL : version_of(out), *serial = NULL, *made = NULL;
    PyObject *clock = Py_NewRef(OF(LAYER_, layer, LAYER_CLOCK));
    int same = version == NULL ? -1 : PyObject_RichCompareBool(version, OF(CLOCK_, clock, CLOCK_VERSION), Py_EQ);
    if (same == 0 || (same > 0 && own_count)) {
        Py_SETREF(clock, make(self, CLOCK_, CLOCK_SLOTS, version));
    }
    if (same >= 0 && clock != NULL && (serial = PyIter_Next(self->kept.serial)) != NULL) {
        made = make(self, LAYER_, LAYER_SLOTS, OF(LAYER_, layer, LAYER_BLOCK), clock, OF(LAYER_, layer, LAYER_DTYPE), serial,
                    layer, cut, Py_None, Py_False);
    }
    PyObject *all[] = {cut, version, serial, clock};
    for (int i = 0; i < 4; i++) {
        Py_XDECREF(all[i]);
    }
    return made;
}

/* The result lies where an argument lies, in this layer. */
static int
put_shown(HotPath *self, PyObject *out, PyObject *memory, PyObject *layer)
{
    PyObject *ref = layer == NULL ? NULL : ref_of(self, out), *shown = NULL;
    if (ref != NULL && (shown = make(self, PLACE, PLACE_SLOTS, memory, layer, Py_None)) != NULL) {
        set_slot(ref, self->ref_at[REF_PLACE], shown);
    }
    Py_XDECREF(ref);
    Py_XDECREF(shown);
    return PyErr_Occurred() ? -1 : 1;
}

/* The result lies where this argument lies. */
static int
show_as(HotPath *self, PyObject *func, PyObject *value, PyObject *out, PyObject *place, int enabled, PyObject *frames)
{
    PyObject *layer = OF(PLACE, place, PLACE_LAYER), *memory = OF(PLACE, place, PLACE_MEMORY);
    long role = role_of(self, func);
    int alike = role < 0 ? -1 : role & SHOWS_ANEW ? 0 : are_read_alike(value, out, OF(LAYER_, layer, LAYER_DTYPE));
    if (alike <= 0) {
        PyObject *told = alike < 0 ? NULL : PyObject_CallMethodObjArgs(self->mode, name_tape_shown, func, value, out, frames, NULL);
        Py_XDECREF(told);
        return told == NULL ? -1 : 1;
    }
    int cut = role & DETACHES ? 1 : requires_grad(value);
    if (cut > 0 && !(role & DETACHES) && enabled) {
        int carried = requires_grad(out);
        cut = carried < 0 ? -1 : !carried;
    }
    if (cut <= 0) {
        return cut < 0 ? -1 : put_shown(self, out, memory, layer);
    }
    PyObject *behind = layer_behind(self, func, out, layer, enabled, (role & OWN_COUNT) != 0, frames);
    int shown = put_shown(self, out, memory, behind);
    Py_XDECREF(behind);
    return shown;
}

int
show(HotPath *self, PyObject *func, PyObject *args, PyObject *out, PyObject *memory, int enabled, PyObject *frames)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i);
        PyObject *place = is_tensor(self, value) ? place_of(self, value) : NULL;
        if (place != NULL && OF(PLACE, place, PLACE_MEMORY) == memory) {
            int shown = show_as(self, func, value, out, place, enabled, frames);
            Py_DECREF(place);
            return shown;
        }
        Py_XDECREF(place);
        if (PyErr_Occurred()) {
            return -1;
        }
    }
    return 0;
}

/* Is it a plain view of the first argument, in the same layer? -1 where asking has raised. */
static int
is_view_of(HotPath *self, PyObject *source, PyObject *place, PyObject *out, int required)
{
    int told = out == source ? 0 : is_set(out, name_is_cpu);
    if (told <= 0 || !is_plain(self, out)) {
        return told < 0 || PyErr_Occurred() ? -1 : 0;
    }
    PyObject *storage = call_method(out, name_untyped_storage);
    PyObject *key = storage == NULL ? NULL : get_attr(storage, name__cdata);
    PyObject *memory = key == NULL ? NULL : memory_at(self, key);
    Py_XDECREF(storage);
    Py_XDECREF(key);
    if (memory == NULL || memory != OF(PLACE, place, PLACE_MEMORY)) {
        return PyErr_Occurred() ? -1 : 0;
    }
    told = are_read_alike(source, out, OF(LAYER_, OF(PLACE, place, PLACE_LAYER), LAYER_DTYPE));
    return told > 0 && required ? requires_grad(out) : told;
}

/* Results that all are plain views of the first argument, as `split` makes them; 0 where Python is to see to them. */
int
show_several(HotPath *self, PyObject *func, PyObject *args, PyObject *results)
{
    long role = role_of(self, func);
    int simple = role < 0 ? -1 : !(role & (SHOWS_ANEW | DETACHES)) && is_simple(self, args, NULL) ? is_open(self) : 0;
    PyObject *source = simple > 0 ? PyTuple_GET_ITEM(args, 0) : NULL;
    PyObject *place = source != NULL && is_tensor(self, source) ? place_of(self, source) : NULL, *enabled = NULL, *all = NULL;
    if (place == NULL) {
        return simple < 0 || PyErr_Occurred() ? -1 : 0;
    }
    int required = requires_grad(source), done = -1;
    if (required >= 0 && (enabled = PyObject_CallNoArgs(self->is_grad_enabled)) != NULL) {
        done = !required || enabled == Py_True; /* else all are cut, and Python says how */
        all = done ? PySequence_Tuple(results) : NULL; /* of a list, which Python may change */
        done = done && all == NULL ? -1 : done;
    }
    for (Py_ssize_t i = 0; done > 0 && i < PyTuple_GET_SIZE(all); i++) {
        PyObject *out = PyTuple_GET_ITEM(all, i);
        done = is_tensor(self, out) ? is_view_of(self, source, place, out, required) : 0;
    }
    for (Py_ssize_t i = 0; done > 0 && i < PyTuple_GET_SIZE(all); i++) {
        done = put_shown(self, PyTuple_GET_ITEM(all, i), OF(PLACE, place, PLACE_MEMORY), OF(PLACE, place, PLACE_LAYER));
    }
    Py_XDECREF(all);
    Py_XDECREF(enabled);
    Py_DECREF(place);
    return done;
}
