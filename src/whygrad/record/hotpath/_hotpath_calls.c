/* One recorded call. As `RecordingMode.__torch_function__`. */

#include "_hotpath.h"

OF_THREAD int noting = 0;

/* Is it a function of torch's or Python's own? An object of somebody's class is not asked for its hash or name. */
int
is_function(HotPath *self, PyObject *func)
{
    if (!(Py_TYPE(func)->tp_flags & Py_TPFLAGS_HEAPTYPE)) {
        return 1;
    }
    PyObject *kind = PyLong_FromVoidPtr(Py_TYPE(func));
    int known = kind == NULL ? -1 : PySet_Contains(self->functions, kind);
    Py_XDECREF(kind);
    if (known < 0) {
        PyErr_Clear(); /* no memory: Python does it */
    }
    return known > 0;
}

/* Does a subclass of tensors take part, or is there anything else that C does not know? -1 where asking has raised.
   Of a call that needs more than a note, `ending` becomes what is done after it (see `special_calls.py`). */
static int
is_for_python(HotPath *self, PyObject *func, PyObject *types, PyObject **ending)
{
    if (!PyTuple_CheckExact(types) || !is_function(self, func)) {
        return 1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(types); i++) {
        PyObject *cls = PyTuple_GET_ITEM(types, i);
        PyObject *kind = HASHES_PLAINLY(cls) ? PyDict_GetItemWithError(self->kinds, cls) : NULL;
        if (kind == NULL || PyLong_AsLong(kind) != ONE) {
            return PyErr_Occurred() ? -1 : 1;
        }
    }
    if (PyDict_GetItemWithError(self->special, func) != NULL) {
        *ending = PyDict_GetItemWithError(self->endings, func);
        return *ending == NULL && func != self->setitem;
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* Are named arguments numbers and words alone, none of which has the call write anything? */
static int
are_settings(HotPath *self, PyObject *kwargs)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(kwargs, &at, &name, &value)) {
        if (!PyUnicode_CheckExact(name) || PyUnicode_CompareWithASCIIString(name, "inplace") == 0 || !is_bare(self, value)) {
            return 0;
        }
    }
    return 1;
}

/* What a function that is met for the first time does beside reading, as Python finds out; -1 where that has failed. */
static long
learned_role(HotPath *self, PyObject *func)
{
    enter_tape(self);
    PyObject *role = PyObject_CallOneArg(self->kept.role_of, func);
    leave_tape(self);
    long known = role == NULL ? -1 : PyLong_AsLong(role);
    Py_XDECREF(role);
    return known;
}

/* Is there more to keep of a call than what it read: something that it overwrites or draws? As `Taping.before` asks.
   Not where it plainly writes its first argument: then `writing` becomes how. */
static int
is_kept_before(HotPath *self, PyObject *func, PyObject *kwargs, long *writing)
{
    int named = kwargs != NULL && PyDict_GET_SIZE(kwargs);
    if (named && !are_settings(self, kwargs)) {
        return PyErr_Occurred() ? -1 : 1;
    }
    PyObject *role = PyDict_GetItemWithError(self->roles, func);
    long known = role != NULL ? PyLong_AsLong(role) : PyErr_Occurred() ? -1 : learned_role(self, func);
    if (known < 0) {
        return excused() ? 1 : -1;
    }
    if (!named && (known & IN_PLACE) && (known & ~(WRITES | FREE | ASSIGNS | SOME_CELLS)) == IN_PLACE) {
        *writing = known;
        return 0;
    }
    return (known & ~(SHOWS_ANEW | DETACHES | OWN_COUNT)) != 0;
}

/* The collector has taken the recorder apart: the function alone is called, however its arguments are given. */
static PyObject *
call_plainly(PyObject *const *given, Py_ssize_t count, PyObject *names)
{
    static const char *const parameters[] = {"func", "types", "args", "kwargs"};
    PyObject *taken[4] = {NULL, NULL, NULL, NULL};
    Py_ssize_t named = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < count && i < 4; i++) {
        taken[i] = given[i];
    }
    for (Py_ssize_t i = 0; i < named; i++) {
        for (int j = 0; j < 4; j++) {
            if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), parameters[j]) == 0) {
                taken[j] = given[count + i];
            }
        }
    }
    PyObject *args = taken[2], *kwargs = taken[3] == Py_None ? NULL : taken[3];
    if (taken[0] == NULL || (args != NULL && !PyTuple_Check(args)) || (kwargs != NULL && !PyDict_Check(kwargs))) {
        PyErr_SetString(PyExc_TypeError, "__torch_function__(func, types, args=(), kwargs=None)");
        return NULL;
    }
    PyObject *none = args == NULL ? PyTuple_New(0) : Py_NewRef(args), *out = NULL;
    if (none != NULL) {
        out = PyObject_Call(taken[0], none, kwargs);
        Py_DECREF(none);
    }
    return out;
}

