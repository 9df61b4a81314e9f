/* A call that only reads plain tensors and has returned one, where values are kept. As `Taping.after_one`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])
#define OFTEN 15 /* calls after which Python looks whether too much is kept */
#define LARGE (1 << 20)
#define NEGLIGIBLE_IN_PART 3125 /* so many negligible blocks are a sixteenth of all that may be kept, see ledger.py */

int
is_tensor(HotPath *self, PyObject *value)
{
    PyObject *kind = HASHES_PLAINLY(Py_TYPE(value)) ? PyDict_GetItemWithError(self->kinds, (PyObject *)Py_TYPE(value)) : NULL;
    return kind != NULL && PyLong_AsLong(kind) == ONE;
}

/* Can it hold neither a tensor nor a value of one? */
int
is_bare(HotPath *self, PyObject *value)
{
    if (PyLong_CheckExact(value) || PyBool_Check(value) || value == Py_None || value == Py_Ellipsis ||
        PyUnicode_CheckExact(value)) {
        return 1;
    }
    if (PySlice_Check(value)) {
        PySliceObject *slice = (PySliceObject *)value;
        return is_bare(self, slice->start) && is_bare(self, slice->stop) && is_bare(self, slice->step);
    }
    if (!PyFloat_CheckExact(value)) {
        return 0;
    }
    if (!PyDict_GET_SIZE(self->kept.exported)) {
        return 1;
    }
    PyObject *key = PyLong_FromVoidPtr(value);
    int known = key == NULL ? -1 : PyDict_Contains(self->kept.exported, key); /* it was the value of a tensor */
    Py_XDECREF(key);
    return known == 0;
}

int
is_plain_argument(HotPath *self, PyObject *value)
{
    if (!PyTuple_CheckExact(value)) {
        return is_bare(self, value) || is_tensor(self, value);
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(value); i++) {
        if (!is_bare(self, PyTuple_GET_ITEM(value, i))) {
            return 0;
        }
    }
    return 1;
}

/* Does nothing take part that Python is to see? */
int
is_simple(HotPath *self, PyObject *args, PyObject *out)
{
    int tensors = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i);
        if (value == out || !is_plain_argument(self, value)) {
            return 0;
        }
        tensors += is_tensor(self, value);
    }
    return tensors > 0;
}

/* Is an attribute this very object? Not where it cannot be told. */
int
is_same(PyObject *object, PyObject *name, PyObject *wanted)
{
    PyObject *found = get_attr(object, name);
    Py_XDECREF(found);
    return found != NULL ? found == wanted : (excused(), 0);
}

static int
is_answer(PyObject *function, PyObject *tensor, PyObject *wanted)
{
    PyObject *told = PyObject_CallOneArg(function, tensor);
    Py_XDECREF(told);
    return told != NULL ? told == wanted : (excused(), 0);
}

/* As `torch_api.is_plain`, of a tensor of no subclass on the CPU. */
int
is_plain(HotPath *self, PyObject *tensor)
{
    return is_same(tensor, name_layout, self->strided) &&
           is_same(tensor, name_is_quantized, Py_False) && is_same(tensor, name_is_nested, Py_False) &&
           is_answer(self->kept.is_transformed, tensor, Py_False) && is_answer(self->kept.has_storage, tensor, Py_True);
}

/* As `Memories.count`: of memory that has gone, and is not negligible, the ledger hears. */
static int
forget_dead(HotPath *self)
{
    PyObject *dead = self->kept.dead;
    Py_ssize_t last;
    while ((last = PyList_GET_SIZE(dead) - 1) >= 0) {
        PyObject *ref = PyList_GET_ITEM(dead, last), *block = OF(STORED, ref, STORED_BLOCK);
        if (block != NULL && block != Py_None && PyLong_AsLongLong(OF(BLOCK, block, BLOCK_NBYTES)) > self->kept.negligible) {
            PyObject *done = PyObject_CallNoArgs(self->kept.count_dead);
            Py_XDECREF(done);
            return done == NULL ? -1 : 0;
        }
        PyObject *key = OF(STORED, ref, STORED_KEY); /* none where it was interrupted while it was made */
        PyObject *known = key == NULL ? NULL : PyDict_GetItemWithError(self->kept.entries, key);
        if (known == ref && PyDict_DelItem(self->kept.entries, key) < 0) {
            return -1;
        }
        set_slot(ref, self->kept.at[STORED][STORED_BLOCK], Py_None);
        if (PyList_SetSlice(dead, last, last + 1, NULL) < 0) {
            return -1;
        }
    }
    return 0;
}

