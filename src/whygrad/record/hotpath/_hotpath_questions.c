/* What is asked of several things at every step, without a frame of Python's for each. */

#include "_hotpath.h"

/* `is_any(questions)`: does one of these, each called with nothing, answer with something true? */
PyObject *
is_any(PyObject *Py_UNUSED(module), PyObject *questions)
{
    if (!PyTuple_CheckExact(questions)) {
        PyErr_SetString(PyExc_TypeError, "questions are a tuple");
        return NULL;
    }
    int told = 0;
    for (Py_ssize_t i = 0; !told && i < PyTuple_GET_SIZE(questions); i++) {
        PyObject *answer = PyObject_CallNoArgs(PyTuple_GET_ITEM(questions, i));
        told = answer == NULL ? -1 : PyObject_IsTrue(answer);
        Py_XDECREF(answer);
    }
    return told < 0 ? NULL : PyBool_FromLong(told);
}

/* Has the tensor of a learner a gradient? 1 also where it is gone, -1 where Python is to ask: it is no leaf, or refuses. */
static int
has_gradient(PyObject *learner)
{
    PyObject *ref = get_slot(learner, name_ref), *tensor = ref == NULL ? NULL : PyObject_CallNoArgs(ref), *found = NULL;
    int has = tensor == Py_None ? 1 : -1;
    if (tensor != NULL && has < 0 && (found = get_attr(tensor, name_is_leaf)) == Py_True) {
        Py_DECREF(found);
        found = get_attr(tensor, name_grad);
        has = found == NULL ? -1 : found != Py_None;
    }
    Py_XDECREF(found);
    Py_XDECREF(tensor);
    Py_XDECREF(ref);
    return has;
}

/* `all_have_gradients(learners)`: as in nodes.py, of the values of a dictionary; None where Python is to ask. */
PyObject *
all_have_gradients(PyObject *Py_UNUSED(module), PyObject *learners)
{
    PyObject *key, *learner;
    Py_ssize_t at = 0;
    int has = 1;
    if (!PyDict_CheckExact(learners)) {
        PyErr_SetString(PyExc_TypeError, "learners are a dictionary");
        return NULL;
    }
    while (has > 0 && PyDict_Next(learners, &at, &key, &learner)) {
        Py_INCREF(learner); /* an attribute of the program's own may run anything */
        has = has_gradient(learner);
        Py_DECREF(learner);
    }
    if (has < 0) {
        return excused() ? Py_NewRef(Py_None) : NULL;
    }
    return PyBool_FromLong(has);
}
