/* What is done at every recorded call, in C; see hotpath.py.

   It does what `RecordingMode.__torch_function__`, `RecordingMode.note`, `Origins.put` and `Stack.capture` do, for the
   call that is met mostly: one that returns one new tensor of no subclass. Every other call is handed to those. Nothing of
   torch is linked: tensors are asked as from Python. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <frameobject.h>
#include <stddef.h>
#include <structmember.h>

/* The interpreter's own frames, where we know what they look like. */
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030E0000 && !defined(Py_GIL_DISABLED)
#define INTERPRETER_FRAMES
#define Py_BUILD_CORE 1
#include <internal/pycore_frame.h>
#undef Py_BUILD_CORE
#if PY_VERSION_HEX < 0x030D0000
#define CURRENT_FRAME(state) ((state)->cframe->current_frame)
#define CODE_OF(frame) ((frame)->f_code)
#else
#define CURRENT_FRAME(state) ((state)->current_frame)
#define CODE_OF(frame) _PyFrame_GetCode(frame)
#endif
#define LASTI_OF(frame) (_PyInterpreterFrame_LASTI(frame) * (int)sizeof(_Py_CODEUNIT))
#endif

#if PY_VERSION_HEX < 0x030B0000
#define LASTI_OF_OBJECT(frame) (2 * (frame)->f_lasti)
#define BACK_OF_OBJECT(frame) ((PyFrameObject *)Py_XNewRef((PyObject *)(frame)->f_back))
#else
#define LASTI_OF_OBJECT(frame) PyFrame_GetLasti(frame)
#define BACK_OF_OBJECT(frame) PyFrame_GetBack(frame)
#endif

#define ELEMENTS 4096 /* as in recorder.py */
#define KNOWN 4096 /* tuples of frames that are kept to be used again */

/* As in origin.py and mode.py; hotpath.py compares them when it is loaded. */
#define REQUIRES_GRAD 1
#define LEAF 2
#define OUTSIDE 8
#define CUT 32
#define NOTHING 0
#define ONE 1
#define SEVERAL 2

enum { OP, PARENTS, FRAMES, FLAGS, CLOCK, DTYPE, SWITCH, EXTRA, ORIGIN_SLOTS };
static const char *const ORIGIN_NAMES[] = {"op", "parents", "frames", "flags", "clock", "dtype", "switch", "extra"};
enum { REF_ID, REF_ORIGIN, REF_PLACE, REF_SLOTS };
static const char *const REF_NAMES[] = {"id", "origin", "place"};

/* What Python gives when it makes one, by these names. */
#define PARTS(X)                                                                                                       \
    X(mode) X(recorder) X(stack) X(origins) X(probe) X(modes) X(special) X(kinds) X(table) X(plain) X(ownership) X(skipped)     \
    X(numbers) X(Origin) X(TensorRef) X(sequence_number) X(is_grad_enabled) X(is_inference_mode_enabled) X(wholly)

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
#define DECLARE(part) PyObject *part;
    PARTS(DECLARE)
#undef DECLARE
    PyObject *forget;
    PyObject **known;
    Py_ssize_t made, limit;
    Py_ssize_t origin_at[ORIGIN_SLOTS], ref_at[REF_SLOTS];
} HotPath;

static PyObject *name_active, *name_broken, *name_contract, *name_dtype, *name_fail, *name_follower, *name_call_failed, *name_guarded,
    *name_in_force, *name_look_at, *name_note, *name_note_untold, *name_requires_grad, *name_take, *name_young;

#define SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))

static void
set_slot(PyObject *object, Py_ssize_t offset, PyObject *value)
{
    PyObject *before = SLOT(object, offset);
    Py_INCREF(value);
    SLOT(object, offset) = value;
    Py_XDECREF(before);
}

/* -- where the program is ------------------------------------------------------------------------------------------ */

#define MOST_FRAMES 64 /* as in stack.py */

/* What `Stack.capture` finds: borrowed codes, and the instructions in them. The innermost is not counted in its limit. */
typedef struct {
    PyCodeObject *codes[MOST_FRAMES + 2];
    int at[MOST_FRAMES + 2];
    int count;
} Places;