/* The memory that a storage is known as; borrowed, NULL where there is none. */
PyObject *
memory_at(HotPath *self, PyObject *key)
{
    if (forget_dead(self) < 0) {
        return NULL;
    }
    PyObject *ref = PyDict_GetItemWithError(self->kept.entries, key);
    PyObject *memory = ref == NULL ? NULL : PyWeakref_GetObject(ref);
    return memory == Py_None ? NULL : memory;
}

/* The arguments with every tensor as it is now; `carried` where one requires a gradient. */
static PyObject *
kept_arguments(HotPath *self, PyObject *args, int *carried)
{
    PyObject *given = PyTuple_New(PyTuple_GET_SIZE(args));
    for (Py_ssize_t i = 0; given != NULL && i < PyTuple_GET_SIZE(args); i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i), *known = Py_NewRef(value);
        if (is_tensor(self, value)) {
            Py_SETREF(known, keep(self, value));
            if (known == NULL || known == Py_None) { /* it cannot be kept: Python says so */
                Py_XDECREF(known);
                Py_CLEAR(given);
                break;
            }
            int required = requires_grad(value);
            *carried = *carried || required > 0;
            if (required < 0) {
                Py_DECREF(known);
                Py_CLEAR(given);
                break;
            }
        }
        PyTuple_SET_ITEM(given, i, known);
    }
    if (given != NULL) {
        PyObject_GC_UnTrack(given);
    }
    return given;
}

/* The geometry of one number at the beginning of its memory, a new reference: most of a program's have one in common.
   NULL where it is another, or must be made, which is no error. */
static PyObject *
of_one_number(PyObject *size, PyObject *stride, PyObject *offset, PyObject *dtype)
{
    static PyObject *latest = NULL;
    if (!PyTuple_Check(size) || PyTuple_GET_SIZE(size) || !PyTuple_Check(stride) || PyTuple_GET_SIZE(stride) ||
        PyLong_AsLong(offset) != 0) {
        PyErr_Clear();
        return NULL;
    }
    if (latest == NULL || PyTuple_GET_ITEM(latest, 3) != dtype) {
        PyObject *made = PyTuple_Pack(4, size, stride, offset, dtype);
        if (made == NULL) {
            PyErr_Clear();
            return NULL;
        }
        untrack(made);
        Py_XSETREF(latest, made);
    }
    return Py_NewRef(latest);
}

PyObject *
geometry_of(PyObject *tensor)
{
    PyObject *size = call_method(tensor, name_size);
    PyObject *stride = size == NULL ? NULL : call_method(tensor, name_stride);
    PyObject *offset = stride == NULL ? NULL : call_method(tensor, name_storage_offset);
    PyObject *dtype = offset == NULL ? NULL : get_attr(tensor, name_dtype);
    PyObject *made = dtype == NULL ? NULL : of_one_number(size, stride, offset, dtype);
    int shared = made != NULL;
    made = dtype == NULL || shared ? made : PyTuple_Pack(4, size, stride, offset, dtype);
    Py_XDECREF(size);
    Py_XDECREF(stride);
    Py_XDECREF(offset);
    Py_XDECREF(dtype);
    if (made != NULL && !shared) {
        PyObject_GC_UnTrack(made);
        untrack(PyTuple_GET_ITEM(made, 0)); /* numbers alone */
        untrack(PyTuple_GET_ITEM(made, 1));
    }
    return made;
}

