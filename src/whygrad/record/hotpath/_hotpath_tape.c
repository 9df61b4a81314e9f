/* The tape's objects: made and found. As `cells.py`, `memory.py` and `Tape.keep`. */

#include "_hotpath.h"
#include <stdarg.h>

/* What the collector is not to go through; a program may have put another function in the place of torch's. */
void
untrack(PyObject *object)
{
    if (PyObject_IS_GC(object)) {
        PyObject_GC_UnTrack(object);
    }
}

static void
clear_parts(HotPath *self)
{
#define CLEAR_KEPT(part) Py_CLEAR(self->kept.part);
    TAPE_PARTS(CLEAR_KEPT)
    for (int i = 0; i < TAPE_CLASSES; i++) {
        Py_CLEAR(self->kept.classes[i]);
    }
    for (int i = 0; i < CUTS; i++) {
        Py_CLEAR(self->kept.cuts[i]);
    }
}

/* Until `leave_tape` the parts stay, although another thread may stop the taping while torch or Python works. */
void
enter_tape(HotPath *self)
{
    self->kept.users++;
}

void
leave_tape(HotPath *self)
{
    if (--self->kept.users == 0 && !self->taped && self->kept.tape != NULL) {
        clear_parts(self);
    }
}

PyObject *
HotPath_stop_taping(HotPath *self, PyObject *Py_UNUSED(nothing))
{
    self->taped = 0;
    enter_tape(self);
    leave_tape(self);
    Py_RETURN_NONE;
}