/* Is it the user's own file? -1 where that could not be told. */
static int
is_own(HotPath *self, PyObject *file)
{
    PyObject *known = PyDict_GetItemWithError(self->ownership, file);
    if (known != NULL) {
        return known == Py_True;
    }
    if (PyErr_Occurred() || (known = PyObject_GetItem(self->ownership, file)) == NULL) {
        return -1;
    }
    int own = known == Py_True;
    Py_DECREF(known);
    return own;
}

/* Is there more to be found outside a frame with this code? -1 where that could not be told. */
static int
add_place(HotPath *self, Places *places, PyCodeObject *code, int at)
{
    int takes = places->count ? is_own(self, code->co_filename) : PySet_Contains(self->skipped, code->co_filename) ^ 1;
    if (takes < 0 || PyErr_Occurred()) {
        return -1;
    }
    if (takes) {
        places->codes[places->count] = code;
        places->at[places->count] = at;
        places->count++;
    }
    return places->count <= MOST_FRAMES;
}

/* By objects of frames, which are made where there are none; a reference to the last one is kept by those inside it. */
static int
find_places_by_objects(HotPath *self, Places *places, PyFrameObject *frame)
{
    int more = 1;
    Py_INCREF(frame);
    while (frame != NULL) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        int at = LASTI_OF_OBJECT(frame);
        more = add_place(self, places, code, at);
        Py_DECREF(code); /* the frame has it */
        PyFrameObject *outer = more > 0 ? BACK_OF_OBJECT(frame) : NULL;
        Py_DECREF(frame);
        frame = outer;
    }
    return more < 0 ? -1 : 0;
}

#ifdef INTERPRETER_FRAMES

/* By the interpreter's own frames: making an object of each costs more than all the rest that is done here. */
static int
find_places_from(HotPath *self, Places *places, _PyInterpreterFrame *frame)
{
    int more = 1;
    for (; frame != NULL && more > 0; frame = frame->previous) {
        if (!_PyFrame_IsIncomplete(frame)) {
            more = add_place(self, places, CODE_OF(frame), LASTI_OF(frame));
        }
    }
    return more < 0 ? -1 : 0;
}

static int
find_places(HotPath *self, Places *places, PyFrameObject *frame)
{
    _PyInterpreterFrame *at = CURRENT_FRAME(PyThreadState_Get());
    while (at != NULL && frame != NULL && at->frame_obj != frame) {
        at = at->previous;
    }
    if (at == NULL && frame != NULL) { /* it runs no more, or in another thread */
        return find_places_by_objects(self, places, frame);
    }
    return find_places_from(self, places, at);
}

#else

static int
find_places(HotPath *self, Places *places, PyFrameObject *frame)
{
    frame = frame == NULL ? PyEval_GetFrame() : frame;
    return frame == NULL ? 0 : find_places_by_objects(self, places, frame);
}

#endif

static int
is_tuple_of(PyObject *frames, const Places *places)
{
    if (PyTuple_GET_SIZE(frames) != 2 * places->count) {
        return 0;
    }
    for (int i = 0; i < places->count; i++) {
        if (PyTuple_GET_ITEM(frames, 2 * i) != (PyObject *)places->codes[i] ||
            PyLong_AsLong(PyTuple_GET_ITEM(frames, 2 * i + 1)) != places->at[i]) {
            return 0;
        }
    }
    return 1;
}

static PyObject *
new_tuple_of(const Places *places)
{
    PyObject *frames = PyTuple_New(2 * places->count);
    for (int i = 0; frames != NULL && i < places->count; i++) {
        PyObject *at = PyLong_FromLong(places->at[i]);
        if (at == NULL) {
            Py_CLEAR(frames);
            break;
        }
        Py_INCREF(places->codes[i]);
        PyTuple_SET_ITEM(frames, 2 * i, (PyObject *)places->codes[i]);
        PyTuple_SET_ITEM(frames, 2 * i + 1, at);
    }
    return frames;
}

