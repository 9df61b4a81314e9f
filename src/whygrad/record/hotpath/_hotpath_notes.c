/* What is noted of one call that has returned. As `RecordingMode.note`. */

#include "_hotpath.h"

/* As `Recorder.take`: the Origins of a value that is no plain one, so `deep` in containers. */
static int
take_value(HotPath *self, PyObject *value, PyObject *parents, long *flags, long deep)
{
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
    PyObject *depth = PyLong_FromLong(deep), *told = NULL;
    if (depth != NULL) {
        PyObject *frame = running_frame();
        told = PyObject_CallMethodObjArgs(self->recorder, name_take, value, parents, frame, depth, NULL);
        Py_DECREF(depth);
    }
    if (told == NULL) {
        return -1;
    }
    *flags |= PyLong_AsLong(told);
    Py_DECREF(told);
    return PyErr_Occurred() ? -1 : 0;
}

/* As `Recorder._take_all`, of a plain list or tuple that an argument is. */
static int
take_items(HotPath *self, PyObject *values, PyObject *parents, long *flags)
{
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(values) && i <= ELEMENTS; i++) {
        PyObject *value = PySequence_Fast_GET_ITEM(values, i);
        if (PyLong_CheckExact(value) || PyBool_Check(value) || PyUnicode_CheckExact(value)) {
            *flags |= OUTSIDE;
            continue;
        }
        if (value == Py_None || PySlice_Check(value)) {
            continue;
        }
        Py_INCREF(value); /* of a list, which Python may change */
        int failed = take_value(self, value, parents, flags, 1);
        Py_DECREF(value);
        if (failed < 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the Origins of one argument to `parents`, and to `flags` what it tells. */
static int
take(HotPath *self, PyObject *value, PyObject *parents, long *flags)
{
    int plain = HASHES_PLAINLY(Py_TYPE(value)) ? PySet_Contains(self->plain, (PyObject *)Py_TYPE(value)) : 0;
    if (plain) {
        return plain < 0 ? -1 : 0;
    }
    if (PyTuple_CheckExact(value) || PyList_CheckExact(value)) {
        return take_items(self, value, parents, flags);
    }
    return take_value(self, value, parents, flags, 0);
}

/* The parents of a call's result, or NULL. */
PyObject *
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
    PyObject *cls = (PyObject *)Py_TYPE(result);
    PyObject *kind = HASHES_PLAINLY(cls) ? PyDict_GetItemWithError(self->kinds, cls) : NULL;
    if (kind != NULL) {
        return (int)PyLong_AsLong(kind);
    }
    if (PyErr_Occurred() || (kind = PyObject_CallOneArg(self->kind_of, cls)) == NULL) {
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
        PyObject *cls = (PyObject *)Py_TYPE(PySequence_Fast_GET_ITEM(results, i));
        PyObject *kind = HASHES_PLAINLY(cls) ? PyDict_GetItemWithError(self->kinds, cls) : NULL;
        if (kind == NULL || PyLong_AsLong(kind) != ONE) {
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

/* Note a call that returned one new tensor, or a sequence of them, or one that it has written. `frames` becomes where. */
static int
note_new(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind, int written,
         PyObject **frames)
{
    long flags = 0;
    PyObject *parents = NULL, *origin = NULL;
    int failed = -1, active;
    if ((parents = parents_of(self, args, kwargs, &flags)) == NULL || (*frames = capture(self, NULL)) == NULL) {
        goto done;
    }
    if (kind == SEVERAL) {
        if (put_several(self, func, parents, *frames, flags, out) < 0) {
            goto done;
        }
    }
    else if ((origin = new_origin(self, func, parents, *frames, flags, out)) == NULL ||
             (written ? note_written(self, func, parents, out, origin) : put(self, out, origin)) < 0) {
        goto done;
    }
    if ((active = is_set(self->probe, name_active)) < 0) {
        goto done;
    }
    int looked_at = active && origin != NULL ? is_looked_at(self, func, args, kwargs, out, origin, written) : 0;
    if (looked_at < 0) {
        goto done;
    }
    if (active && !looked_at) {
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

/* What the call read is kept; after the note, which has made the result known. `noted` are its frames, NULL where Python
   has noted it. */
static int
tape(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind, PyObject *noted)
{
    kwargs = kwargs != NULL && PyDict_GET_SIZE(kwargs) ? kwargs : NULL;
    enter_tape(self); /* first: where frames are captured, Python may run and stop it */
    PyObject *frames = noted != NULL ? Py_NewRef(noted) : capture(self, NULL), *told = NULL;
    int done = frames == NULL  ? -1
               : kind == ONE   ? tape_one(self, func, args, kwargs, out, frames)
               : noted != NULL ? show_several(self, func, args, out)
                               : 0;
    leave_tape(self);
    if (!done) {
        told = kind == ONE && kwargs == NULL
                   ? PyObject_CallMethodObjArgs(self->mode, name_tape_one, func, args, out, frames, NULL)
                   : PyObject_CallMethodObjArgs(self->mode, name_tape_several, func, args, kwargs == NULL ? Py_None : kwargs,
                                                out, running_frame(), NULL);
        done = told == NULL ? -1 : 1;
        Py_XDECREF(told);
    }
    Py_XDECREF(frames);
    return done < 0 ? -1 : 0;
}

static int
note_of_kind(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, int kind, PyObject **frames)
{
    int again = kind == ONE ? was_there(self, args, kwargs, out) : 0;
    if (again < 0) {
        return -1;
    }
    int written = again ? is_plain_write(self, func, kwargs, out) : 0;
    int plain = written ? written : kind == SEVERAL ? are_tensors(self, out) : kind == ONE && !again;
    if (plain) {
        return plain < 0 ? -1 : note_new(self, func, args, kwargs, out, kind, written, frames);
    }
    return note_by_python(self, func, args, kwargs, out, kind);
}

/* The call has written its first argument: what was kept of it before is entered. */
static int
end_write(HotPath *self, PyObject *args, PyObject *call, PyObject *noted)
{
    enter_tape(self);
    PyObject *frames = noted != NULL ? Py_NewRef(noted) : capture(self, NULL);
    int failed = frames == NULL || (self->taped && end_set(self, args, call, frames) < 0);
    leave_tape(self);
    Py_XDECREF(frames);
    return failed ? -1 : 0;
}

/* `call` is what the tape keeps of a call that writes in place. */
int
note(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *call, PyObject *out)
{
    int kind = kind_of(self, out);
    if (kind <= NOTHING) {
        return kind;
    }
    int broken = is_set(self->recorder, name_broken);
    if (broken) {
        return broken < 0 ? -1 : 0;
    }
    PyObject *frames = NULL;
    int failed = note_of_kind(self, func, args, kwargs, out, kind, &frames);
    if (failed == 0 && self->taped) {
        failed = call != NULL ? end_write(self, args, call, frames) : tape(self, func, args, kwargs, out, kind, frames);
    }
    Py_XDECREF(frames);
    return failed;
}
