/* What is done at every recorded call, in C; see `__init__.py` beside it.

   It does what `RecordingMode.__torch_function__`, `RecordingMode.note`, `Origins.put` and `Stack.capture` do, for the
   calls that are met mostly: those that return tensors of no subclass, new or written. Every other is handed to Python.
   Nothing of torch is linked: tensors are asked as from Python. */

#include "_hotpath.h"

#define DEFINE(name) PyObject *name_##name;
NAMES(DEFINE)

static const char *const ORIGIN_NAMES[] = {"op", "parents", "frames", "flags", "clock", "dtype", "switch", "extra"};
static const char *const REF_NAMES[] = {"id", "origin", "place", "address"};

/* Where the slots of a class lie in its objects. */
int
find_slots(PyObject *cls, const char *const *names, Py_ssize_t count, Py_ssize_t *at)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *slot = PyObject_GetAttrString(cls, names[i]);
        if (slot == NULL) {
            return -1;
        }
        int fits = Py_TYPE(slot) == &PyMemberDescr_Type && ((PyMemberDescrObject *)slot)->d_member->type == T_OBJECT_EX;
        at[i] = fits ? ((PyMemberDescrObject *)slot)->d_member->offset : 0;
        Py_DECREF(slot);
        if (!fits) {
            PyErr_Format(PyExc_TypeError, "%s is no slot", names[i]);
            return -1;
        }
    }
    return 0;
}

static PyMethodDef forget_method = {"forget", (PyCFunction)HotPath_forget, METH_O, "Its tensor is gone."};

static PyObject *
HotPath_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    HotPath given;
    memset(&given, 0, sizeof given);
#define NAME(part) #part,
#define OBJECT(part) &given.part,
#define LETTER(part) "O"
    static char *names[] = {PARTS(NAME) "limit", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "$" PARTS(LETTER) "n:HotPath", names,
                                     PARTS(OBJECT) &given.limit)) {
        return NULL;
    }
    HotPath *self = (HotPath *)type->tp_alloc(type, 0); /* now: the collector must meet it with what it owns alone */
    if (self == NULL) {
        return NULL;
    }
    self->vectorcall = HotPath_vectorcall;
    self->limit = given.limit;
#define OWN(part) self->part = Py_NewRef(given.part);
    PARTS(OWN)
    int fits = PyDict_Check(self->special) && PyDict_Check(self->kinds) && PyDict_Check(self->table) &&
               PyDict_Check(self->looked) && PyDict_Check(self->endings) && PyDict_Check(self->optimizers) &&
               PyList_Check(self->dead_optimizers) &&
               PyDict_Check(self->ownership) && PyDict_Check(self->numbers) && PyDict_Check(self->waiting) &&
               PyDict_Check(self->roles) && PyDict_Check(self->worn) && PyDict_Check(self->steady) &&
               PyDict_Check(self->clipped) && PyTuple_Check(self->unheard) &&
               PyAnySet_Check(self->plain) && PyAnySet_Check(self->functions) && PyAnySet_Check(self->skipped) &&
               PyType_Check(self->Origin) && PyType_Check(self->TensorRef);
    if (!fits) {
        PyErr_SetString(PyExc_TypeError, "a part is of the wrong kind");
    }
    else if ((self->known = PyMem_Calloc(KNOWN, sizeof(PyObject *))) == NULL) {
        PyErr_NoMemory();
    }
    else if ((self->forget = PyCFunction_New(&forget_method, (PyObject *)self)) != NULL &&
             find_slots(self->Origin, ORIGIN_NAMES, ORIGIN_SLOTS, self->origin_at) == 0 &&
             find_slots(self->TensorRef, REF_NAMES, REF_SLOTS, self->ref_at) == 0) {
        return (PyObject *)self;
    }
    Py_DECREF(self);
    return NULL;
}