/* The slots of a class, as a tuple of their names tells. */
static int
find_own_slots(HotPath *self, int kind, PyObject *named)
{
    static const int counts[] = {PLACE_SLOTS, MEMORY_SLOTS, LAYER_SLOTS,  KEPT_SLOTS,   CALL_SLOTS,
                                 STATE_SLOTS, OUTPUT_SLOTS, BLOCK_SLOTS, STORED_SLOTS, CLOCK_SLOTS};
    const char *names[MOST_SLOTS];
    if (!PyTuple_Check(named) || PyTuple_GET_SIZE(named) != counts[kind] + 1 || !PyType_Check(PyTuple_GET_ITEM(named, 0))) {
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
    if (self->kept.users) {
        PyErr_SetString(PyExc_RuntimeError, "another tape is in use");
        return NULL;
    }
    self->kept.negligible = negligible;
#define TAKE(part)                                                                                                    \
    if ((self->kept.part = kwargs == NULL ? NULL : Py_XNewRef(PyDict_GetItemString(kwargs, #part))) == NULL) {        \
        return PyErr_Format(PyExc_TypeError, "%s is needed", #part);                                                  \
    }
    TAPE_PARTS(TAKE)
    if (PyTuple_GET_SIZE(classes) != TAPE_CLASSES || !PyDict_Check(self->kept.entries) || !PyList_Check(self->kept.dead) ||
        !PyDict_Check(self->kept.exported) || !PyDict_Check(self->kept.zeros) || !PyIter_Check(self->kept.serial)) {
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

/* An object of one of the tape's classes; its slots are given in their order, and not taken over.

   They are held before it is made: the collector may run then, and with it Python, which may let go of what was borrowed. */
PyObject *
make(HotPath *self, int kind, int count, ...)
{
    PyObject *held[MOST_SLOTS];
    va_list values;
    va_start(values, count);
    for (int i = 0; i < count; i++) {
        held[i] = Py_NewRef(va_arg(values, PyObject *));
    }
    va_end(values);
    PyObject *made = PyType_GenericAlloc((PyTypeObject *)self->kept.classes[kind], 0);
    if (made != NULL) {
        PyObject_GC_UnTrack(made); /* in no cycle, as Origins are not */
    }
    for (int i = 0; i < count; i++) {
        if (made != NULL) {
            SLOT(made, self->kept.at[kind][i]) = held[i];
        }
        else {
            Py_DECREF(held[i]);
        }
    }
    return made;
}

/* Is it a cut of exactly these parts? */
static int
is_same_cut(PyObject *cut, PyObject *func, PyObject *frames, PyObject *switched, const char *kind, int own_count)
{
    return cut != NULL && PyTuple_Check(cut) && PyTuple_GET_SIZE(cut) == 5 && PyTuple_GET_ITEM(cut, 0) == func &&
           PyTuple_GET_ITEM(cut, 1) == frames && PyTuple_GET_ITEM(cut, 2) == switched &&
           PyUnicode_Check(PyTuple_GET_ITEM(cut, 3)) && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(cut, 3), kind) == 0 &&
           PyTuple_GET_ITEM(cut, 4) == (own_count ? Py_True : Py_False);
}

/* A `Cut`: autograd's graph ends at this call, although the values go on. */
PyObject *
cut_of(HotPath *self, PyObject *func, PyObject *frames, int enabled, const char *kind, int own_count)
{
    PyObject *switched = enabled ? Py_NewRef(Py_None) : in_force(self);
    PyObject **latest = &self->kept.cuts[((size_t)frames >> 4) % CUTS];
    if (switched != NULL && is_same_cut(*latest, func, frames, switched, kind, own_count)) {
        Py_DECREF(switched);
        return Py_NewRef(*latest);
    }
    PyObject *parts = switched == NULL ? NULL : Py_BuildValue("OOOsO", func, frames, switched, kind, own_count ? Py_True : Py_False);
    PyObject *cut = parts == NULL ? NULL : PyObject_CallOneArg(self->kept.new_cut, parts);
    Py_XDECREF(switched);
    Py_XDECREF(parts);
    if (cut != NULL) {
        untrack(cut);
        Py_XSETREF(*latest, Py_NewRef(cut));
    }
    return cut;
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

/* May values be asked for: is nothing traced, to which sizes are tensors, and does the tape take any? */
int
is_open(HotPath *self)
{
    int told = told_by(self->kept.tracing_state);
    told = told ? told : is_set(self->kept.tape, name_paused);
    return told < 0 ? -1 : !told;
}

/* Does nobody else watch, who would see what we compute, and is no autocast in force? */
int
is_unwatched(HotPath *self)
{
    PyObject *asked[] = {self->kept.dispatch_depth, self->kept.is_profiled, self->kept.any_autocast,
                         self->kept.early_dispatch_depth};
    for (int i = 0; i < 4; i++) {
        int told = told_by(asked[i]);
        if (told) {
            return told < 0 ? -1 : 0;
        }
    }
    return 1;
}

int
is_quiet(HotPath *self)
{
    int open = is_open(self);
    return open > 0 ? is_unwatched(self) : open;
}

/* -1 where asking has raised. */
static int
is_inferred(PyObject *tensor)
{
    PyObject *told = call_method(tensor, name_is_inference);
    int inferred = told == NULL ? -1 : PyObject_IsTrue(told);
    Py_XDECREF(told);
    return inferred;
}

/* How often torch counted a write, or -1 of an inference tensor, which is not counted: `version_of` of the seam. */
PyObject *
version_of(PyObject *tensor)
{
    int inferred = is_inferred(tensor); /* its count is not to be asked for: what torch raises then takes longer than all else */
    PyObject *version = inferred ? NULL : get_attr(tensor, name__version);
    if (inferred > 0 || (version == NULL && PyErr_ExceptionMatches(PyExc_RuntimeError))) {
        PyErr_Clear();
        version = PyLong_FromLong(-1);
    }
    return version;
}

/* The reference by which a tensor is known, a new one; NULL where it is not. */
PyObject *
ref_of(HotPath *self, PyObject *tensor)
{
    PyObject *key = PyLong_FromVoidPtr(tensor);
    PyObject *ref = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(self->table, key));
    Py_XDECREF(key);
    return ref;
}

/* Where a known tensor lies, a new reference: while torch works, another thread may have it lie elsewhere. NULL where
   nobody knows yet. A place holds its memory and its layer, which never change, for as long as it is held. */
PyObject *
place_of(HotPath *self, PyObject *tensor)
{
    PyObject *ref = ref_of(self, tensor), *place = ref == NULL ? NULL : Py_XNewRef(SLOT(ref, self->ref_at[REF_PLACE]));
    Py_XDECREF(ref);
    if (place != NULL && Py_TYPE(place) != (PyTypeObject *)self->kept.classes[PLACE]) {
        Py_CLEAR(place);
    }
    return place;
}

#define OF(kind, object, slot) SLOT(object, self->kept.at[kind][slot])

/* Has torch counted no writes but those that were seen? Of an inference tensor it counts none. */
int
is_as_seen(HotPath *self, PyObject *tensor, PyObject *layer)
{
    PyObject *seen = Py_NewRef(OF(CLOCK_, OF(LAYER_, layer, LAYER_CLOCK), CLOCK_VERSION));
    int huge = 0, uncounted = PyLong_CheckExact(seen) && PyLong_AsLongAndOverflow(seen, &huge) == -1 && !huge;
    PyObject *version = uncounted ? version_of(tensor) : get_attr(tensor, name__version);
    int same = version == NULL ? -1 : PyObject_RichCompareBool(version, seen, Py_EQ);
    Py_XDECREF(version);
    Py_DECREF(seen);
    return same < 0 && excused() ? 0 : same;
}

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
    PyObject *value = required < 0 ? NULL : call_method(tensor, name_detach);
    if (value == NULL) {
        return NULL;
    }
    untrack(value); /* ours alone, and without a history */
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
    PyObject *place = place_of(self, tensor), *kept = NULL;
    int known = place != NULL && !is_crowded(self, OF(PLACE, place, PLACE_MEMORY));
    known = known ? is_as_seen(self, tensor, OF(PLACE, place, PLACE_LAYER)) : 0;
    if (known > 0) {
        kept = kept_before(self, place);
        kept = kept != NULL ? kept : kept_now(self, tensor, place);
    }
    Py_XDECREF(place);
    return known || PyErr_Occurred() ? kept : PyObject_CallOneArg(self->kept.keep, tensor);
}

PyObject *
HotPath_keep(HotPath *self, PyObject *tensor)
{
    if (IS_CLEARED(self) || !self->taped) {
        Py_RETURN_NONE;
    }
    enter_tape(self);
    int quiet = is_quiet(self);
    PyObject *kept = quiet < 0 ? NULL : quiet ? keep(self, tensor) : PyObject_CallOneArg(self->kept.keep, tensor);
    leave_tape(self);
    return kept;
}

/* A copy of ours, which holds nothing. What holds it is not tracked either, so `Taping.kept_among` would not find it. */
PyObject *
HotPath_hide(HotPath *Py_UNUSED(self), PyObject *copied)
{
    untrack(copied);
    Py_RETURN_NONE;
}
