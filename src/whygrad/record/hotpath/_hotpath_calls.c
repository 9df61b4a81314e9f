/* One recorded call. As `RecordingMode.__torch_function__` and `RecordingMode.note`. */

#include "_hotpath.h"

OF_THREAD int noting = 0;

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
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_take, value, parents, running_frame(), NULL);
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
        Py_INCREF(value); /* Python may change the dictionary meanwhile */
        int failed = take(self, value, parents, flags);
        Py_DECREF(value);
        if (failed < 0) {
            goto failed;
        }
    }
    PyObject *found = PyList_AsTuple(parents);
    Py_DECREF(parents);
    if (found != NULL && PyTuple_GET_SIZE(found)) {
        PyObject_GC_UnTrack(found); /* as Origins are not tracked */
    }
    return found;
failed:
    Py_DECREF(parents);
    return NULL;
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
        PyObject *cls = Py_NewRef((PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(results, i)));
        PyObject *kind = PyDict_GetItemWithError(self->kinds, cls); /* a class may have a hash of its own */
        int is_tensor = kind != NULL && PyLong_AsLong(kind) == ONE;
        Py_DECREF(cls);
        if (!is_tensor) {
            return PyErr_Occurred() ? -1 : 0;
        }
    }
    return 1;
}

/* Is the result a tensor that was there before: known already, the first argument itself, or one given by its name? */
static int
was_there(HotPath *self, PyObject *args, PyObject *kwargs, PyObject *out)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    if (PyTuple_GET_SIZE(args) && PyTuple_GET_ITEM(args, 0) == out) {
        return 1;
    }
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value)) {
        if (value == out) {
            return 1;
        }
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
        PyObject *result = Py_NewRef(PySequence_Fast_GET_ITEM(out, i)); /* of a list, which Python may change */
        int required = requires_grad(result);
        if (required >= 0 && (origin == NULL || !required)) {
            Py_XSETREF(origin, new_origin(self, func, parents, frames, flags, result));
        }
        failed = required < 0 || origin == NULL || put(self, result, origin) < 0;
        Py_DECREF(result);
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
        PyObject *frame = running_frame();
        PyObject *results = kind == SEVERAL ? Py_NewRef(out) : PyTuple_Pack(1, out), *told = NULL;
        if (results != NULL) {
            PyObject *named = kwargs == NULL ? Py_None : kwargs;
            told = PyObject_CallMethodObjArgs(self->recorder, name_look_at, func, args, named, results, frame, NULL);
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

/* Have the mode note a call. */
static int
note_by_python(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind)
{
    PyObject *frame = running_frame(), *number = PyLong_FromLong(kind);
    if (number == NULL) {
        return -1;
    }
    PyObject *named = kwargs == NULL ? Py_None : kwargs;
    PyObject *told = PyObject_CallMethodObjArgs(self->mode, name_note_untold, func, args, named, out, number,
                                                frame, NULL);
    Py_DECREF(number);
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
    int again = kind == ONE ? was_there(self, args, kwargs, out) : 0;
    if (again < 0) {
        return -1;
    }
    int plain = kind == SEVERAL ? are_tensors(self, out) : kind == ONE && !again;
    if (plain) {
        return plain < 0 ? -1 : note_new(self, func, args, kwargs, out, kind);
    }
    return note_by_python(self, func, args, kwargs, out, kind);
}

/* What has been raised, with its traceback; nothing is raised any more. */
static PyObject *
take_raised(void)
{
#if PY_VERSION_HEX >= 0x030C0000
    return PyErr_GetRaisedException();
#else
    PyObject *type, *error, *traceback;
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    if (traceback != NULL) {
        PyException_SetTraceback(error, traceback);
    }
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return error;
#endif
}

/* Raise it again, as it was. */
static void
raise_again(PyObject *error)
{
#if PY_VERSION_HEX >= 0x030C0000
    PyErr_SetRaisedException(error);
#else
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(error)), error, PyException_GetTraceback(error));
#endif
}

/* Raise it again, unless something else was raised meanwhile: that takes its place, as in an `except` clause. */
static void
raise_after_all(PyObject *error)
{
    if (!PyErr_Occurred()) {
        raise_again(error);
        return;
    }
    PyObject *later = take_raised(), *context = PyException_GetContext(later);
    if (later == error || context != NULL) {
        Py_DECREF(error);
    }
    else {
        PyException_SetContext(later, error);
    }
    Py_XDECREF(context);
    raise_again(later);
}

