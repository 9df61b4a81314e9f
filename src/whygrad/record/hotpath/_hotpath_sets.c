/* `tensor[index] = value`. As `SpecialCalls._written` and, where values are kept, `Taping.before_setting`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* One part of an index: a whole number, or a slice whose bounds are; adds to the cell where the region begins, and what is
   left of this dimension to its size and stride. 0 where it is something else, or where there is no such element. */
static int
take_part(PyObject *part, PyObject *length_, PyObject *step_, Py_ssize_t *cell, PyObject *size, PyObject *stride)
{
    Py_ssize_t length = PyLong_AsSsize_t(length_), step = PyLong_AsSsize_t(step_), start, stop, by;
    if (PyLong_CheckExact(part)) {
        Py_ssize_t at = PyLong_AsSsize_t(part);
        at = at < 0 ? at + length : at;
        if (PyErr_Occurred() || at < 0 || at >= length) {
            return 0;
        }
        *cell += at * step;
        return 1;
    }
    PySliceObject *slice = (PySliceObject *)part;
    PyObject *bounds[] = {slice->start, slice->stop, slice->step};
    for (int i = 0; i < 3; i++) {
        if (bounds[i] != Py_None && !PyLong_CheckExact(bounds[i])) {
            return 0;
        }
    }
    if (PySlice_Unpack(part, &start, &stop, &by) < 0 || by < 1) {
        return 0; /* the write itself will say so */
    }
    Py_ssize_t left = PySlice_AdjustIndices(length, &start, &stop, by);
    if (left < 1) {
        return 0;
    }
    by = by > length ? length : by; /* one element, however far the next were */
    PyObject *count = PyLong_FromSsize_t(left), *next = PyLong_FromSsize_t(step * by);
    *cell += start * step;
    int added = count && next && PyList_Append(size, count) == 0 && PyList_Append(stride, next) == 0;
    Py_XDECREF(count);
    Py_XDECREF(next);
    return added;
}

/* A list and the rest of a tuple, as a tuple. */
static PyObject *
with_rest(PyObject *first, PyObject *all, Py_ssize_t from)
{
    PyObject *rest = PyTuple_GetSlice(all, from, PyTuple_GET_SIZE(all));
    if (rest == NULL || PyList_GET_SIZE(first) == 0) {
        return rest;
    }
    PyObject *begin = PyList_AsTuple(first), *both = begin == NULL ? NULL : PySequence_Concat(begin, rest);
    Py_XDECREF(begin);
    Py_DECREF(rest);
    return both;
}

/* The cells that whole numbers and slices show of a tensor: size, stride, offset and dtype; NULL where they are no such
   index, and where the tensor does not tell, which is raised. */
static PyObject *
region_of(PyObject *tensor, PyObject *index, PyObject *dtype)
{
    Py_ssize_t count = PyTuple_CheckExact(index) ? PyTuple_GET_SIZE(index) : 1, cell;
    PyObject *size = call_method(tensor, name_size), *region = NULL;
    PyObject *stride = size == NULL ? NULL : call_method(tensor, name_stride);
    PyObject *offset = stride == NULL ? NULL : call_method(tensor, name_storage_offset);
    PyObject *sizes = PyList_New(0), *steps = PyList_New(0);
    if (offset != NULL && sizes && steps && PyTuple_Check(size) && PyTuple_Check(stride) && count > 0 &&
        PyTuple_GET_SIZE(size) >= count && PyTuple_GET_SIZE(size) == PyTuple_GET_SIZE(stride)) {
        cell = PyLong_AsSsize_t(offset);
        int known = cell >= 0;
        for (Py_ssize_t i = 0; i < count && known; i++) {
            PyObject *part = PyTuple_CheckExact(index) ? PyTuple_GET_ITEM(index, i) : index;
            known = (PyLong_CheckExact(part) || PySlice_Check(part)) &&
                    take_part(part, PyTuple_GET_ITEM(size, i), PyTuple_GET_ITEM(stride, i), &cell, sizes, steps);
        }
        if (known && !PyErr_Occurred()) {
            PyObject *shown = with_rest(sizes, size, count), *strides = with_rest(steps, stride, count);
            PyObject *at = PyLong_FromSsize_t(cell);
            region = shown && strides && at ? PyTuple_Pack(4, shown, strides, at, dtype) : NULL;
            Py_XDECREF(shown);
            Py_XDECREF(strides);
            Py_XDECREF(at);
        }
    }
    PyObject *all[] = {size, stride, offset, sizes, steps};
    for (int i = 0; i < 5; i++) {
        Py_XDECREF(all[i]);
    }
    return region;
}