/* By `RecordingMode.__torch_function__`. */
static PyObject *
call_python(HotPath *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
    if (IS_CLEARED(self)) {
        return call_plainly(given, count, names);
    }
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

/* C has done its work: have those signals handled that came meanwhile, although it may have failed. */
static int
release_signals(HotPath *self, int failed)
{
    if (!IS_CLEARED(self) && PyDict_GET_SIZE(self->waiting)) {
        PyObject *error = failed ? take_raised() : NULL, *done = PyObject_CallNoArgs(self->release);
        failed = failed || done == NULL;
        Py_XDECREF(done);
        if (error != NULL) {
            raise_after_all(error);
        }
    }
    return failed ? -1 : 0;
}

/* Have the result noted; 0 where the program is to get it. */
static int
note_result(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *call, PyObject *out)
{
    int *level = &noting; /* asked for once: a variable of the thread's own is found by a call */
    (*level)++;
    self->noted++;
    int failed = note(self, func, args, kwargs, call, out) < 0 && fail(self) < 0;
    (*level)--;
    return release_signals(self, failed);
}

/* Is it the gradient of a tensor that is read once more, by a function that clips? As in `special_calls.py`. */
static int
is_read_again(HotPath *self, PyObject *ending, PyObject *args)
{
    if (!PyDict_GET_SIZE(self->clipped) || args == NULL || !PyTuple_CheckExact(args) || PyTuple_GET_SIZE(args) != 1) {
        return 0;
    }
    PyObject *key = PyLong_FromVoidPtr(PyTuple_GET_ITEM(args, 0));
    PyObject *noted_by = key == NULL ? NULL : PyDict_GetItemWithError(self->clipped, key);
    Py_XDECREF(key);
    return PyErr_Occurred() ? -1 : noted_by == ending;
}

/* Have what is special about a call noted, under Python's guard; 0 where the program is to get its result. */
static int
note_special(HotPath *self, PyObject *ending, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out)
{
    int again = is_read_again(self, ending, args);
    if (again) {
        return again < 0 ? -1 : 0;
    }
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_guarded, ending, func, args,
                                                kwargs == NULL ? Py_None : kwargs, Py_None, out, running_frame(), NULL);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

/* Something is about to be written, an element or, as `writing` tells, the first argument: what the tape keeps of it, None
   where Python is to see to the call. */
static PyObject *
about_to_write(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, long writing)
{
    int broken = is_set(self->recorder, name_broken);
    if (broken) {
        return broken < 0 ? NULL : Py_NewRef(Py_None);
    }
    noting++;
    enter_tape(self);
    PyObject *call = writing ? begin_write(self, func, args, writing) : begin_set(self, func, args, kwargs);
    leave_tape(self);
    if (call == NULL && fail(self) == 0) {
        call = Py_NewRef(Py_None);
    }
    noting--;
    if (release_signals(self, call == NULL) < 0) {
        Py_CLEAR(call);
    }
    return call;
}

/* An element was set: have it noted, and entered into the tape where there is a `call`; 0 where that is done. */
static int
note_element(HotPath *self, PyObject *ending, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *call, PyObject *out)
{
    int plain = call != NULL || (kwargs == NULL && PyTuple_GET_SIZE(args) == 3);
    int broken = is_set(self->recorder, name_broken), noted = 0;
    PyObject *frames = NULL;
    if (broken) {
        return broken < 0 ? -1 : 0;
    }
    if (plain && is_tensor(self, PyTuple_GET_ITEM(args, 0))) {
        noting++;
        enter_tape(self);
        noted = note_set(self, func, args, &frames);
        noted = noted > 0 && call != NULL && end_set(self, args, call, frames) < 0 ? -1 : noted;
        leave_tape(self);
        Py_XDECREF(frames);
        self->noted += noted > 0; /* what Python notes is timed, and not counted */
        int failed = noted < 0 && fail(self) < 0;
        noting--;
        if (release_signals(self, failed) < 0) {
            return -1;
        }
    }
    return noted || ending == NULL ? 0 : note_special(self, ending, func, args, kwargs, out);
}

/* `__torch_function__(func, types, args=(), kwargs=None)` */
PyObject *
HotPath_vectorcall(PyObject *callable, PyObject *const *given, size_t given_size, PyObject *names)
{
    HotPath *self = (HotPath *)callable;
    Py_ssize_t count = PyVectorcall_NARGS(given_size);
    if (IS_CLEARED(self)) {
        return call_plainly(given, count, names);
    }
    PyObject *ending = NULL, *args = count > 2 ? given[2] : NULL, *kwargs = count > 3 && given[3] != Py_None ? given[3] : NULL;
    long writing = 0;
    int by_python = self->by_python || names != NULL || count < 3 || count > 4 || !PyTuple_CheckExact(args) ||
                    (kwargs != NULL && !PyDict_CheckExact(kwargs));
    if (!by_python) {
        by_python = is_for_python(self, given[0], given[1], &ending);
        if (!by_python && self->taped && ending == NULL && given[0] != self->setitem) {
            by_python = is_kept_before(self, given[0], kwargs, &writing);
        }
        if (by_python < 0 && !PyErr_ExceptionMatches(PyExc_TypeError)) {
            return NULL;
        }
    }
    if (by_python) {
        PyErr_Clear(); /* of a function that cannot be hashed */
        return call_python(self, given, count, names);
    }
    PyObject *func = given[0], *call = NULL;
    Py_XINCREF(ending); /* what is called from now on may have the recorder taken apart */
    if ((func == self->setitem || writing) && self->taped) {
        call = about_to_write(self, func, args, kwargs, writing);
        if (call == NULL || call == Py_None) {
            Py_XDECREF(ending);
            Py_XDECREF(call);
            return call == NULL ? NULL : call_python(self, given, count, names);
        }
    }
    PyObject *out = PyObject_Call(func, args, kwargs);
    if (out == Py_NotImplemented) { /* as in mode.py */
        Py_CLEAR(out);
        PyErr_SetString(PyExc_TypeError, "all operands have refused");
    }
    else if (IS_CLEARED(self)) {
    }
    else if (out == NULL) {
        note_failed_call(self, func, args, kwargs);
    }
    else if ((func == self->setitem ? note_element(self, ending, func, args, kwargs, call, out)
              : ending != NULL      ? note_special(self, ending, func, args, kwargs, out)
                                    : note_result(self, func, args, kwargs, call, out)) < 0) {
        Py_CLEAR(out);
    }
    Py_XDECREF(ending);
    Py_XDECREF(call);
    return out;
}

/* Are these tensors and plain values alone, none of which hears of a call by itself? */
static int
are_unheard(HotPath *self, PyObject *given)
{
    if (!PyTuple_CheckExact(given) && !PyList_CheckExact(given)) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(given); i++) {
        PyObject *kind = (PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(given, i));
        Py_ssize_t at = 0;
        while (at < PyTuple_GET_SIZE(self->unheard) && PyTuple_GET_ITEM(self->unheard, at) != kind) {
            at++;
        }
        if (at == PyTuple_GET_SIZE(self->unheard)) {
            return 0;
        }
    }
    return 1;
}

