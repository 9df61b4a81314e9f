/* Reads the values of small results, where they lie in plain memory of their own. As `torch_api.all_finite`. */

#include "_hotpath.h"

#include <math.h>
#include <stdint.h>

#define MOST_VALUES 8192 /* torch is quicker with more */

/* Four sums side by side: each waits for itself alone. */
#define SUM_OF(name, type)                                                                                            \
    static double name(const type *values, long long count)                                                           \
    {                                                                                                                 \
        double sums[4] = {0, 0, 0, 0};                                                                                \
        long long i = 0;                                                                                              \
        for (; i + 4 <= count; i += 4) {                                                                              \
            sums[0] += fabs((double)values[i]);                                                                       \
            sums[1] += fabs((double)values[i + 1]);                                                                   \
            sums[2] += fabs((double)values[i + 2]);                                                                   \
            sums[3] += fabs((double)values[i + 3]);                                                                   \
        }                                                                                                             \
        for (; i < count; i++) {                                                                                      \
            sums[0] += fabs((double)values[i]);                                                                       \
        }                                                                                                             \
        return sums[0] + sums[1] + sums[2] + sums[3];                                                                 \
    }
SUM_OF(sum_of_floats, float)
SUM_OF(sum_of_doubles, double)

static const long long size_of[] = {1, sizeof(float), sizeof(double)}; /* of one element: of neither kind, and of either */

/* How many elements; -1 where there are too many, or the sizes are no plain numbers. */
static long long
count_of(PyObject *tensor)
{
    PyObject *shape = get_attr(tensor, name_shape);
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

/* Is its storage so large? It may have been made smaller than what the tensor shows. */
static int
has_bytes(PyObject *tensor, long long wanted)
{
    PyObject *storage = call_method(tensor, name_untyped_storage);
    PyObject *nbytes = storage == NULL ? NULL : call_method(storage, name_nbytes);
    int enough = nbytes != NULL && PyLong_CheckExact(nbytes) && PyLong_AsLongLong(nbytes) >= wanted;
    if (storage != NULL && Py_REFCNT(storage) <= 2) { /* torch and we have it, the program does not */
        untrack(storage);
    }
    Py_XDECREF(storage);
    Py_XDECREF(nbytes);
    return enough;
}

/* The address of the first element; NULL where that is not for us to read, or where there are fewer bytes than `wanted`. */
static void *
address_of(PyObject *is_lazy_copy, PyObject *tensor, long long wanted, long long each)
{
    PyObject *lazy = PyObject_CallOneArg(is_lazy_copy, tensor), *address = NULL, *together = NULL, *offset = NULL;
    if (lazy == Py_False) { /* asking for the address of a lazy copy would have it made */
        together = call_method(tensor, name_is_contiguous);
    }
    if (together == Py_True) {
        offset = call_method(tensor, name_storage_offset);
    }
    if (offset != NULL && PyLong_CheckExact(offset) && PyLong_AsLongLong(offset) == 0 &&
        (!wanted || has_bytes(tensor, wanted))) { /* memory that was given back has the address 0, and only so */
        address = call_method(tensor, name_data_ptr);
    }
    void *found = address != NULL && PyLong_CheckExact(address) ? PyLong_AsVoidPtr(address) : NULL;
    Py_XDECREF(lazy);
    Py_XDECREF(together);
    Py_XDECREF(offset);
    Py_XDECREF(address);
    return (uintptr_t)found % (uintptr_t)each ? NULL : found; /* a buffer may be read from any byte on */
}

/* Is there neither nan nor infinity in it? 0 also where Python is to look, -1 where asking has raised. What is `fresh` was
   just made, with all of its memory; asking for that of each would take as long as all the rest. */
int
are_finite(HotPath *self, PyObject *tensor, int fresh)
{
    PyObject *dtype = get_attr(tensor, name_dtype);
    int real = dtype != NULL && dtype == self->float32 ? 1 : dtype != NULL && dtype == self->float64 ? 2 : 0, finite = 0;
    Py_XDECREF(dtype);
    if (real && is_set(tensor, name_is_cpu) > 0) {
        long long count = count_of(tensor);
        long long wanted = fresh ? 0 : count * size_of[real];
        void *values = count > 0 ? address_of(self->is_lazy_copy, tensor, wanted, size_of[real]) : NULL;
        if (values != NULL) {
            finite = isfinite(real == 1 ? sum_of_floats(values, count) : sum_of_doubles(values, count));
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

/* Raised by what has no memory of its own: Python is to look. */
static PyObject *
unread(void)
{
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_RuntimeError)) {
            return NULL;
        }
        PyErr_Clear();
    }
    Py_RETURN_NONE;
}

/* What may be read of a tensor of torch's own classes: values of one kind, in plain memory. `parts` are those of `sum_of`. */
typedef struct {
    void *values; /* NULL where Python is to look, perhaps with an error set */
    long long count;
    int real; /* 1 for floats, 2 for doubles */
} Read;

static Read
read_of(PyObject *tensor, PyObject *parts)
{
    PyObject *kind = (PyObject *)Py_TYPE(tensor);
    Read read = {NULL, -1, 0};
    if (kind != PyTuple_GET_ITEM(parts, 0) && kind != PyTuple_GET_ITEM(parts, 1)) {
        return read;
    }
    PyObject *dtype = get_attr(tensor, name_dtype);
    read.real = dtype == NULL ? 0 : dtype == PyTuple_GET_ITEM(parts, 3) ? 1 : dtype == PyTuple_GET_ITEM(parts, 4) ? 2 : 0;
    Py_XDECREF(dtype);
    PyObject *layout = read.real && is_set(tensor, name_is_cpu) > 0 ? get_attr(tensor, name_layout) : NULL;
    Py_XDECREF(layout);
    read.count = layout != NULL && layout == PyTuple_GET_ITEM(parts, 2) ? count_of(tensor) : -1;
    if (read.count > 0) {
        long long each = size_of[read.real];
        read.values = address_of(PyTuple_GET_ITEM(parts, 5), tensor, read.count * each, each);
    }
    return read;
}

static int
are_parts(PyObject *parts)
{
    return PyTuple_CheckExact(parts) && PyTuple_GET_SIZE(parts) == 6;
}

/* `sum_of(tensor, (classes…, strided, float32, float64, is_lazy_copy))`: of absolute values; None where Python is to look. */
PyObject *
sum_of(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 2 || !are_parts(given[1])) {
        PyErr_SetString(PyExc_TypeError, "sum_of(tensor, parts)");
        return NULL;
    }
    Read read = read_of(given[0], given[1]);
    if (read.values == NULL) {
        return unread();
    }
    double sum = read.real == 1 ? sum_of_floats(read.values, read.count) : sum_of_doubles(read.values, read.count);
    if (!isfinite(sum)) {
        Py_RETURN_NONE; /* one of them is not, or there are too large ones */
    }
    return PyFloat_FromDouble(sum);
}