/* What is kept of a call that writes these cells, or `some` of them: what is run again, and what it is given. */
PyObject *
writing_call(HotPath *self, PyObject *func, PyObject *run, PyObject *given, PyObject *layer, PyObject *region, int some)
{
    PyObject *serial = PyIter_Next(self->kept.serial), *output = NULL, *call = NULL;
    PyObject *none = PyTuple_New(0), *named = Py_NewRef(self->kept.no_names), *zero = PyLong_FromLong(0), *outputs = PyList_New(1);
    if (none && named && zero && outputs && serial &&
        (output = make(self, OUTPUT, OUTPUT_SLOTS, layer, region, zero)) != NULL) {
        PyList_SET_ITEM(outputs, 0, Py_NewRef(output));
        call = make(self, CALL_, CALL_SLOTS, func, run, given, named, none, serial, outputs, Py_None,
                    run == func ? Py_True : Py_False, some ? Py_True : Py_False, Py_None, Py_None, Py_False);
        PyObject *made[] = {outputs, region, given};
        for (int i = 0; i < 3; i++) {
            untrack(made[i]);
        }
    }
    PyObject *all[] = {none, named, zero, outputs, serial, output};
    for (int i = 0; i < 6; i++) {
        Py_XDECREF(all[i]);
    }
    return call;
}

/* The same, where the cells become this value. */
PyObject *
assigning_call(HotPath *self, PyObject *func, PyObject *value, PyObject *layer, PyObject *region)
{
    PyObject *like = PyTuple_Pack(3, PyTuple_GET_ITEM(region, 0), PyTuple_GET_ITEM(region, 3), self->kept.device);
    PyObject *given = like == NULL ? NULL : PyTuple_Pack(2, like, value);
    PyObject *call = given == NULL ? NULL : writing_call(self, func, self->kept.assign, given, layer, region, 0);
    if (call != NULL) {
        untrack(like);
    }
    Py_XDECREF(like);
    Py_XDECREF(given);
    return call;
}

/* Is it a tensor on the CPU whose writes were all seen, while nobody else watches? */
int
is_settable(HotPath *self, PyObject *target, PyObject *layer)
{
    int cpu = is_set(target, name_is_cpu), quiet = cpu > 0 ? is_quiet(self) : cpu;
    return quiet > 0 ? is_as_seen(self, target, layer) : quiet;
}

/* Does a tensor show just these cells, past no cut? Then they stay as they are when they are set to it. As
   `Tape.shows_cells`. */
static int
shows_cells(HotPath *self, PyObject *tensor, PyObject *place, PyObject *region)
{
    PyObject *own = is_tensor(self, tensor) ? place_of(self, tensor) : NULL, *geometry = NULL;
    int same = own == NULL ? (PyErr_Occurred() ? -1 : 0)
                           : OF(PLACE, own, PLACE_MEMORY) == OF(PLACE, place, PLACE_MEMORY) &&
                                 OF(PLACE, own, PLACE_LAYER) == OF(PLACE, place, PLACE_LAYER);
    if (same > 0) {
        geometry = geometry_of(tensor);
        same = geometry == NULL ? -1 : PyObject_RichCompareBool(geometry, region, Py_EQ);
    }
    Py_XDECREF(geometry);
    Py_XDECREF(own);
    return same;
}

/* What is kept of the call, after what was read of the cells was copied; None where Python is to see to it, and True where
   the cells stay as they are, as when `y[i] += x` sets them to what it has added to. */
static PyObject *
begin_set_at(HotPath *self, PyObject *func, PyObject *args, PyObject *place)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *given = PyTuple_GET_ITEM(args, 2), *layer = OF(PLACE, place, PLACE_LAYER);
    PyObject *region = region_of(target, PyTuple_GET_ITEM(args, 1), OF(LAYER_, layer, LAYER_DTYPE)), *value, *call = NULL;
    int settable = region == NULL ? 0 : is_settable(self, target, layer);
    if (settable <= 0 || PyErr_Occurred()) {
        Py_XDECREF(region);
        return excused() ? Py_NewRef(Py_None) : NULL;
    }
    int same = shows_cells(self, given, place, region);
    if (same) {
        Py_DECREF(region);
        return same < 0 ? NULL : Py_NewRef(Py_True);
    }
    value = is_tensor(self, given) ? keep(self, given) : Py_NewRef(given);
    if (value == Py_None) {
        call = Py_NewRef(Py_None);
    }
    else if (value != NULL && make_way(self, target, OF(PLACE, place, PLACE_MEMORY), region) > 0) {
        call = assigning_call(self, func, value, layer, region);
    }
    Py_XDECREF(value);
    Py_DECREF(region);
    return call;
}

