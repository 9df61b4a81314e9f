/* A call that has written a tensor in place, which is no leaf that learns. As `RecordingMode._writes` and `note`. */

#include "_hotpath.h"

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
    int required = requires_grad(out);
    int leaf = required > 0 ? is_set(out, name_is_leaf) : required;
    if (leaf < 0 && required > 0 && PyErr_ExceptionMatches(PyExc_RuntimeError)) {
        PyErr_Clear(); /* a view that torch refuses to speak of: as `torch_api.is_learning_leaf` */
        leaf = 0;
    }
    return leaf < 0 ? -1 : !leaf;
}

/* The tensor that a written one is a view of, or None. As `torch_api.view_base`. */
static PyObject *
view_base(PyObject *tensor)
{
    PyObject *inference = PyObject_CallMethodNoArgs(tensor, name_is_inference);
    int inferred = inference == NULL ? -1 : PyObject_IsTrue(inference);
    Py_XDECREF(inference);
    return inferred < 0 ? NULL : inferred ? Py_NewRef(Py_None) : PyObject_GetAttr(tensor, name__base);
}

/* The tensor gets its new Origin; who follows writes is told by Python. */
int
note_written(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin)
{
    PyObject *told = PyObject_CallMethodObjArgs(self->tensors, name_overwritten, func, parents, out, origin, NULL);
    if (told == NULL) {
        return -1;
    }
    Py_DECREF(told);
    PyObject *base = put(self, out, origin) < 0 ? NULL : view_base(out);
    if (base == NULL) {
        return -1;
    }
    if (base != Py_None) {
        told = PyObject_CallMethodObjArgs(self->tensors, name_written_through, base, out, NULL);
        Py_XDECREF(told);
    }
    Py_DECREF(base);
    return told == NULL ? -1 : 0;
}