/* The frames as Python knows them; a program runs through the same ones again and again, which then share one tuple. */
static PyObject *
tuple_of(HotPath *self, const Places *places)
{
    size_t mixed = 0;
    for (int i = 0; i < places->count; i++) {
        mixed = (mixed ^ ((size_t)places->codes[i] >> 4) ^ ((size_t)places->at[i] << 20)) * (size_t)0x9E3779B97F4A7C15ULL;
    }
    PyObject **known = &self->known[(mixed >> 40) % KNOWN];
    if (*known == NULL || !is_tuple_of(*known, places)) {
        PyObject *frames = new_tuple_of(places);
        if (frames == NULL) {
            return NULL;
        }
        Py_XSETREF(*known, frames);
    }
    Py_INCREF(*known);
    return *known;
}

/* The places of `frame`, or of the one that runs, and of those outside it. */
static PyObject *
capture(HotPath *self, PyFrameObject *frame)
{
    Places places;
    places.count = 0;
    PyObject *frames = find_places(self, &places, frame) < 0 ? NULL : tuple_of(self, &places);
    PyObject *follower = frames == NULL ? NULL : PyObject_GetAttr(self->stack, name_follower), *told = NULL;
    if (follower != NULL) {
        told = follower == Py_None ? Py_NewRef(Py_None) : PyObject_CallOneArg(follower, frames);
        Py_DECREF(follower);
    }
    if (told == NULL) {
        Py_CLEAR(frames);
    }
    Py_XDECREF(told);
    return frames;
}

static PyObject *
HotPath_capture(HotPath *self, PyObject *frame)
{
    if (frame == Py_None) {
        return PyTuple_New(0);
    }
    if (!PyFrame_Check(frame)) {
        return PyErr_Format(PyExc_TypeError, "a frame is needed, not %R", frame);
    }
    return capture(self, (PyFrameObject *)frame);
}

/* -- the living tensors' Origins ----------------------------------------------------------------------------------- */

static PyObject *
HotPath_forget(HotPath *self, PyObject *ref)
{
    if (!PyObject_TypeCheck(ref, (PyTypeObject *)self->TensorRef)) {
        return PyErr_Format(PyExc_TypeError, "a TensorRef is needed, not %R", ref);
    }
    Py_INCREF(ref); /* the table may be the last that holds it: who calls back does not */
    int failed = 0;
    PyObject *key = SLOT(ref, self->ref_at[REF_ID]);
    if (key != NULL) {
        /* The entry may be another tensor's already: ids are used again. */
        PyObject *known = PyDict_GetItemWithError(self->table, key);
        failed = (known == NULL && PyErr_Occurred()) || (known == ref && PyDict_DelItem(self->table, key) < 0);
    }
    if (!failed) {
        set_slot(ref, self->ref_at[REF_ORIGIN], Py_None);
        set_slot(ref, self->ref_at[REF_PLACE], Py_None);
    }
    Py_DECREF(ref);
    return failed ? NULL : Py_NewRef(Py_None);
}

static long
flags_of(HotPath *self, PyObject *origin)
{
    PyObject *flags = SLOT(origin, self->origin_at[FLAGS]);
    return flags == NULL ? 0 : PyLong_AsLong(flags);
}

static int
put(HotPath *self, PyObject *tensor, PyObject *origin)
{
    int failed = -1;
    PyObject *key = PyLong_FromVoidPtr(tensor), *ref = NULL;
    if (key == NULL) {
        return -1;
    }
    ref = PyDict_GetItemWithError(self->table, key);
    Py_XINCREF(ref);
    if (ref == NULL) {
        if (PyErr_Occurred() || (ref = PyObject_CallFunctionObjArgs(self->TensorRef, tensor, self->forget, NULL)) == NULL) {
            goto done;
        }
        set_slot(ref, self->ref_at[REF_ID], key);
        set_slot(ref, self->ref_at[REF_PLACE], Py_None);
        if (PyDict_SetItem(self->table, key, ref) < 0) {
            goto done;
        }
    }
    set_slot(ref, self->ref_at[REF_ORIGIN], origin);
    self->made++;
    if (!(flags_of(self, origin) & (REQUIRES_GRAD | LEAF))) {
        PyObject *young = PyObject_GetAttr(self->origins, name_young);
        if (young == NULL) {
            goto done;
        }
        int appended = PyList_Append(young, ref);
        Py_DECREF(young);
        if (appended < 0) {
            goto done;
        }
    }
    if (self->made > self->limit) {
        self->made = 0;
        PyObject *done = PyObject_CallMethodNoArgs(self->origins, name_contract);
        if (done == NULL) {
            goto done;
        }
        Py_DECREF(done);
    }
    failed = 0;
done:
    Py_DECREF(key);
    Py_XDECREF(ref);
    return failed;
}

