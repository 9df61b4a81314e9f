/* Attributes of torch's own classes, which are asked for many times at every call: found once, as the interpreter's own
   caches do it, and without going through them. */

#include "_hotpath.h"

#define FOUND 256 /* a power of two */

/* What a class has by a name. It holds for as long as the class is as it was: its version changes with it and its bases. */
typedef struct {
    PyTypeObject *type;
    PyObject *name, *descriptor;
    unsigned int version;
} Found;

static Found found[FOUND];

static Found *
entry_of(PyTypeObject *type, PyObject *name)
{
    return &found[(((size_t)type >> 4) ^ ((size_t)name >> 4) ^ ((size_t)name >> 12)) & (FOUND - 1)];
}

/* The descriptor of this kind that a class has by a name, borrowed from it; NULL where it has another or none. */
static PyObject *
descriptor_of(PyTypeObject *type, PyObject *name, PyTypeObject *kind)
{
    Found *entry = entry_of(type, name);
    if (entry->type == type && entry->name == name && entry->version == type->tp_version_tag && entry->version) {
        return Py_TYPE(entry->descriptor) == kind ? entry->descriptor : NULL;
    }
    PyObject *descriptor = type->tp_getattro == PyObject_GenericGetAttr ? _PyType_Lookup(type, name) : NULL;
    if (descriptor == NULL || Py_TYPE(descriptor) != kind || !PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ||
        !PyType_IsSubtype(type, ((PyDescrObject *)descriptor)->d_type)) {
        return NULL;
    }
    *entry = (Found){type, name, descriptor, type->tp_version_tag};
    return descriptor;
}

/* As `PyObject_GetAttr`. */
PyObject *
get_attr(PyObject *object, PyObject *name)
{
    PyGetSetDescrObject *descriptor = (PyGetSetDescrObject *)descriptor_of(Py_TYPE(object), name, &PyGetSetDescr_Type);
    if (descriptor != NULL && descriptor->d_getset->get != NULL) {
        return descriptor->d_getset->get(object, descriptor->d_getset->closure);
    }
    return PyObject_GetAttr(object, name);
}

/* The same, of a slot of one of our own classes. */
PyObject *
get_slot(PyObject *object, PyObject *name)
{
    PyMemberDescrObject *descriptor = (PyMemberDescrObject *)descriptor_of(Py_TYPE(object), name, &PyMemberDescr_Type);
    if (descriptor != NULL && descriptor->d_member->type == T_OBJECT_EX) {
        PyObject *value = SLOT(object, descriptor->d_member->offset);
        if (value != NULL) {
            return Py_NewRef(value);
        }
    }
    return PyObject_GetAttr(object, name);
}

/* As `PyObject_CallMethodNoArgs`; a method of torch's own is called although the program has put another on the object. */
PyObject *
call_method(PyObject *object, PyObject *name)
{
    PyObject *descriptor = descriptor_of(Py_TYPE(object), name, &PyMethodDescr_Type);
    return descriptor != NULL ? PyObject_Vectorcall(descriptor, &object, 1, NULL) : PyObject_CallMethodNoArgs(object, name);
}
