/* The tape's objects: made and found. As `cells.py`, `memory.py` and `Tape.keep`. */

#include "_hotpath.h"
#include <stdarg.h>

PyObject *
HotPath_stop_taping(HotPath *self, PyObject *Py_UNUSED(nothing))
{
    self->taped = 0;
#define CLEAR_KEPT(part) Py_CLEAR(self->kept.part);
    TAPE_PARTS(CLEAR_KEPT)
    for (int i = 0; i < TAPE_CLASSES; i++) {
        Py_CLEAR(self->kept.classes[i]);
    }
    Py_RETURN_NONE;
}

/* The slots of a class, as a tuple of their names tells. */
static int
find_own_slots(HotPath *self, int kind, PyObject *named)
{
    static const int counts[] = {PLACE_SLOTS, MEMORY_SLOTS, LAYER_SLOTS,  KEPT_SLOTS,   CALL_SLOTS,
                                 STATE_SLOTS, OUTPUT_SLOTS, BLOCK_SLOTS, STORED_SLOTS, CLOCK_SLOTS};
    const char *names[MOST_SLOTS];
    if (!PyTuple_Check(named) || PyTuple_GET_SIZE(named) != counts[kind] + 1) {
        PyErr_SetString(PyExc_TypeError, "a class of the tape has other slots");
        return -1;
    }
    for (int i = 0; i < counts[kind]; i++) {
        if ((names[i] = PyUnicode_AsUTF8(PyTuple_GET_ITEM(named, i + 1))) == NULL) {
            return -1;
        }
    }
    self->kept.classes[kind] = Py_NewRef(PyTuple_GET_ITEM(named, 0));
    return find_slots(self->kept.classes[kind], names, counts[kind], self->kept.at[kind]);
}