static PyObject *
HotPath_put(HotPath *self, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2 || Py_TYPE(args[1]) != (PyTypeObject *)self->Origin) {
        PyErr_SetString(PyExc_TypeError, "put(tensor, origin)");
        return NULL;
    }
    if (put(self, args[0], args[1]) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* -- one call ------------------------------------------------------------------------------------------------------ */

/* A truth that an object of ours has; -1 where it could not be told. */
static int
is_set(PyObject *object, PyObject *name)
{
    PyObject *value = PyObject_GetAttr(object, name);
    if (value == NULL) {
        return -1;
    }
    int truth = PyObject_IsTrue(value);
    Py_DECREF(value);
    return truth;
}

static int
answers_true(PyObject *function)
{
    PyObject *value = PyObject_CallNoArgs(function);
    if (value == NULL) {
        return -1;
    }
    int truth = PyObject_IsTrue(value);
    Py_DECREF(value);
    return truth;
}

/* As `torch_api.requires_grad`: some views refuse to be asked. */
static int
requires_grad(PyObject *tensor)
{
    int required = is_set(tensor, name_requires_grad);
    if (required < 0 && PyErr_ExceptionMatches(PyExc_RuntimeError)) {
        PyErr_Clear();
        return 0;
    }
    return required;
}

/* Are these numbers and words alone, as a size is? */
static int
holds_plain_values(PyObject *values)
{
    if (!PyTuple_CheckExact(values) && !PyList_CheckExact(values)) {
        return 0;
    }
    Py_ssize_t count = PySequence_Fast_GET_SIZE(values);
    for (Py_ssize_t i = 0; i < count && i <= ELEMENTS; i++) {
        PyObject *value = PySequence_Fast_GET_ITEM(values, i);
        if (!PyLong_CheckExact(value) && !PyBool_Check(value) && !PyUnicode_CheckExact(value)) {
            return 0;
        }
    }
    return count > 0;
}

/* Adds the Origins of one argument to `parents`, and to `flags` what it tells. */
static int
take(HotPath *self, PyObject *value, PyObject *parents, long *flags)
{
    int plain = PySet_Contains(self->plain, (PyObject *)Py_TYPE(value));
    if (plain) {
        return plain < 0 ? -1 : 0;
    }
    if (holds_plain_values(value)) {
        *flags |= OUTSIDE;
        return 0;
    }
    PyObject *key = PyLong_FromVoidPtr(value);
    if (key == NULL) {
        return -1;
    }
    if (PyFloat_CheckExact(value)) {
        int known = PyDict_Contains(self->numbers, key);
        if (known <= 0) {
            Py_DECREF(key);
            *flags |= OUTSIDE;
            return known;
        }
    }
    PyObject *ref = PyDict_GetItemWithError(self->table, key);
    Py_DECREF(key);
    if (ref != NULL) {
        PyObject *origin = SLOT(ref, self->ref_at[REF_ORIGIN]);
        return origin == NULL || origin == Py_None ? 0 : PyList_Append(parents, origin);
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    PyObject *frame = (PyObject *)PyEval_GetFrame();
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_take, value, parents, frame, NULL);
    if (told == NULL) {
        return -1;
    }
    *flags |= PyLong_AsLong(told);
    Py_DECREF(told);
    return PyErr_Occurred() ? -1 : 0;
}

/* The parents of a call's result, or NULL. */
static PyObject *
parents_of(HotPath *self, PyObject *args, PyObject *kwargs, long *flags)
{
    PyObject *parents = PyList_New(0), *key, *value;
    Py_ssize_t at = 0;
    if (parents == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        if (take(self, PyTuple_GET_ITEM(args, i), parents, flags) < 0) {
            goto failed;
        }
    }
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &key, &value)) {
        if (take(self, value, parents, flags) < 0) {
            goto failed;
        }
    }
    PyObject *found = PyList_AsTuple(parents);
    Py_DECREF(parents);
    return found;