static int
HotPath_traverse(HotPath *self, visitproc visit, void *arg)
{
#define VISIT(part) Py_VISIT(self->part);
    PARTS(VISIT)
#define VISIT_KEPT(part) Py_VISIT(self->kept.part);
    TAPE_PARTS(VISIT_KEPT)
    for (int i = 0; i < TAPE_CLASSES; i++) {
        Py_VISIT(self->kept.classes[i]);
    }
    for (int i = 0; i < CUTS; i++) {
        Py_VISIT(self->kept.cuts[i]);
    }
    Py_VISIT(self->forget);
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
HotPath_clear(HotPath *self)
{
    Py_CLEAR(self->recorder); /* first: what goes may run Python, which must find it cleared and not half so */
#define CLEAR(part) Py_CLEAR(self->part);
    PARTS(CLEAR)
    Py_XDECREF(HotPath_stop_taping(self, NULL));
    Py_CLEAR(self->forget);
    for (size_t i = 0; self->known != NULL && i < KNOWN; i++) {
        Py_CLEAR(self->known[i]); /* codes and numbers alone: in no cycle */
    }
    return 0;
}

static void
HotPath_dealloc(HotPath *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    HotPath_clear(self);
    PyMem_Free(self->known);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"capture", (PyCFunction)HotPath_capture, METH_O, "As `Stack.capture`."},
    {"put", (PyCFunction)(void (*)(void))HotPath_put, METH_FASTCALL, "As `Origins.put`."},
    {"start_taping", (PyCFunction)(void (*)(void))HotPath_start_taping, METH_VARARGS | METH_KEYWORDS, "Values are kept from now on."},
    {"stop_taping", (PyCFunction)HotPath_stop_taping, METH_NOARGS, "No more values are kept."},
    {"keep", (PyCFunction)HotPath_keep, METH_O, "As `Tape.keep`."},
    {"hide", (PyCFunction)HotPath_hide, METH_O, "Who asks the collector for all objects does not get this one."},
    {"hand_over", (PyCFunction)(void (*)(void))HotPath_hand_over, METH_FASTCALL, "Call by way of the mode, if it is on top."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(HotPath, vectorcall), READONLY, NULL},
    {"noted", T_ULONGLONG, offsetof(HotPath, noted), READONLY, "How many calls were noted?"},
    {"by_python", T_BOOL, offsetof(HotPath, by_python), 0, "Is every call handed to Python?"},
    {"taped", T_BOOL, offsetof(HotPath, taped), READONLY, "Are values kept?"},
    {"__self__", T_OBJECT, offsetof(HotPath, mode), READONLY, "torch asks whether this is a classmethod."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What is done at every recorded call; called as `__torch_function__`."},
    {Py_tp_new, HotPath_new},
    {Py_tp_traverse, HotPath_traverse},
    {Py_tp_clear, HotPath_clear},
    {Py_tp_dealloc, HotPath_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "whygrad.record.hotpath._hotpath.HotPath",
    .basicsize = sizeof(HotPath),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = slots,
};

static PyObject *
is_noting(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    return PyBool_FromLong(noting);
}

static PyMethodDef functions[] = {
    {"is_noting", is_noting, METH_NOARGS, "Does C note a call in this thread?"},
    {"sum_of", (PyCFunction)(void (*)(void))sum_of, METH_FASTCALL, "As `sum_of` in torch_api.py, of few values."},
    {"kept_values", (PyCFunction)(void (*)(void))kept_values, METH_FASTCALL, "A copy of few values."},
    {"is_as_kept", (PyCFunction)(void (*)(void))is_as_kept, METH_FASTCALL, "Are they as they were copied?"},
    {"nearest", (PyCFunction)(void (*)(void))nearest, METH_FASTCALL, "As `nearest` in origin.py."},
    {"select", (PyCFunction)(void (*)(void))select_origins, METH_FASTCALL, "Of many Origins those that are asked for."},
    {"ops_of", ops_of, METH_O, "As `ops_of` in origin.py."},
    {"nodes", (PyCFunction)(void (*)(void))nodes_behind, METH_FASTCALL, "As `graph_nodes` in nodes.py."},
    {"is_any", is_any, METH_O, "Is any of these questions answered with something true?"},
    {"all_have_gradients", all_have_gradients, METH_O, "As `all_have_gradients` in nodes.py, of learners."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "whygrad.record.hotpath._hotpath",
    .m_doc = "What is done at every recorded call.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit__hotpath(void)
{
#define INTERN(name)                                                                                                  \
    if ((name_##name = PyUnicode_InternFromString(#name)) == NULL) {                                                  \
        return NULL;                                                                                                  \
    }
    NAMES(INTERN)
    PyObject *made = PyModule_Create(&module);
    PyObject *type = PyType_FromSpec(&spec);
    if (made == NULL || type == NULL || PyModule_AddObject(made, "HotPath", type) < 0) {
        Py_XDECREF(made);
        Py_XDECREF(type);
        return NULL;
    }
    return made;
}
