/* A function mode that does nothing but call the function: what torch itself takes to hand a call to any mode. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *mode; /* torch asks whether this is a classmethod */
} CallOnly;

/* `__torch_function__(func, types, args=(), kwargs=None)` */
static PyObject *
call_only(PyObject *Py_UNUSED(self), PyObject *const *given, size_t size, PyObject *Py_UNUSED(names))
{
    Py_ssize_t count = PyVectorcall_NARGS(size);
    if (count < 3) {
        PyErr_SetString(PyExc_TypeError, "__torch_function__(func, types, args, kwargs=None)");
        return NULL;
    }
    return PyObject_Call(given[0], given[2], count > 3 && given[3] != Py_None ? given[3] : NULL);
}

static PyObject *
CallOnly_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *mode;
    CallOnly *made = PyArg_ParseTuple(args, "O:CallOnly", &mode) ? (CallOnly *)type->tp_alloc(type, 0) : NULL;
    if (made != NULL) {
        made->vectorcall = call_only;
        made->mode = mode; /* borrowed: who makes it is the mode, and has it */
    }
    return (PyObject *)made;
}

static PyMemberDef members[] = {
    {"__self__", T_OBJECT, offsetof(CallOnly, mode), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyTypeObject CallOnly_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "empty_mode.CallOnly",
    .tp_basicsize = sizeof(CallOnly),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_new = CallOnly_new,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(CallOnly, vectorcall),
    .tp_members = members,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "empty_mode", .m_size = -1};

PyMODINIT_FUNC
PyInit_empty_mode(void)
{
    PyObject *made = PyType_Ready(&CallOnly_Type) < 0 ? NULL : PyModule_Create(&module);
    if (made != NULL && PyModule_AddObjectRef(made, "CallOnly", (PyObject *)&CallOnly_Type) < 0) {
        Py_CLEAR(made);
    }
    return made;
}