failed:
    Py_DECREF(parents);
    return NULL;
}

/* As `RecordingMode.origin`. */
static PyObject *
new_origin(HotPath *self, PyObject *func, PyObject *parents, PyObject *frames, long flags, PyObject *out)
{
    PyObject *dtype = NULL, *switched = NULL, *number = NULL, *clock = NULL, *origin = NULL;
    int required = requires_grad(out);
    if (required < 0) {
        return NULL;
    }
    if (required) {
        flags |= REQUIRES_GRAD | (PyTuple_GET_SIZE(parents) ? 0 : LEAF);
    }
    else {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parents); i++) {
            PyObject *parent = PyTuple_GET_ITEM(parents, i);
            if (Py_TYPE(parent) == (PyTypeObject *)self->Origin && flags_of(self, parent) & REQUIRES_GRAD) {
                flags |= CUT;
                break;
            }
        }
        int enabled = answers_true(self->is_grad_enabled);
        int inferring = enabled < 0 ? -1 : answers_true(self->is_inference_mode_enabled);
        if (inferring < 0 || (dtype = PyObject_GetAttr(out, name_dtype)) == NULL) {
            goto done;
        }
        if ((!enabled || inferring) && (switched = PyObject_CallMethodNoArgs(self->modes, name_in_force)) == NULL) {
            goto done;
        }
    }
    number = PyLong_FromLong(flags);
    clock = PyObject_CallNoArgs(self->sequence_number);
    if (number == NULL || clock == NULL) {
        goto done;
    }
    origin = PyType_GenericAlloc((PyTypeObject *)self->Origin, 0);
    if (origin == NULL) {
        goto done;
    }
    set_slot(origin, self->origin_at[OP], func);
    set_slot(origin, self->origin_at[PARENTS], parents);
    set_slot(origin, self->origin_at[FRAMES], frames);
    set_slot(origin, self->origin_at[FLAGS], number);
    set_slot(origin, self->origin_at[CLOCK], clock);
    set_slot(origin, self->origin_at[DTYPE], dtype == NULL ? Py_None : dtype);
    set_slot(origin, self->origin_at[SWITCH], switched == NULL ? Py_None : switched);
    set_slot(origin, self->origin_at[EXTRA], Py_None);
done:
    Py_XDECREF(dtype);
    Py_XDECREF(switched);
    Py_XDECREF(number);
    Py_XDECREF(clock);
    return origin;
}

/* Whether it holds no tensor, is one, or is a sequence of them; see `ResultKinds`. */
static int
kind_of(HotPath *self, PyObject *result)
{
    PyObject *kind = PyDict_GetItemWithError(self->kinds, (PyObject *)Py_TYPE(result));
    if (kind != NULL) {
        return (int)PyLong_AsLong(kind);
    }
    if (PyErr_Occurred() || (kind = PyObject_GetItem(self->kinds, (PyObject *)Py_TYPE(result))) == NULL) {
        return -1;
    }
    int number = (int)PyLong_AsLong(kind);
    Py_DECREF(kind);
    return number;
}

/* Is it a plain tuple or list of tensors, none of them of a subclass? */
static int
are_tensors(HotPath *self, PyObject *results)
{
    if (!PyTuple_CheckExact(results) && !PyList_CheckExact(results)) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(results); i++) {
        PyObject *kind = PyDict_GetItemWithError(self->kinds, (PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(results, i)));
        if (kind == NULL || PyLong_AsLong(kind) != ONE) {
            PyErr_Clear();
            return 0;
        }
    }
    return 1;
}

/* Is the result a tensor that was there before: known already, or the first argument itself? */
static int
was_there(HotPath *self, PyObject *args, PyObject *out)
{
    if (PyTuple_GET_SIZE(args) && PyTuple_GET_ITEM(args, 0) == out) {
        return 1;
    }
    PyObject *key = PyLong_FromVoidPtr(out);
    if (key == NULL) {
        return -1;
    }
    int known = PyDict_Contains(self->table, key);
    Py_DECREF(key);
    return known;
}

