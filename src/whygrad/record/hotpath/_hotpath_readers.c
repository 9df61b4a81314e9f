/* Who has read the cells that are about to be overwritten. As `Memory.take_readers` and `Tape.about_to_write`. */

#include "_hotpath.h"

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* The cell that a reader shows, -1 where it shows several. */
static Py_ssize_t
cell_of(PyObject *value)
{
    PyObject *size = call_method(value, name_size), *offset = NULL;
    Py_ssize_t cell = -1;
    if (size != NULL && PyTuple_Check(size) && PyTuple_GET_SIZE(size) == 0 &&
        (offset = call_method(value, name_storage_offset)) != NULL) {
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
    if (there == empty && there != NULL) {
        PyObject_GC_UnTrack(empty); /* of references that call nobody: in no cycle */
    }
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

/* As `Tape.copy`, of few bytes, which nobody counts. */
static int
copy(HotPath *self, PyObject *kept)
{
    PyObject *value = Py_NewRef(OF(KEPT, kept, KEPT_VALUE)), *known = OF(KEPT, kept, KEPT_GEOMETRY), *block = NULL;
    /* Of the tensor, and not of the copy. */
    PyObject *geometry = known == NULL || known == Py_None ? geometry_of(value) : Py_NewRef(known);
    PyObject *copied = geometry == NULL ? NULL : call_method(value, name_clone);
    PyObject *storage = copied == NULL ? NULL : call_method(copied, name_untyped_storage);
    PyObject *nbytes = storage == NULL ? NULL : call_method(storage, name_nbytes), *told = NULL;
    int few = nbytes != NULL && PyLong_AsLongLong(nbytes) <= self->kept.negligible;
    if (few && (block = make(self, BLOCK, BLOCK_SLOTS, nbytes, Py_False)) != NULL) {
        untrack(copied);
        set_slot(kept, self->kept.at[KEPT][KEPT_GEOMETRY], geometry);
        set_slot(kept, self->kept.at[KEPT][KEPT_VALUE], copied);
        set_slot(kept, self->kept.at[KEPT][KEPT_BLOCK], block);
    }
    else if (nbytes != NULL && !few) {
        told = PyObject_CallOneArg(self->kept.copy, kept);
    }
    int done = block != NULL || told != NULL;
    PyObject *all[] = {value, geometry, copied, storage, nbytes, block, told};
    for (int i = 0; i < 7; i++) {
        Py_XDECREF(all[i]);
    }
    return done ? 0 : -1;
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
        failed = kept != Py_None && copy(self, kept) < 0;
        Py_DECREF(kept);
    }
    Py_DECREF(readers);
    return failed ? -1 : 1;
}

/* Has nobody read anything of a memory who would have to be told? */
static int
is_unread(HotPath *self, PyObject *memory)
{
    return PyList_GET_SIZE(OF(MEMORY, memory, MEMORY_FRESH)) == 0 && PyDict_GET_SIZE(OF(MEMORY, memory, MEMORY_CELLS)) == 0 &&
           PyDict_GET_SIZE(OF(MEMORY, memory, MEMORY_READERS)) == 0;
}

/* Have what was read of these cells copied. */
int
make_way(HotPath *self, PyObject *target, PyObject *memory, PyObject *region)
{
    int one = PyTuple_GET_SIZE(PyTuple_GET_ITEM(region, 0)) == 0;
    int done = one ? copy_readers(self, memory, PyTuple_GET_ITEM(region, 2)) : is_unread(self, memory);
    if (!done) {
        PyObject *told = PyObject_CallFunctionObjArgs(self->kept.about_to_write, target, region, NULL);
        Py_XDECREF(told);
        return told == NULL ? -1 : 1;
    }
    return done;
}