/* `kept_values(tensor, parts)`: its values as bytes; None where Python is to copy them. */
PyObject *
kept_values(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 2 || !are_parts(given[1])) {
        PyErr_SetString(PyExc_TypeError, "kept_values(tensor, parts)");
        return NULL;
    }
    Read read = read_of(given[0], given[1]);
    return read.values == NULL ? unread() : PyBytes_FromStringAndSize(read.values, (Py_ssize_t)(read.count * size_of[read.real]));
}

/* As torch compares them: nan equals nothing, and there is one zero. */
#define ARE_EQUAL(name, type)                                                                                         \
    static int name(const type *values, const char *before, long long count)                                          \
    {                                                                                                                 \
        for (long long i = 0; i < count; i++) {                                                                       \
            type was; /* bytes may begin anywhere */                                                                  \
            memcpy(&was, before + i * (long long)sizeof(type), sizeof(type));                                         \
            if (!(values[i] == was)) {                                                                                \
                return 0;                                                                                             \
            }                                                                                                         \
        }                                                                                                             \
        return 1;                                                                                                     \
    }
ARE_EQUAL(are_equal_floats, float)
ARE_EQUAL(are_equal_doubles, double)

/* `is_as_kept(tensor, bytes, parts)`: are these its values? None where Python is to compare. The shape is asked before. */
PyObject *
is_as_kept(PyObject *Py_UNUSED(module), PyObject *const *given, Py_ssize_t count)
{
    if (count != 3 || !PyBytes_CheckExact(given[1]) || !are_parts(given[2])) {
        PyErr_SetString(PyExc_TypeError, "is_as_kept(tensor, bytes, parts)");
        return NULL;
    }
    Read read = read_of(given[0], given[2]);
    if (read.values == NULL || read.count * size_of[read.real] != PyBytes_GET_SIZE(given[1])) {
        return unread();
    }
    const char *before = PyBytes_AS_STRING(given[1]);
    return PyBool_FromLong(read.real == 1 ? are_equal_floats(read.values, before, read.count)
                                          : are_equal_doubles(read.values, before, read.count));
}