/* As `RecordingMode._note_several`: results that carry a gradient share one Origin. */
static int
put_several(HotPath *self, PyObject *func, PyObject *parents, PyObject *frames, long flags, PyObject *out)
{
    PyObject *origin = NULL;
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PySequence_Fast_GET_SIZE(out); i++) {
        PyObject *result = PySequence_Fast_GET_ITEM(out, i);
        int kind = kind_of(self, result), required = kind == ONE ? requires_grad(result) : 0;
        failed = kind < 0 || required < 0;
        if (failed || kind == NOTHING) {
            continue;
        }
        if (origin == NULL || !required) {
            Py_XSETREF(origin, new_origin(self, func, parents, frames, flags, result));
        }
        failed = origin == NULL || put(self, result, origin) < 0;
        if (!required) {
            Py_CLEAR(origin);
        }
    }
    Py_XDECREF(origin);
    return failed ? -1 : 0;
}

/* Note a call that returned one new tensor, or a sequence of them. */
static int
note_new(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind)
{
    long flags = 0;
    PyObject *parents = NULL, *frames = NULL, *origin = NULL;
    int failed = -1, active;
    if ((parents = parents_of(self, args, kwargs, &flags)) == NULL || (frames = capture(self, NULL)) == NULL) {
        goto done;
    }
    if (kind == SEVERAL) {
        if (put_several(self, func, parents, frames, flags, out) < 0) {
            goto done;
        }
    }
    else if ((origin = new_origin(self, func, parents, frames, flags, out)) == NULL || put(self, out, origin) < 0) {
        goto done;
    }
    if ((active = is_set(self->probe, name_active)) < 0) {
        goto done;
    }
    if (active) {
        PyObject *frame = (PyObject *)PyEval_GetFrame();
        PyObject *results = kind == SEVERAL ? Py_NewRef(out) : PyTuple_Pack(1, out), *told = NULL;
        if (results != NULL) {
            told = PyObject_CallMethodObjArgs(self->recorder, name_look_at, func, args, results, frame, NULL);
            Py_DECREF(results);
        }
        if (told == NULL) {
            goto done;
        }
        Py_DECREF(told);
    }
    failed = 0;
done:
    Py_XDECREF(parents);
    Py_XDECREF(frames);
    Py_XDECREF(origin);
    return failed;
}

/* Note a call by the method of the mode with this name. */
static int
note_by(HotPath *self, PyObject *name, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind)
{
    PyObject *frame = (PyObject *)PyEval_GetFrame(), *number = PyLong_FromLong(kind);
    PyObject *told = number == NULL ? NULL
                                    : PyObject_CallMethodObjArgs(self->mode, name, func, args,
                                                                 kwargs == NULL ? Py_None : kwargs, out, number, frame, NULL);
    Py_XDECREF(number);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

static int
note(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out)
{
    int kind = kind_of(self, out);
    if (kind <= NOTHING) {
        return kind;
    }
    int broken = is_set(self->recorder, name_broken);
    if (broken) {
        return broken < 0 ? -1 : 0;
    }
    int again = kind == ONE ? was_there(self, args, out) : 0;
    if (again < 0) {
        return -1;
    }
    if ((kind == ONE && !again) || (kind == SEVERAL && are_tensors(self, out))) {
        return note_new(self, func, args, kwargs, out, kind);
    }
    return note_by(self, kind == ONE || kind == SEVERAL ? name_note : name_note_untold, func, args, kwargs, out, kind);
}

/* Our own failure: the recorder ends. -1 where it lets the program know, as in our tests. */
static int
fail(HotPath *self)
{
    PyObject *type, *error, *traceback;
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return -1; /* somebody interrupts the program */
    }
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_fail, error, NULL);
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

