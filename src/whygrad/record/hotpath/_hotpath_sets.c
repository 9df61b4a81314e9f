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
        *cell += at * step;
        return !PyErr_Occurred() && at >= 0 && at < length;
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
    PyObject *count = PyLong_FromSsize_t(left), *next = PyLong_FromSsize_t(step * by);
    *cell += start * step;
    int added = left && count && next && PyList_Append(size, count) == 0 && PyList_Append(stride, next) == 0;
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
    PyObject *size = PyObject_CallMethodNoArgs(tensor, name_size), *region = NULL;
    PyObject *stride = size == NULL ? NULL : PyObject_CallMethodNoArgs(tensor, name_stride);
    PyObject *offset = stride == NULL ? NULL : PyObject_CallMethodNoArgs(tensor, name_storage_offset);
    PyObject *sizes = PyList_New(0), *steps = PyList_New(0);
    if (offset != NULL && sizes && steps && PyTuple_Check(size) && PyTuple_Check(stride) && count > 0 &&
        PyTuple_GET_SIZE(size) >= count && PyTuple_GET_SIZE(size) == PyTuple_GET_SIZE(stride)) {
        int known = 1;
        cell = PyLong_AsSsize_t(offset);
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

/* The cell that a reader shows, -1 where it shows several. */
static Py_ssize_t
cell_of(PyObject *value)
{
    PyObject *size = PyObject_CallMethodNoArgs(value, name_size), *offset = NULL;
    Py_ssize_t cell = -1;
    if (size != NULL && PyTuple_Check(size) && PyTuple_GET_SIZE(size) == 0 &&
        (offset = PyObject_CallMethodNoArgs(value, name_storage_offset)) != NULL) {
        cell = PyLong_AsSsize_t(offset);
    }
    Py_XDECREF(size);
    Py_XDECREF(offset);
    return cell;
}

/* Put a reader to those of its cell; 0 where it shows several, which Python sorts. */
static int
sort_reader(HotPath *self, PyObject *cells, PyObject *ref)
{
    PyObject *kept = Py_XNewRef(PyWeakref_GetObject(ref)), *value = NULL;
    if (kept == NULL || kept == Py_None) {
        Py_XDECREF(kept);
        return kept == NULL ? -1 : 1;
    }
    value = Py_NewRef(OF(KEPT, kept, KEPT_VALUE)); /* a copy may take its place meanwhile */
    Py_ssize_t cell = cell_of(value);
    PyObject *key = cell < 0 ? NULL : PyLong_FromSsize_t(cell), *empty = key == NULL ? NULL : PyList_New(0);
    PyObject *there = empty == NULL ? NULL : PyDict_SetDefault(cells, key, empty);
    int added = there == NULL ? -1 : PyList_Append(there, ref);
    Py_XDECREF(key);
    Py_XDECREF(empty);
    Py_DECREF(value);
    Py_DECREF(kept);
    return added < 0 ? (PyErr_Occurred() ? -1 : 0) : 1;
}

/* So many were sorted: now and then Python throws those away that have died, as `Memory.take_readers` does. */
static int
count_sorted(HotPath *self, PyObject *memory, Py_ssize_t count)
{
    Py_ssize_t left = PyLong_AsSsize_t(OF(MEMORY, memory, MEMORY_LEFT)) - count;
    if (PyErr_Occurred()) {
        return -1;
    }
    PyObject *done = left < 0 ? PyObject_CallOneArg(self->kept.drop_dead, memory) : PyLong_FromSsize_t(left);
    if (done != NULL && left >= 0) {
        set_slot(memory, self->kept.at[MEMORY][MEMORY_LEFT], done);
    }
    Py_XDECREF(done);
    return done == NULL ? -1 : 1;
}

/* Sort the readers since the latest write; 0 where one shows several cells, which Python sorts.

   The list is asked again after each: the collector may have run, and another thread may have sorted them. */
static int
sort_readers(HotPath *self, PyObject *memory)
{
    PyObject *fresh = OF(MEMORY, memory, MEMORY_FRESH), *cells = OF(MEMORY, memory, MEMORY_CELLS);
    int sorted = !PyDict_GET_SIZE(OF(MEMORY, memory, MEMORY_READERS));
    Py_ssize_t last, count = 0;
    while (sorted > 0 && (last = PyList_GET_SIZE(fresh) - 1) >= 0) {
        PyObject *ref = Py_NewRef(PyList_GET_ITEM(fresh, last));
        sorted = sort_reader(self, cells, ref);
        if (sorted > 0 && last < PyList_GET_SIZE(fresh) && PyList_GET_ITEM(fresh, last) == ref) {
            sorted = PyList_SetSlice(fresh, last, last + 1, NULL) < 0 ? -1 : 1;
        }
        count += sorted > 0;
        Py_DECREF(ref);
    }
    return sorted > 0 && count ? count_sorted(self, memory, count) : sorted;
}

/* Have what was read of a cell copied, which is about to be overwritten; 0 where Python is to do it. */
static int
copy_readers(HotPath *self, PyObject *memory, PyObject *cell)
{
    int sorted = sort_readers(self, memory);
    PyObject *cells = OF(MEMORY, memory, MEMORY_CELLS);
    PyObject *readers = sorted > 0 ? PyDict_GetItemWithError(cells, cell) : NULL;
    if (readers == NULL) {
        return PyErr_Occurred() ? -1 : sorted;
    }
    Py_INCREF(readers);
    int failed = PyDict_DelItem(cells, cell) < 0;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(readers); i++) {
        PyObject *kept = Py_NewRef(PyWeakref_GetObject(PyList_GET_ITEM(readers, i)));
        PyObject *done = kept == Py_None ? Py_NewRef(Py_None) : PyObject_CallOneArg(self->kept.copy, kept);
        failed = done == NULL;
        Py_XDECREF(done);
        Py_DECREF(kept);
    }
    Py_DECREF(readers);
    return failed ? -1 : 1;
}

