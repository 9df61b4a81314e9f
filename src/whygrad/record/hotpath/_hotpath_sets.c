/* `tensor[index] = value`. As `SpecialCalls._written` and, where values are kept, `Taping.before_setting`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* The cells that whole numbers show of a tensor: size, stride, offset and dtype; NULL where they are no such index. */
static PyObject *
region_of(PyObject *tensor, PyObject *index, PyObject *dtype)
{
    Py_ssize_t count = PyTuple_CheckExact(index) ? PyTuple_GET_SIZE(index) : 1, cell = -1;
    PyObject *size = PyObject_CallMethodNoArgs(tensor, name_size), *stride = PyObject_CallMethodNoArgs(tensor, name_stride);
    PyObject *offset = PyObject_CallMethodNoArgs(tensor, name_storage_offset), *region = NULL;
    if (size && stride && offset && PyTuple_Check(size) && PyTuple_GET_SIZE(size) >= count && count > 0) {
        cell = PyLong_AsSsize_t(offset);
        for (Py_ssize_t i = 0; i < count && cell >= 0; i++) {
            PyObject *number = PyTuple_CheckExact(index) ? PyTuple_GET_ITEM(index, i) : index;
            Py_ssize_t length = PyLong_AsSsize_t(PyTuple_GET_ITEM(size, i));
            Py_ssize_t at = PyLong_CheckExact(number) ? PyLong_AsSsize_t(number) : length;
            at = at < 0 ? at + length : at;
            cell = at < 0 || at >= length ? -1 : cell + at * PyLong_AsSsize_t(PyTuple_GET_ITEM(stride, i));
        }
    }
    if (cell >= 0) {
        PyObject *rest = PyTuple_GetSlice(size, count, PyTuple_GET_SIZE(size));
        PyObject *steps = PyTuple_GetSlice(stride, count, PyTuple_GET_SIZE(stride)), *at = PyLong_FromSsize_t(cell);
        region = rest && steps && at ? PyTuple_Pack(4, rest, steps, at, dtype) : NULL;
        Py_XDECREF(rest);
        Py_XDECREF(steps);
        Py_XDECREF(at);
    }
    Py_XDECREF(size);
    Py_XDECREF(stride);
    Py_XDECREF(offset);
    PyErr_Clear();
    return region;
}

/* The cell that a reader shows, -1 where it shows several. */
static Py_ssize_t
cell_of(PyObject *value)
{
    PyObject *size = PyObject_CallMethodNoArgs(value, name_size), *offset = NULL;
    Py_ssize_t cell = -1;
    if (size != NULL && PyTuple_GET_SIZE(size) == 0 && (offset = PyObject_CallMethodNoArgs(value, name_storage_offset)) != NULL) {
        cell = PyLong_AsSsize_t(offset);
    }
    Py_XDECREF(size);
    Py_XDECREF(offset);
    return cell;
}

/* Sort the readers since the latest write; 0 where one shows several cells, which Python sorts. */
static int
sort_readers(HotPath *self, PyObject *memory)
{
    PyObject *fresh = OF(MEMORY, memory, MEMORY_FRESH), *cells = OF(MEMORY, memory, MEMORY_CELLS);
    if (PyDict_GET_SIZE(OF(MEMORY, memory, MEMORY_READERS))) {
        return 0;
    }
    for (Py_ssize_t last = PyList_GET_SIZE(fresh) - 1; last >= 0; last--) {
        PyObject *ref = PyList_GET_ITEM(fresh, last), *kept = PyWeakref_GetObject(ref);
        if (kept != Py_None) {
            Py_ssize_t cell = cell_of(OF(KEPT, kept, KEPT_VALUE));
            PyObject *key = cell < 0 ? NULL : PyLong_FromSsize_t(cell), *empty = key == NULL ? NULL : PyList_New(0);
            PyObject *there = empty == NULL ? NULL : PyDict_SetDefault(cells, key, empty);
            int added = there == NULL ? -1 : PyList_Append(there, ref);
            Py_XDECREF(key);
            Py_XDECREF(empty);
            if (added < 0) {
                return PyErr_Occurred() ? -1 : 0;
            }
        }
        if (PyList_SetSlice(fresh, last, last + 1, NULL) < 0) {
            return -1;
        }
    }
    return 1;
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
    PyObject *none = PyTuple_New(0), *named = PyDict_New(), *zero = PyLong_FromLong(0), *outputs = PyList_New(1), *call = NULL;
    PyObject *size = PyTuple_GET_ITEM(region, 0), *dtype = PyTuple_GET_ITEM(region, 3);
    PyObject *like = NULL, *given = NULL, *output = NULL;
    PyObject *serial = PyIter_Next(self->kept.serial);
    if (none && named && zero && outputs && serial && (like = PyTuple_Pack(3, size, dtype, self->kept.device)) != NULL &&
        (given = PyTuple_Pack(2, like, value)) != NULL &&
        (output = make(self, OUTPUT, OUTPUT_SLOTS, layer, region, zero)) != NULL) {
        PyList_SET_ITEM(outputs, 0, Py_NewRef(output));
        call = make(self, CALL_, CALL_SLOTS, func, self->kept.assign, given, named, none, serial, outputs, Py_None, Py_False,
                    Py_False, Py_None, Py_None, Py_False);
        PyObject *made[] = {outputs, like, region, given};
        for (int i = 0; i < 4; i++) {
            PyObject_GC_UnTrack(made[i]);
        }
    }
    PyObject *all[] = {none, named, zero, outputs, serial, like, given, output};
    for (int i = 0; i < 8; i++) {
        Py_XDECREF(all[i]);
    }
    return call;
}

