/* A call that has written a tensor in place, which is no leaf that learns. As `RecordingMode._writes` and `note`. */

#include "_hotpath.h"

/* The tensor that a written one is a view of, or None. As `torch_api.view_base`. */
static PyObject *
view_base(PyObject *tensor)
{
    PyObject *inference = PyObject_CallMethodNoArgs(tensor, name_is_inference);
    int inferred = inference == NULL ? -1 : PyObject_IsTrue(inference);
    Py_XDECREF(inference);
    return inferred < 0 ? NULL : inferred ? Py_NewRef(Py_None) : PyObject_GetAttr(tensor, name__base);
}

/* Is what was just written a leaf that gets gradients? As `torch_api.is_learning_leaf`.

   A view of one is not. It is not asked: where it was made without gradients torch refuses, which takes longer than all else. */
int
is_learning_leaf(PyObject *written)
{
    int required = requires_grad(written);
    PyObject *base = required > 0 ? view_base(written) : NULL;
    if (base == NULL) {
        return PyErr_Occurred() ? -1 : required;
    }
    int shown = base == Py_None ? 0 : requires_grad(base);
    Py_DECREF(base);
    if (shown) {
        return shown < 0 ? -1 : 0;
    }
    int leaf = is_set(written, name_is_leaf);
    if (leaf < 0 && PyErr_ExceptionMatches(PyExc_RuntimeError)) {
        PyErr_Clear();
        return 0;
    }
    return leaf;
}

/* Is this all: a function of torch's that writes what it returns, and a tensor that may get another Origin? */
int
is_plain_write(HotPath *self, PyObject *func, PyObject *kwargs, PyObject *out)
{
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs)) {
        return 0; /* `out=` is Python's */
    }
    long known = known_of(self, func);
    if (known <= 0 || !(known & WRITES_IN_PLACE)) {
        return known < 0 ? -1 : 0;
    }
    int leaf = is_learning_leaf(out);
    return leaf < 0 ? -1 : !leaf;
}

/* The tensor gets its new Origin; who follows writes is told by Python. */
int
note_written(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin)
{
    PyObject *base = view_base(out), *told = NULL;
    if (base != NULL) {
        told = PyObject_CallMethodObjArgs(self->tensors, name_overwritten, func, parents, out, origin, base, NULL);
        Py_DECREF(base);
    }
    Py_XDECREF(told);
    return told == NULL ? -1 : put(self, out, origin);
}