/* Have what was read of these cells copied. */
static int
make_way(HotPath *self, PyObject *target, PyObject *memory, PyObject *region)
{
    int one = PyTuple_GET_SIZE(PyTuple_GET_ITEM(region, 0)) == 0;
    int done = one ? copy_readers(self, memory, PyTuple_GET_ITEM(region, 2)) : 0;
    if (!done) {
        PyObject *told = PyObject_CallFunctionObjArgs(self->kept.about_to_write, target, region, NULL);
        Py_XDECREF(told);
        return told == NULL ? -1 : 1;
    }
    return done;
}

/* What is kept of the call: the value, and into which cells it is put. */
static PyObject *
call_of(HotPath *self, PyObject *func, PyObject *value, PyObject *layer, PyObject *region)
{
    PyObject *serial = PyIter_Next(self->kept.serial), *like = NULL, *given = NULL, *output = NULL, *call = NULL;
    PyObject *none = PyTuple_New(0), *named = PyDict_New(), *zero = PyLong_FromLong(0), *outputs = PyList_New(1);
    PyObject *size = PyTuple_GET_ITEM(region, 0), *dtype = PyTuple_GET_ITEM(region, 3);
    if (none && named && zero && outputs && serial && (like = PyTuple_Pack(3, size, dtype, self->kept.device)) != NULL &&
        (given = PyTuple_Pack(2, like, value)) != NULL &&
        (output = make(self, OUTPUT, OUTPUT_SLOTS, layer, region, zero)) != NULL) {
        PyList_SET_ITEM(outputs, 0, Py_NewRef(output));
        call = make(self, CALL_, CALL_SLOTS, func, self->kept.assign, given, named, none, serial, outputs, Py_None, Py_False,
                    Py_False, Py_None, Py_None, Py_False);
        PyObject *made[] = {outputs, like, region, given};
        for (int i = 0; i < 4; i++) {
            untrack(made[i]);
        }
    }
    PyObject *all[] = {none, named, zero, outputs, serial, like, given, output};
    for (int i = 0; i < 8; i++) {
        Py_XDECREF(all[i]);
    }
    return call;
}

