/* Where the program is: the frames of the user's own code. As `Stack.capture`. */

#include "_hotpath.h"

#define MOST_FRAMES 64 /* as in stack.py */

/* Codes, and the instructions in them. The innermost is not counted in the limit.

   The codes are owned: asking whose file it is may run Python, which may let go of a frame that does not run. */
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
        places->codes[places->count] = (PyCodeObject *)Py_NewRef(code);
        places->at[places->count] = at;
        places->count++;
    }
    return places->count <= MOST_FRAMES;
}

/* By objects of frames, which are made where there are none. */
static int
find_places_by_objects(HotPath *self, Places *places, PyFrameObject *frame)
{
    int more = 1;
    Py_INCREF(frame);
    while (frame != NULL) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        int at = LASTI_OF_OBJECT(frame);
        more = add_place(self, places, code, at);
        Py_DECREF(code);
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
        mixed ^= ((size_t)places->codes[i] >> 4) ^ ((size_t)places->at[i] << 20);
        mixed *= (size_t)0x9E3779B97F4A7C15ULL;
    }
    PyObject **known = &self->known[(mixed >> 40) % KNOWN], *frames = *known;
    if (frames != NULL && is_tuple_of(frames, places)) {
        return Py_NewRef(frames);
    }
    frames = new_tuple_of(places);
    if (frames != NULL) {
        PyObject *before = *known;
        *known = Py_NewRef(frames);
        Py_XDECREF(before); /* may run Python, which may come here again: what is returned is not read again */
    }
    return frames;
}

static void
release_places(Places *places)
{
    while (places->count) {
        Py_DECREF(places->codes[--places->count]);
    }
}

/* The places of `frame`, or of the one that runs, and of those outside it. */
PyObject *
capture(HotPath *self, PyFrameObject *frame)
{
    Places places;
    places.count = 0;
    PyObject *frames = find_places(self, &places, frame) < 0 ? NULL : tuple_of(self, &places);
    release_places(&places);
    PyObject *follower = frames == NULL ? NULL : get_attr(self->stack, name_follower), *told = NULL;
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

/* The frame that runs, borrowed; None where no Python does. */
PyObject *
running_frame(void)
{
    PyObject *frame = (PyObject *)PyEval_GetFrame();
    return frame == NULL ? Py_None : frame;
}

PyObject *
HotPath_capture(HotPath *self, PyObject *frame)
{
    if (frame == Py_None || IS_CLEARED(self)) {
        return PyTuple_New(0);
    }
    if (!PyFrame_Check(frame)) {
        return PyErr_Format(PyExc_TypeError, "a frame is needed, not %R", frame);
    }
    return capture(self, (PyFrameObject *)frame);
}
