/* Reads the values of small results, where they lie in plain memory of their own. As `torch_api.all_finite`. */

#include "_hotpath.h"

#define MOST_VALUES 8192 /* torch is quicker with more */

static int
floats_are_finite(const float *values, long long count)
{
    float sum = 0; /* nan and infinity become nan, anything else 0 */
    for (long long i = 0; i < count; i++) {
        sum += values[i] - values[i];
    }
    return sum == 0;
}

static int
doubles_are_finite(const double *values, long long count)
{
    double sum = 0;
    for (long long i = 0; i < count; i++) {
        sum += values[i] - values[i];
    }
    return sum == 0;
}

/* How many elements; -1 where there are too many, or the sizes are no plain numbers. */
static long long
count_of(PyObject *tensor)
{
    PyObject *shape = PyObject_GetAttr(tensor, name_shape);
    long long count = shape != NULL && PyTuple_Check(shape) ? 1 : -1;
    for (Py_ssize_t i = 0; count > 0 && i < PyTuple_GET_SIZE(shape); i++) {
        PyObject *size = PyTuple_GET_ITEM(shape, i);
        long long number = PyLong_CheckExact(size) ? PyLong_AsLongLong(size) : -1;
        count = number < 0 || number > MOST_VALUES ? -1 : count * number;
        count = count > MOST_VALUES ? -1 : count;
    }
    Py_XDECREF(shape);
    return count;
}

/* The address of its first element; NULL where that is not for us to read. */
static void *
address_of(HotPath *self, PyObject *tensor)
{
    PyObject *lazy = PyObject_CallOneArg(self->is_lazy_copy, tensor), *address = NULL, *together = NULL;
    if (lazy == Py_False) { /* asking for the address of a lazy copy would have it made */
        together = PyObject_CallMethodNoArgs(tensor, name_is_contiguous);
    }
    if (together == Py_True) {
        address = PyObject_CallMethodNoArgs(tensor, name_data_ptr);
    }
    void *found = address != NULL && PyLong_CheckExact(address) ? PyLong_AsVoidPtr(address) : NULL;
    Py_XDECREF(lazy);
    Py_XDECREF(together);
    Py_XDECREF(address);
    return found;
}

/* Is there neither nan nor infinity in it? 0 also where Python is to look, -1 where asking has raised. */
int
are_finite(HotPath *self, PyObject *tensor)
{
    PyObject *dtype = PyObject_GetAttr(tensor, name_dtype);
    int real = dtype != NULL && dtype == self->float32 ? 1 : dtype != NULL && dtype == self->float64 ? 2 : 0, finite = 0;
    Py_XDECREF(dtype);
    if (real && is_set(tensor, name_is_cpu) > 0) {
        long long count = count_of(tensor);
        void *values = count > 0 ? address_of(self, tensor) : NULL;
        if (values != NULL) {
            finite = real == 1 ? floats_are_finite(values, count) : doubles_are_finite(values, count);
        }
    }
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_RuntimeError)) {
            return -1;
        }
        PyErr_Clear(); /* what has no memory of its own */
        return 0;
    }
    return finite;
}