/* Is a mode asked for calls now? -1 where that cannot be told. */
static int
are_modes_enabled(HotPath *self)
{
    PyObject *enabled = PyObject_CallNoArgs(self->modes_are_enabled);
    Py_XDECREF(enabled);
    return enabled == NULL ? -1 : enabled == Py_True;
}

/* The topmost mode handles the call, where it is ours. */
static PyObject *
hand_to_mode(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    PyObject *push = Py_NewRef(self->push), *mode = PyObject_CallNoArgs(self->pop), *types = NULL, *out = NULL;
    if (mode == NULL) {
        Py_DECREF(push);
        return NULL;
    }
    if (mode != self->mode) {
        out = Py_NewRef((PyObject *)self);
    }
    else if ((types = PyTuple_New(0)) != NULL) {
        PyObject *all[4] = {func, types, args, kwargs};
        out = HotPath_vectorcall((PyObject *)self, all, 4, NULL);
        Py_DECREF(types);
    }
    PyObject *error = out == NULL ? take_raised() : NULL, *done = PyObject_CallOneArg(push, mode);
    if (done == NULL) {
        Py_CLEAR(out);
    }
    Py_XDECREF(done);
    if (error != NULL) {
        raise_after_all(error);
    }
    Py_DECREF(mode);
    Py_DECREF(push);
    return out;
}

/* `hand_over(func, relevant, args, kwargs)`: what the topmost mode makes of the call, where that is ours and nothing but it
   hears of what is relevant; this object itself where not.

   In C, since nothing can be raised between taking the mode off the stack and putting it back. */
PyObject *
HotPath_hand_over(HotPath *self, PyObject *const *given, Py_ssize_t count)
{
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "hand_over(func, relevant, args, kwargs)");
        return NULL;
    }
    if (IS_CLEARED(self) || !are_unheard(self, given[1])) {
        return Py_NewRef((PyObject *)self);
    }
    int enabled = are_modes_enabled(self);
    if (enabled <= 0 || IS_CLEARED(self)) {
        return enabled < 0 ? NULL : Py_NewRef((PyObject *)self);
    }
    return hand_to_mode(self, given[0], given[2], given[3]);
}