/* A storage that is not known yet becomes a memory, in the state that the call has left it in. */
static PyObject *
new_memory(HotPath *self, PyObject *out, PyObject *storage, PyObject *key, PyObject *nbytes, PyObject *serial)
{
    PyObject *version = version_of(out), *dtype = version == NULL ? NULL : get_attr(out, name_dtype);
    if (dtype == NULL) {
        Py_XDECREF(version);
        return NULL;
    }
    PyObject *fresh = PyList_New(0), *readers = PyDict_New(), *room = PyLong_FromLong(FRESH), *memory = NULL, *ref = NULL;
    PyObject *cells = PyDict_New(), *left = PyLong_FromLong(SORTED);
    PyObject *block = make(self, BLOCK, BLOCK_SLOTS, nbytes, Py_False);
    PyObject *clock = make(self, CLOCK_, CLOCK_SLOTS, version), *layer = NULL;
    if (fresh && readers && cells && room && left && block && clock) {
        PyObject_GC_UnTrack(fresh);
        if (Py_REFCNT(storage) <= 2) { /* torch and we have it, the program does not */
            untrack(storage);
        }
        layer = make(self, LAYER_, LAYER_SLOTS, block, clock, dtype, serial, Py_None, Py_None, Py_None, Py_False);
        memory = layer == NULL ? NULL
                               : make(self, MEMORY, MEMORY_SLOTS, storage, block, layer, Py_None, fresh, room, left, readers,
                                      cells);
    }
    if (memory != NULL) {
        ref = PyObject_CallFunctionObjArgs(self->kept.classes[STORED], memory, self->kept.died, NULL);
        if (ref != NULL) {
            untrack(ref);
            set_slot(ref, self->kept.at[STORED][STORED_KEY], key);
            set_slot(ref, self->kept.at[STORED][STORED_BLOCK], block);
        }
        if (ref == NULL || PyDict_SetItem(self->kept.entries, key, ref) < 0) {
            Py_CLEAR(memory);
        }
    }
    PyObject *all[] = {version, dtype, fresh, readers, cells, room, left, block, clock, layer, ref};
    for (int i = 0; i < 11; i++) {
        Py_XDECREF(all[i]);
    }
    return memory;
}

/* The call is entered among those that are kept, and looked whether they are too many; it has made `nbytes` of memory. */
int
enter(HotPath *self, PyObject *call, long long nbytes)
{
    PyObject *ref = PyWeakref_NewRef(call, NULL);
    if (ref != NULL) {
        PyObject_GC_UnTrack(ref);
    }
    PyObject *told = ref == NULL ? NULL : PyObject_CallMethodObjArgs(self->kept.calls, name_append, ref, NULL);
    Py_XDECREF(ref);
    Py_XDECREF(told);
    long long part = self->kept.negligible * NEGLIGIBLE_IN_PART, most = part < LARGE ? part : LARGE;
    if (told != NULL && ((++self->kept.calls_made & OFTEN) == 0 || nbytes > most)) {
        told = PyObject_CallOneArg(self->kept.trim, call);
        Py_XDECREF(told);
    }
    return told == NULL ? -1 : 0;
}