/* One element of a plain tensor is about to be set: what is kept of it, or None where Python is to see to it. */
PyObject *
begin_set(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    if (kwargs != NULL || PyTuple_GET_SIZE(args) != 3 || !is_tensor(self, PyTuple_GET_ITEM(args, 0)) ||
        !is_plain_argument(self, PyTuple_GET_ITEM(args, 2)) || PyTuple_CheckExact(PyTuple_GET_ITEM(args, 2))) {
        return excused() ? Py_NewRef(Py_None) : NULL;
    }
    PyObject *place = place_of(self, PyTuple_GET_ITEM(args, 0)), *call = NULL;
    if (place != NULL) {
        call = begin_set_at(self, func, args, place);
        Py_DECREF(place);
    }
    else if (!PyErr_Occurred()) {
        call = Py_NewRef(Py_None);
    }
    return call;
}

/* The memory is in a new state, after the call, or in the same one where that is True. */
static int
enter_set(HotPath *self, PyObject *place, PyObject *target, PyObject *call, PyObject *frames)
{
    PyObject *version = version_of(target), *state = NULL;
    PyObject *memory = OF(PLACE, place, PLACE_MEMORY), *layer = OF(PLACE, place, PLACE_LAYER);
    if (version != NULL) {
        set_slot(OF(LAYER_, layer, LAYER_CLOCK), self->kept.at[CLOCK_][CLOCK_VERSION], version);
    }
    int same = call == Py_True;
    if (version != NULL && !same) {
        set_slot(call, self->kept.at[CALL_][CALL_FRAMES], frames);
        state = make(self, STATE, STATE_SLOTS, call, OF(MEMORY, memory, MEMORY_STATE), OF(CALL_, call, CALL_SERIAL));
    }
    if (state != NULL) {
        set_slot(memory, self->kept.at[MEMORY][MEMORY_STATE], state);
    }
    int failed = version == NULL || (!same && state == NULL);
    Py_XDECREF(version);
    Py_XDECREF(state);
    return failed ? -1 : same ? 0 : enter(self, call, 0);
}

/* Where the history of what was put there goes no further, the call says so. */
static int
set_cut(HotPath *self, PyObject *args, PyObject *call, PyObject *frames)
{
    int learns = requires_grad(PyTuple_GET_ITEM(args, 0)), carried = learns;
    for (Py_ssize_t i = 1; !carried && i < PyTuple_GET_SIZE(args); i++) {
        carried = is_tensor(self, PyTuple_GET_ITEM(args, i)) ? requires_grad(PyTuple_GET_ITEM(args, i)) : 0;
    }
    if (carried <= 0) {
        return carried;
    }
    PyObject *enabled = PyObject_CallNoArgs(self->is_grad_enabled), *cut = NULL;
    if (enabled != NULL && (!learns || enabled != Py_True) &&
        (cut = cut_of(self, OF(CALL_, call, CALL_OP), frames, enabled == Py_True, "call", 0)) != NULL) {
        set_slot(call, self->kept.at[CALL_][CALL_CUT], cut);
    }
    Py_XDECREF(enabled);
    Py_XDECREF(cut);
    return PyErr_Occurred() ? -1 : 0;
}

/* The first argument was written, at these frames. */
int
end_set(HotPath *self, PyObject *args, PyObject *call, PyObject *frames)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *place = place_of(self, target);
    if (place == NULL) {
        return PyErr_Occurred() ? -1 : 0; /* the call itself has moved it */
    }
    int failed = enter_set(self, place, target, call, frames);
    Py_DECREF(place);
    return failed ? -1 : call == Py_True ? 0 : set_cut(self, args, call, frames);
}

/* An element of a leaf that learns was set: it stays the same leaf. */
static int
note_set_leaf(HotPath *self, PyObject *func, PyObject *args, PyObject **frames)
{
    if ((*frames = capture(self, NULL)) == NULL) {
        return -1;
    }
    PyObject *told = PyObject_CallMethodObjArgs(self->tensors, name_leaf_set, func, args, *frames, running_frame(), NULL);
    Py_XDECREF(told);
    return told == NULL ? -1 : 1;
}

/* An element was set. `frames` becomes where. */
int
note_set(HotPath *self, PyObject *func, PyObject *args, PyObject **frames)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *origin = NULL;
    int leaf = is_learning_leaf(target);
    if (leaf) {
        return leaf < 0 ? -1 : note_set_leaf(self, func, args, frames);
    }
    long flags = 0;
    PyObject *parents = parents_of(self, args, NULL, &flags);
    int failed = parents == NULL || (*frames = capture(self, NULL)) == NULL ||
                 (origin = new_origin(self, func, parents, *frames, flags, target)) == NULL ||
                 note_written(self, func, parents, target, origin) < 0;
    Py_XDECREF(parents);
    Py_XDECREF(origin);
    return failed ? -1 : 1;
}