/* The call itself has raised: have that noted, and leave the exception as it is. */
static void
note_failed_call(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    PyObject *type, *error, *traceback, *frame = (PyObject *)PyEval_GetFrame();
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return;
    }
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    if (traceback != NULL) {
        PyException_SetTraceback(error, traceback);
    }
    PyObject *act = PyObject_GetAttr(self->recorder, name_call_failed), *told = NULL;
    if (act != NULL) {
        told = PyObject_CallMethodObjArgs(self->recorder, name_guarded, act, func, args,
                                          kwargs == NULL ? Py_None : kwargs, error, frame, NULL);
    }
    Py_XDECREF(act);
    if (told == NULL) { /* in our tests */
        Py_XDECREF(type);
        Py_XDECREF(error);
        Py_XDECREF(traceback);
        return;
    }
    Py_DECREF(told);
    PyErr_Restore(type, error, traceback);
}

/* Does a subclass of tensors take part, or is there anything else that C does not know? */
static int
is_for_python(HotPath *self, PyObject *func, PyObject *types)
{
    if (!PyTuple_CheckExact(types)) {
        return 1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(types); i++) {
        PyObject *kind = PyDict_GetItemWithError(self->kinds, PyTuple_GET_ITEM(types, i));
        if (kind == NULL || PyLong_AsLong(kind) != ONE) {
            return 1;
        }
    }
    return PyDict_GetItemWithError(self->special, func) != NULL || PyErr_Occurred() != NULL;
}

/* `__torch_function__(func, types, args=(), kwargs=None)` */
static PyObject *
HotPath_vectorcall(PyObject *callable, PyObject *const *given, size_t given_size, PyObject *names)
{
    HotPath *self = (HotPath *)callable;
    Py_ssize_t count = PyVectorcall_NARGS(given_size);
    PyObject *args = count > 2 ? given[2] : NULL, *kwargs = count > 3 && given[3] != Py_None ? given[3] : NULL;
    int by_python = names != NULL || count < 3 || count > 4 || !PyTuple_CheckExact(args) ||
                    (kwargs != NULL && !PyDict_CheckExact(kwargs)) || is_for_python(self, given[0], given[1]);
    if (by_python) {
        PyErr_Clear(); /* of a function that cannot be hashed */
        PyObject *all[8];
        Py_ssize_t total = count + (names == NULL ? 0 : PyTuple_GET_SIZE(names));
        if (total > 7) {
            PyErr_SetString(PyExc_TypeError, "__torch_function__(func, types, args=(), kwargs=None)");
            return NULL;
        }
        all[0] = self->mode;
        for (Py_ssize_t i = 0; i < total; i++) {
            all[i + 1] = given[i];
        }
        return PyObject_Vectorcall(self->wholly, all, count + 1, names);
    }
    PyObject *func = given[0];
    PyObject *out = PyObject_Call(func, args, kwargs);
    if (out == NULL) {
        note_failed_call(self, func, args, kwargs);
    }
    else if (note(self, func, args, kwargs, out) < 0 && fail(self) < 0) {
        Py_CLEAR(out);
    }
    return out;
}

/* -- the type ------------------------------------------------------------------------------------------------------ */

/* Where the slots of a class lie in its objects. */
static int
find_slots(PyObject *cls, const char *const *names, Py_ssize_t count, Py_ssize_t *at)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *slot = PyObject_GetAttrString(cls, names[i]);
        if (slot == NULL) {
            return -1;
        }
        int fits = Py_TYPE(slot) == &PyMemberDescr_Type && ((PyMemberDescrObject *)slot)->d_member->type == T_OBJECT_EX;
        at[i] = fits ? ((PyMemberDescrObject *)slot)->d_member->offset : 0;
        Py_DECREF(slot);
        if (!fits) {
            PyErr_Format(PyExc_TypeError, "%s is no slot", names[i]);
            return -1;
        }
    }
    return 0;
}

static PyMethodDef forget_method = {"forget", (PyCFunction)HotPath_forget, METH_O, "The tensor of this reference is gone."};

