/* Whose failure it is that is met at a call, and what becomes of it.
   As the `except` clauses of `RecordingMode`. */

#include "_hotpath.h"

#if PY_VERSION_HEX >= 0x030D0000
#define Py_BUILD_CORE 1
#include <internal/pycore_traceback.h>
#undef Py_BUILD_CORE
#endif

/* What has been raised, with its traceback; nothing is raised any more. */
PyObject *
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
void
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

/* What C itself has raised has been in no frame: it gets the line of the call that was noted. The frame is not kept in it,
   which would keep the program's variables. */
static void
give_it_a_place(PyObject *error)
{
    PyObject *traceback = PyException_GetTraceback(error);
    PyFrameObject *frame = PyEval_GetFrame();
    if (traceback == NULL && frame != NULL) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        const char *file = PyUnicode_AsUTF8(code->co_filename);
        PyErr_Clear(); /* of a name that is no text */
        raise_again(Py_NewRef(error));
        _PyTraceback_Add("(a call, noted in C)", file == NULL ? "?" : file, PyFrame_GetLineNumber(frame));
        Py_XDECREF(take_raised());
        Py_DECREF(code);
    }
    Py_XDECREF(traceback);
}

/* A tensor may refuse to be asked, and an index may be no number: that is an answer, and forgotten. 0 where something else
   was raised, as by another thread or a handler, which goes on. */
int
excused(void)
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) {
        return 0;
    }
    PyErr_Clear();
    return 1;
}

/* Noting has raised: our own failure ends the recording. -1 where it was somebody else's, which goes on. */
int
fail(HotPath *self)
{
    if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_SystemError, "a call was not noted, and nothing was raised");
    }
    PyObject *error = take_raised();
    PyObject *told = PyObject_CallMethodObjArgs(self->recorder, name_fail, error, NULL);
    if (told != NULL) {
        give_it_a_place(error);
    }
    Py_DECREF(error);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

/* The call itself has raised: have that noted. */
void
note_failed_call(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return;
    }
    PyObject *error = take_raised(), *act = get_attr(self->recorder, name_call_failed), *told = NULL;
    if (act != NULL) {
        told = PyObject_CallMethodObjArgs(self->recorder, name_guarded, act, func, args,
                                          kwargs == NULL ? Py_None : kwargs, error, running_frame(), NULL);
        Py_DECREF(act);
    }
    Py_XDECREF(told);
    raise_after_all(error);
}