/* One element of a plain tensor is about to be set: what is kept of it, or None where Python is to see to it. */
PyObject *
begin_set(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    if (kwargs != NULL || PyTuple_GET_SIZE(args) != 3 || !is_tensor(self, PyTuple_GET_ITEM(args, 0)) ||
        !is_plain_argument(self, PyTuple_GET_ITEM(args, 2)) || PyTuple_CheckExact(PyTuple_GET_ITEM(args, 2))) {
        Py_RETURN_NONE;
    }
    PyObject *target = PyTuple_GET_ITEM(args, 0), *given = PyTuple_GET_ITEM(args, 2), *ref, *value = NULL, *call = NULL;
    PyObject *place = place_of(self, target, &ref), *layer = place == NULL ? NULL : OF(PLACE, place, PLACE_LAYER);
    PyObject *region = place == NULL ? NULL : region_of(target, PyTuple_GET_ITEM(args, 1), OF(LAYER_, layer, LAYER_DTYPE));
    int learns = region == NULL ? 0 : requires_grad(target), leaf = learns > 0 ? is_set(target, name_is_leaf) : 0;
    int cpu = region == NULL || leaf ? 0 : is_set(target, name_is_cpu), quiet = cpu > 0 ? is_quiet(self) : cpu;
    PyObject *version = quiet > 0 ? PyObject_GetAttr(target, name__version) : NULL;
    PyErr_Clear();
    int same = 0, copied = 0;
    if (version != NULL) {
        same = PyObject_RichCompareBool(version, OF(CLOCK_, OF(LAYER_, layer, LAYER_CLOCK), CLOCK_VERSION), Py_EQ);
        Py_DECREF(version);
    }
    if (same > 0) {
        value = is_tensor(self, given) ? keep(self, given) : Py_NewRef(given);
        copied = value == NULL ? -1 : value == Py_None ? 0 : make_way(self, target, OF(PLACE, place, PLACE_MEMORY), region);
    }
    call = copied < 0 ? NULL : copied ? call_of(self, func, value, layer, region) : Py_NewRef(Py_None);
    Py_XDECREF(value);
    Py_XDECREF(region);
    Py_XDECREF(place);
    return call;
}

/* The element was set. */
int
end_set(HotPath *self, PyObject *func, PyObject *args, PyObject *call)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *given = PyTuple_GET_ITEM(args, 2), *ref;
    PyObject *place = place_of(self, target, &ref), *frames = place == NULL ? NULL : capture(self, NULL);
    PyObject *version = frames == NULL ? NULL : version_of(target), *state = NULL;
    int failed = -1;
    if (place == NULL && !PyErr_Occurred()) {
        return 0; /* the call itself has moved it */
    }
    if (version != NULL) {
        PyObject *memory = OF(PLACE, place, PLACE_MEMORY), *layer = OF(PLACE, place, PLACE_LAYER);
        set_slot(OF(LAYER_, layer, LAYER_CLOCK), self->kept.at[CLOCK_][CLOCK_VERSION], version);
        set_slot(call, self->kept.at[CALL_][CALL_FRAMES], frames);
        state = make(self, STATE, STATE_SLOTS, call, OF(MEMORY, memory, MEMORY_STATE), OF(CALL_, call, CALL_SERIAL));
        if (state != NULL) {
            set_slot(memory, self->kept.at[MEMORY][MEMORY_STATE], state);
            failed = enter(self, call, OF(CALL_, call, CALL_SERIAL));
        }
    }
    int learns = requires_grad(target), carried = learns || (is_tensor(self, given) && requires_grad(given) > 0);
    PyObject *enabled = carried ? PyObject_CallNoArgs(self->is_grad_enabled) : Py_NewRef(Py_True);
    Py_XDECREF(enabled);
    if (!failed && carried && (!learns || enabled != Py_True)) {
        PyObject *told = PyObject_CallMethodObjArgs(self->mode, name_cut_set, call, NULL);
        Py_XDECREF(told);
        failed = told == NULL ? -1 : 0;
    }
    Py_XDECREF(place);
    Py_XDECREF(frames);
    Py_XDECREF(version);
    Py_XDECREF(state);
    return failed;
}

/* An element of a tensor that is no leaf which learns was set; 0 where it is one, of which Python takes note. */
int
note_set(HotPath *self, PyObject *func, PyObject *args)
{
    PyObject *target = PyTuple_GET_ITEM(args, 0), *frames = NULL, *origin = NULL;
    int required = requires_grad(target), leaf = required > 0 ? is_set(target, name_is_leaf) : required;
    if (leaf) {
        PyErr_Clear();
        return 0;
    }
    long flags = 0;
    PyObject *parents = parents_of(self, args, NULL, &flags);
    int failed = parents == NULL || (frames = capture(self, NULL)) == NULL ||
                 (origin = new_origin(self, func, parents, frames, flags, target)) == NULL ||
                 note_written(self, func, parents, target, origin) < 0;
    Py_XDECREF(parents);
    Py_XDECREF(frames);
    Py_XDECREF(origin);
    return failed ? -1 : 1;
}