static PyObject *
HotPath_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    HotPath *self = (HotPath *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->vectorcall = HotPath_vectorcall;
#define NAME(part) #part,
#define OBJECT(part) &self->part,
#define LETTER(part) "O"
    static char *names[] = {PARTS(NAME) "limit", NULL};
    int parsed = PyArg_ParseTupleAndKeywords(args, kwargs, "$" PARTS(LETTER) "n:HotPath", names,
                                             PARTS(OBJECT) &self->limit);
#define OWN(part) Py_XINCREF(self->part);
    PARTS(OWN)
    if (!parsed) {
        Py_DECREF(self);
        return NULL;
    }
    int fits = PyDict_Check(self->special) && PyDict_Check(self->kinds) && PyDict_Check(self->table) &&
               PyDict_Check(self->ownership) && PyDict_Check(self->numbers) && PyAnySet_Check(self->plain) &&
               PyAnySet_Check(self->skipped) && PyType_Check(self->Origin) && PyType_Check(self->TensorRef);
    if (!fits) {
        PyErr_SetString(PyExc_TypeError, "a part is of the wrong kind");
    }
    self->known = PyMem_Calloc(KNOWN, sizeof(PyObject *));
    self->forget = PyCFunction_New(&forget_method, (PyObject *)self);
    if (!fits || self->known == NULL || self->forget == NULL || find_slots(self->Origin, ORIGIN_NAMES, ORIGIN_SLOTS, self->origin_at) < 0 ||
        find_slots(self->TensorRef, REF_NAMES, REF_SLOTS, self->ref_at) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
HotPath_traverse(HotPath *self, visitproc visit, void *arg)
{
#define VISIT(part) Py_VISIT(self->part);
    PARTS(VISIT)
    Py_VISIT(self->forget);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
HotPath_clear(HotPath *self)
{
#define CLEAR(part) Py_CLEAR(self->part);
    PARTS(CLEAR)
    Py_CLEAR(self->forget);
    for (size_t i = 0; self->known != NULL && i < KNOWN; i++) {
        Py_CLEAR(self->known[i]); /* codes and numbers alone: in no cycle */
    }
    return 0;
}

static void
HotPath_dealloc(HotPath *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    HotPath_clear(self);
    PyMem_Free(self->known);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"capture", (PyCFunction)HotPath_capture, METH_O, "As `Stack.capture`."},
    {"put", (PyCFunction)(void (*)(void))HotPath_put, METH_FASTCALL, "As `Origins.put`."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(HotPath, vectorcall), READONLY, NULL},
    {"__self__", T_OBJECT, offsetof(HotPath, mode), READONLY, "torch asks whether this is a classmethod."},
    {"made", T_PYSSIZET, offsetof(HotPath, made), READONLY, "Origins put since the last contraction."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What is done at every recorded call; called as `__torch_function__`."},
    {Py_tp_new, HotPath_new},
    {Py_tp_traverse, HotPath_traverse},
    {Py_tp_clear, HotPath_clear},
    {Py_tp_dealloc, HotPath_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "whygrad.record._hotpath.HotPath",
    .basicsize = sizeof(HotPath),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = slots,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "whygrad.record._hotpath", .m_doc = "What is done at every recorded call.", .m_size = -1,
};

PyMODINIT_FUNC
PyInit__hotpath(void)
{
    const struct {
        PyObject **name;
        const char *text;
    } texts[] = {
        {&name_active, "active"},       {&name_broken, "broken"},   {&name_contract, "contract"},
        {&name_dtype, "dtype"},         {&name_fail, "fail"}, {&name_follower, "follower"},
        {&name_call_failed, "call_failed"}, {&name_guarded, "guarded"},       {&name_in_force, "in_force"}, {&name_look_at, "look_at"},
        {&name_note, "note"},           {&name_note_untold, "note_untold"},
        {&name_requires_grad, "requires_grad"}, {&name_take, "take"}, {&name_young, "young"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if ((*texts[i].name = PyUnicode_InternFromString(texts[i].text)) == NULL) {
            return NULL;
        }
    }
    PyObject *made = PyModule_Create(&module);
    PyObject *type = PyType_FromSpec(&spec);
    if (made == NULL || type == NULL || PyModule_AddObject(made, "HotPath", type) < 0) {
        Py_XDECREF(made);
        Py_XDECREF(type);
        return NULL;
    }
    return made;
}