/* Noting has raised: our own failure ends the recording. -1 where it was somebody else's, which goes on. */
static int
fail(HotPath *self)
{
    PyObject *error = take_raised();
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_fail, error, NULL);
    Py_DECREF(error);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

/* The call itself has raised: have that noted. */
static void
note_failed_call(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return;
    }
    PyObject *error = take_raised(), *act = PyObject_GetAttr(self->recorder, name_call_failed), *told = NULL;
    if (act != NULL) {
        told = PyObject_CallMethodObjArgs(self->recorder, name_guarded, act, func, args,
                                          kwargs == NULL ? Py_None : kwargs, error, running_frame(), NULL);
        Py_DECREF(act);
    }
    Py_XDECREF(told);
    raise_after_all(error);
}

/* Is it a function of torch's or Python's own? An object of somebody's class is not asked for its hash or name. */
static int
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

/* Does a subclass of tensors take part, or is there anything else that C does not know? -1 where asking has raised. */
static int
is_for_python(HotPath *self, PyObject *func, PyObject *types)
{
    if (!PyTuple_CheckExact(types) || !is_function(self, func)) {
        return 1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(types); i++) {
        PyObject *kind = PyDict_GetItemWithError(self->kinds, PyTuple_GET_ITEM(types, i));
        if (kind == NULL || PyLong_AsLong(kind) != ONE) {
            return PyErr_Occurred() ? -1 : 1;
        }
    }
    if (PyDict_GetItemWithError(self->special, func) != NULL) {
        return 1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* By `RecordingMode.__torch_function__`. */
static PyObject *
call_python(HotPath *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
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

/* Have the result noted; 0 where the program is to get it. */
static int
note_result(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out)
{
    noting++;
    int failed = note(self, func, args, kwargs, out) < 0 && fail(self) < 0;
    noting--;
    if (PyDict_GET_SIZE(self->waiting)) { /* signals came meanwhile */
        PyObject *error = failed ? take_raised() : NULL, *done = PyObject_CallNoArgs(self->release);
        failed = failed || done == NULL;
        Py_XDECREF(done);
        if (error != NULL) {
            raise_after_all(error);
        }
    }
    return failed ? -1 : 0;
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
    PyObject *args = count > 2 ? given[2] : NULL, *kwargs = count > 3 && given[3] != Py_None ? given[3] : NULL;
    int by_python = self->by_python || names != NULL || count < 3 || count > 4 || !PyTuple_CheckExact(args) ||
                    (kwargs != NULL && !PyDict_CheckExact(kwargs));
    if (!by_python) {
        by_python = is_for_python(self, given[0], given[1]);
        if (by_python < 0 && !PyErr_ExceptionMatches(PyExc_TypeError)) {
            return NULL;
        }
    }
    if (by_python) {
        PyErr_Clear(); /* of a function that cannot be hashed */
        return call_python(self, given, count, names);
    }
    PyObject *func = given[0];
    PyObject *out = PyObject_Call(func, args, kwargs);
    if (out == Py_NotImplemented) { /* as in mode.py */
        Py_DECREF(out);
        PyErr_SetString(PyExc_TypeError, "all operands have refused");
        return NULL;
    }
    if (IS_CLEARED(self)) {
        return out;
    }
    if (out == NULL) {
        note_failed_call(self, func, args, kwargs);
    }
    else if (note_result(self, func, args, kwargs, out) < 0) {
        Py_CLEAR(out);
    }
    return out;
}

/* `hand_over(func, args, kwargs)`: what the topmost mode makes of the call, where that is ours; this object itself where not.

   In C, since nothing can be raised between taking the mode off the stack and putting it back. */
PyObject *
HotPath_hand_over(HotPath *self, PyObject *const *given, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "hand_over(func, args, kwargs)");
        return NULL;
    }
    if (IS_CLEARED(self)) {
        return Py_NewRef((PyObject *)self);
    }
    PyObject *push = Py_NewRef(self->push), *mode = PyObject_CallNoArgs(self->pop), *types = NULL, *out = NULL;
    if (mode == NULL) {
        Py_DECREF(push);
        return NULL;
    }
    if (mode != self->mode) {
        out = Py_NewRef((PyObject *)self);
    }
    else if ((types = PyTuple_New(0)) != NULL) {
        PyObject *all[4] = {given[0], types, given[1], given[2]};
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