/* `start_taping(classes, negligible, **parts)`: each class is given with the names of its slots. */
PyObject *
HotPath_start_taping(HotPath *self, PyObject *args, PyObject *kwargs)
{
    PyObject *classes;
    long long negligible;
    if (!PyArg_ParseTuple(args, "O!L:start_taping", &PyTuple_Type, &classes, &negligible)) {
        return NULL;
    }
    Py_DECREF(HotPath_stop_taping(self, NULL));
    self->kept.negligible = negligible;
#define TAKE(part)                                                                                                    \
    if ((self->kept.part = kwargs == NULL ? NULL : Py_XNewRef(PyDict_GetItemString(kwargs, #part))) == NULL) {        \
        return PyErr_Format(PyExc_TypeError, "%s is needed", #part);                                                  \
    }
    TAPE_PARTS(TAKE)
    if (PyTuple_GET_SIZE(classes) != TAPE_CLASSES || !PyDict_Check(self->kept.entries) || !PyList_Check(self->kept.dead) ||
        !PyDict_Check(self->kept.exported)) {
        PyErr_SetString(PyExc_TypeError, "a part is of the wrong kind");
        return NULL;
    }
    for (int i = 0; i < TAPE_CLASSES; i++) {
        if (find_own_slots(self, i, PyTuple_GET_ITEM(classes, i)) < 0) {
            return NULL;
        }
    }
    self->taped = 1;
    Py_RETURN_NONE;
}

/* An object of one of the tape's classes; its slots are given in their order, and not taken over. */
PyObject *
make(HotPath *self, int kind, int count, ...)
{
    PyObject *made = PyType_GenericAlloc((PyTypeObject *)self->kept.classes[kind], 0);
    if (made == NULL) {
        return NULL;
    }
    PyObject_GC_UnTrack(made); /* in no cycle, as Origins are not */
    va_list values;
    va_start(values, count);
    for (int i = 0; i < count; i++) {
        SLOT(made, self->kept.at[kind][i]) = Py_NewRef(va_arg(values, PyObject *));
    }
    va_end(values);
    return made;
}

/* The number that a function returns; -1 where it has failed. */
static int
told_by(PyObject *function)
{
    PyObject *told = PyObject_CallNoArgs(function);
    int truth = told == NULL ? -1 : PyObject_IsTrue(told);
    Py_XDECREF(told);
    return truth;
}

/* Does nobody else watch, and is no autocast in force? */
int
is_quiet(HotPath *self)
{
    PyObject *asked[] = {self->kept.tracing_state, self->kept.dispatch_depth, self->kept.is_profiled,
                         self->kept.any_autocast, self->kept.early_dispatch_depth};
    for (int i = 0; i < 6; i++) {
        int told = i < 5 ? told_by(asked[i]) : is_set(self->kept.tape, name_paused);
        if (told) {
            return told < 0 ? -1 : 0;
        }
    }
    return 1;
}

/* How often torch counted a write, or -1 of an inference tensor, which is not counted: `version_of` of the seam. */
PyObject *
version_of(PyObject *tensor)
{
    PyObject *version = PyObject_GetAttr(tensor, name__version);
    if (version == NULL && PyErr_ExceptionMatches(PyExc_RuntimeError)) {
        PyErr_Clear();
        version = PyLong_FromLong(-1);
    }
    return version;
}

/* Where a known tensor lies, a new reference: while torch works, another thread may have it lie elsewhere. NULL where
   nobody knows yet. */
PyObject *
place_of(HotPath *self, PyObject *tensor, PyObject **ref)
{
    PyObject *key = PyLong_FromVoidPtr(tensor);
    if (key == NULL) {
        return NULL;
    }
    *ref = PyDict_GetItemWithError(self->table, key);
    Py_DECREF(key);
    PyObject *place = *ref == NULL ? NULL : SLOT(*ref, self->ref_at[REF_PLACE]);
    return place == NULL || Py_TYPE(place) != (PyTypeObject *)self->kept.classes[PLACE] ? NULL : Py_NewRef(place);
}

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* How the tensor was read last, where that is how it is now; a new reference. */
static PyObject *
kept_before(HotPath *self, PyObject *place)
{
    PyObject *ref = OF(PLACE, place, PLACE_KEPT), *memory = OF(PLACE, place, PLACE_MEMORY);
    if (ref == Py_None || ref == NULL) {
        return NULL;
    }
    PyObject *kept = PyWeakref_GetObject(ref);
    if (kept == Py_None || OF(KEPT, kept, KEPT_STATE) != OF(MEMORY, memory, MEMORY_STATE) ||
        OF(KEPT, kept, KEPT_LAYER) != OF(PLACE, place, PLACE_LAYER) || OF(KEPT, kept, KEPT_STALE) != Py_False) {
        return NULL;
    }
    return Py_NewRef(kept);
}

static PyObject *
kept_now(HotPath *self, PyObject *tensor, PyObject *place)
{
    PyObject *memory = OF(PLACE, place, PLACE_MEMORY), *layer = OF(PLACE, place, PLACE_LAYER), *ref = NULL;
    PyObject *readers = OF(MEMORY, memory, MEMORY_FRESH), *kept = NULL;
    int required = requires_grad(tensor);
    PyObject *value = required < 0 ? NULL : PyObject_CallMethodNoArgs(tensor, name_detach);
    if (value == NULL) {
        return NULL;
    }
    PyObject_GC_UnTrack(value); /* ours alone, and without a history */
    kept = make(self, KEPT, KEPT_SLOTS, value, layer, OF(MEMORY, memory, MEMORY_STATE), OF(LAYER_, layer, LAYER_BLOCK),
                required ? Py_True : Py_False, Py_False, Py_None);
    Py_DECREF(value);
    if (kept == NULL || (ref = PyWeakref_NewRef(kept, NULL)) == NULL || PyList_Append(readers, ref) < 0) {
        Py_CLEAR(kept);
    }
    else {
        PyObject_GC_UnTrack(ref);
        set_slot(place, self->kept.at[PLACE][PLACE_KEPT], ref);
    }
    Py_XDECREF(ref);
    return kept;
}

/* Is there no more room for readers that nobody has sorted? Python throws those away that have died. */
static int
is_crowded(HotPath *self, PyObject *memory)
{
    return PyList_GET_SIZE(OF(MEMORY, memory, MEMORY_FRESH)) >= PyLong_AsSsize_t(OF(MEMORY, memory, MEMORY_ROOM));
}

/* As `Tape.keep`, where nobody else watches; the rare is left to it. A new reference: a Kept, or None. */
PyObject *
keep(HotPath *self, PyObject *tensor)
{
    PyObject *ref, *place = place_of(self, tensor, &ref);
    if (place != NULL && !is_crowded(self, OF(PLACE, place, PLACE_MEMORY))) {
        PyObject *version = PyObject_GetAttr(tensor, name__version);
        PyObject *clock = OF(LAYER_, OF(PLACE, place, PLACE_LAYER), LAYER_CLOCK);
        int same = version == NULL ? 0 : PyObject_RichCompareBool(version, OF(CLOCK_, clock, CLOCK_VERSION), Py_EQ);
        Py_XDECREF(version);
        PyErr_Clear(); /* an inference tensor has no version */
        if (same > 0) {
            PyObject *kept = kept_before(self, place);
            kept = kept != NULL ? kept : kept_now(self, tensor, place);
            Py_DECREF(place);
            return kept;
        }
    }
    Py_XDECREF(place);
    PyErr_Clear();
    return PyObject_CallOneArg(self->kept.keep, tensor);
}

PyObject *
HotPath_keep(HotPath *self, PyObject *tensor)
{
    if (IS_CLEARED(self) || !self->taped) {
        Py_RETURN_NONE;
    }
    int quiet = is_quiet(self);
    return quiet < 0 ? NULL : quiet ? keep(self, tensor) : PyObject_CallOneArg(self->kept.keep, tensor);
}

/* A copy of ours, which holds nothing. What holds it is not tracked either, so `Taping.kept_among` would not find it. */
PyObject *
HotPath_hide(HotPath *Py_UNUSED(self), PyObject *copied)
{
    PyObject_GC_UnTrack(copied);
    Py_RETURN_NONE;
}