/* Is it a tensor on the CPU and no leaf that learns, whose writes were all seen, while nobody else watches? */
static int
is_settable(HotPath *self, PyObject *target, PyObject *layer)
{
    int learns = requires_grad(target), leaf = learns > 0 ? is_set(target, name_is_leaf) : learns;
    if (leaf) {
        return leaf < 0 ? -1 : 0;
    }
    int cpu = is_set(target, name_is_cpu), quiet = cpu > 0 ? is_quiet(self) : cpu;
    return quiet > 0 ? is_as_seen(self, target, layer) : quiet;
}

/* What is kept of the call, after what was read of the cells was copied; None where Python is to see to it. */
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
    value = is_tensor(self, given) ? keep(self, given) : Py_NewRef(given);
    if (value == Py_None) {
        call = Py_NewRef(Py_None);
    }
    else if (value != NULL && make_way(self, target, OF(PLACE, place, PLACE_MEMORY), region) > 0) {
        call = call_of(self, func, value, layer, region);
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

/* The memory is in a new state, after the call. */
static int
enter_set(HotPath *self, PyObject *place, PyObject *target, PyObject *call, PyObject *frames)
{
    PyObject *version = version_of(target), *state = NULL;
    PyObject *memory = OF(PLACE, place, PLACE_MEMORY), *layer = OF(PLACE, place, PLACE_LAYER);
    if (version != NULL) {
        set_slot(OF(LAYER_, layer, LAYER_CLOCK), self->kept.at[CLOCK_][CLOCK_VERSION], version);
        set_slot(call, self->kept.at[CALL_][CALL_FRAMES], frames);
        state = make(self, STATE, STATE_SLOTS, call, OF(MEMORY, memory, MEMORY_STATE), OF(CALL_, call, CALL_SERIAL));
    }
    if (state != NULL) {
        set_slot(memory, self->kept.at[MEMORY][MEMORY_STATE], state);
    }
    Py_XDECREF(version);
    Py_XDECREF(state);
    return state == NULL ? -1 : enter(self, call, 0);
}

/* Does the history of what was put there go no further? */
static int
is_cut(HotPath *self, PyObject *target, PyObject *given)
{
    int learns = requires_grad(target), carried = learns ? learns : is_tensor(self, given) ? requires_grad(given) : 0;
    if (carried <= 0) {
        return carried;
    }
    PyObject *enabled = PyObject_CallNoArgs(self->is_grad_enabled);
    Py_XDECREF(enabled);
    return enabled == NULL ? -1 : !learns || enabled != Py_True;
}

/* The element was set, at these frames. */
int
end_set(HotPath *self, PyObject *args, PyObject *call, PyObject *frames)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *place = place_of(self, target), *told;
    if (place == NULL) {
        return PyErr_Occurred() ? -1 : 0; /* the call itself has moved it */
    }
    int failed = enter_set(self, place, target, call, frames);
    int cut = failed ? -1 : is_cut(self, target, PyTuple_GET_ITEM(args, 2));
    Py_DECREF(place);
    if (cut > 0) {
        told = PyObject_CallMethodObjArgs(self->mode, name_cut_set, call, NULL);
        Py_XDECREF(told);
        return told == NULL ? -1 : 0;
    }
    return cut;
}

/* An element of a tensor that is no leaf which learns was set; 0 where it is one, of which Python takes note.
   `frames` becomes where. */
int
note_set(HotPath *self, PyObject *func, PyObject *args, PyObject **frames)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *origin = NULL;
    int required = requires_grad(target), leaf = required > 0 ? is_set(target, name_is_leaf) : required;
    if (leaf) {
        return leaf < 0 && !excused() ? -1 : 0;
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