/* The call made the result, in memory of its own; what it is cut by, or None. */
static int
put_made(HotPath *self, PyObject *func, PyObject *given, PyObject *kwargs, PyObject *out, PyObject *frames, PyObject *cut,
         PyObject *storage, PyObject *key)
{
    PyObject *ref, *serial = PyIter_Next(self->kept.serial), *born = PyIter_Next(self->kept.serial);
    PyObject *nbytes = call_method(storage, name_nbytes), *geometry = nbytes == NULL ? NULL : geometry_of(out);
    PyObject *memory = NULL, *call = NULL, *outputs = NULL, *output = NULL, *state = NULL, *place = NULL;
    PyObject *named = kwargs == NULL ? Py_NewRef(self->kept.no_names) : PyDict_Copy(kwargs);
    int failed = -1;
    if (!serial || !born || !nbytes || !geometry || !named ||
        (memory = new_memory(self, out, storage, key, nbytes, born)) == NULL) {
        goto done;
    }
    PyObject *layer = OF(MEMORY, memory, MEMORY_ROOT), *zero = PyLong_FromLong(0);
    output = zero == NULL ? NULL : make(self, OUTPUT, OUTPUT_SLOTS, layer, geometry, zero);
    Py_XDECREF(zero);
    if (output == NULL || (outputs = PyList_New(1)) == NULL) {
        goto done;
    }
    PyList_SET_ITEM(outputs, 0, Py_NewRef(output));
    PyObject_GC_UnTrack(outputs);
    call = make(self, CALL_, CALL_SLOTS, func, func, given, named, frames, serial, outputs, cut, Py_False, Py_False,
                Py_None, Py_None, Py_False);
    if (call == NULL || (state = make(self, STATE, STATE_SLOTS, call, Py_None, serial)) == NULL ||
        (place = make(self, PLACE, PLACE_SLOTS, memory, layer, Py_None)) == NULL) {
        goto done;
    }
    set_slot(memory, self->kept.at[MEMORY][MEMORY_STATE], state);
    if ((ref = ref_of(self, out)) != NULL) {
        set_slot(ref, self->ref_at[REF_PLACE], place);
        Py_DECREF(ref);
    }
    failed = PyErr_Occurred() ? -1 : enter(self, call, PyLong_AsLongLong(nbytes));
done:;
    PyObject *all[] = {serial, born, nbytes, geometry, memory, call, outputs, output, state, place, named};
    for (int i = 0; i < 11; i++) {
        Py_XDECREF(all[i]);
    }
    return failed;
}

/* What cuts the result off from arguments of which one has `carried` a gradient, or None; NULL where asking has failed. */
static PyObject *
cut_behind(HotPath *self, PyObject *func, PyObject *out, int carried, int enabled, PyObject *frames)
{
    int goes_on = !carried ? 1 : enabled ? requires_grad(out) : 0;
    return goes_on ? (goes_on < 0 ? NULL : Py_NewRef(Py_None)) : cut_of(self, func, frames, enabled, "call", 0);
}

/* 1 where it is done, 0 where Python is to do it. */
int
tape_one(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, PyObject *frames)
{
    int simple = is_simple(self, args, out) ? is_open(self) : 0;
    simple = simple > 0 ? is_set(out, name_is_cpu) : simple;
    if (simple <= 0 || !is_plain(self, out)) {
        return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *enabled = PyObject_CallNoArgs(self->is_grad_enabled);
    Py_XDECREF(enabled);
    if (enabled == NULL) {
        return -1;
    }
    PyObject *storage = call_method(out, name_untyped_storage), *given = NULL, *cut = NULL;
    PyObject *key = storage == NULL ? NULL : get_attr(storage, name__cdata);
    int done = -1, carried = 0;
    if (key == NULL) {
        goto done;
    }
    PyObject *memory = memory_at(self, key);
    if (memory != NULL) {
        Py_INCREF(memory);
        done = show(self, func, args, out, memory, enabled == Py_True, frames);
        Py_DECREF(memory);
        goto done;
    }
    int unwatched = PyErr_Occurred() ? -1 : is_unwatched(self);
    if (unwatched <= 0) {
        done = unwatched;
        goto done;
    }
    given = kept_arguments(self, args, &carried);
    if (given != NULL && memory_at(self, key) != NULL) { /* that of an argument, which was not known before */
        done = 0;
        goto done;
    }
    if (given == NULL || (cut = cut_behind(self, func, out, carried, enabled == Py_True, frames)) == NULL) {
        done = PyErr_Occurred() ? -1 : 0;
        goto done;
    }
    done = put_made(self, func, given, kwargs, out, frames, cut, storage, key) < 0 ? -1 : 1;
done:
    Py_XDECREF(given);
    Py_XDECREF(cut);
    Py_XDECREF(storage);
    Py_XDECREF(key);
    return done;
}
