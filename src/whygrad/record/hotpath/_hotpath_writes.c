/* A call that has written a tensor in place, which is no leaf that learns. As `RecordingMode._writes` and `note`. */

#include "_hotpath.h"

/* The tensor that a written one is a view of, or None. As `torch_api.view_base`. */
static PyObject *
view_base(PyObject *tensor)
{
    PyObject *inference = call_method(tensor, name_is_inference);
    int inferred = inference == NULL ? -1 : PyObject_IsTrue(inference);
    Py_XDECREF(inference);
    return inferred < 0 ? NULL : inferred ? Py_NewRef(Py_None) : get_attr(tensor, name__base);
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

/* A line that fills a tensor, as `Overwriting` enters it in `steady`: see `_SteadyLine`. */
enum { LINE_FUNC, LINE_WHOLE, LINE_VIEW, LINE_SHOWN, LINE_BEFORE, LINE_WRITTEN, LINE_PASSES, LINE_THREAD, LINE_APPEND,
       LINE_FRAMES, LINE_LATEST, LINE_AFTER, LINE_PARTS };
#define FACT(origin, slot) SLOT(origin, self->origin_at[slot])

/* The Origin of a tensor, borrowed; NULL where there is none. */
static PyObject *
origin_of(HotPath *self, PyObject *tensor)
{
    PyObject *ref = ref_of(self, tensor), *origin = ref == NULL ? NULL : SLOT(ref, self->ref_at[REF_ORIGIN]);
    Py_XDECREF(ref); /* the table holds it */
    return origin != NULL && Py_TYPE(origin) == (PyTypeObject *)self->Origin ? origin : NULL;
}

/* As `_says_no_more`. */
static int
says_no_more(HotPath *self, PyObject *parents, PyObject *origin, PyObject *known)
{
    PyObject *now = FACT(origin, FLAGS), *then = FACT(known, FLAGS);
    int same = now != NULL && then != NULL && PyLong_CheckExact(now) && PyLong_CheckExact(then) &&
               FACT(origin, FRAMES) == FACT(known, FRAMES) && (PyLong_AsLong(now) & ~LEAF) == PyLong_AsLong(then) &&
               !has_flags(self, known, REQUIRES_GRAD | CUT);
    for (Py_ssize_t i = 1; same && i < PyTuple_GET_SIZE(parents); i++) {
        PyObject *value = PyTuple_GET_ITEM(parents, i);
        PyObject *behind = Py_TYPE(value) == (PyTypeObject *)self->Origin ? FACT(value, PARENTS) : NULL;
        same = behind != NULL && PyTuple_CheckExact(behind) && PyTuple_GET_SIZE(behind) == 0;
    }
    return same;
}

/* Was a leaf last written where it was before each write of this line? Then it is written here now. As
   `_Filling._line_through_alias`; 1 also of what is no leaf. */
static int
comes_after(PyObject *line, PyObject *leaf)
{
    PyObject *after = PyTuple_GET_ITEM(line, LINE_AFTER), *latest = PyTuple_GET_ITEM(line, LINE_LATEST);
    if (after == Py_None) {
        return 1;
    }
    PyObject *key = leaf == NULL || !PyDict_Check(latest) ? NULL : PyLong_FromVoidPtr(leaf);
    int same = key != NULL && PyDict_GetItemWithError(latest, key) == after;
    if (same && PyDict_SetItem(latest, key, PyTuple_GET_ITEM(line, LINE_FRAMES)) < 0) {
        same = -1;
    }
    Py_XDECREF(key);
    return PyErr_Occurred() ? -1 : same;
}

/* Does a line go on as it has often, so that all have heard of it? `before` becomes the tensor's latest Origin, `shown` that
   of the tensor it is a view of. As `Overwriting.overwritten` where `_Filling.goes_on`. */
static int
goes_on(HotPath *self, PyObject *line, PyObject *func, PyObject *out, PyObject *origin, PyObject *base, PyObject **before,
        PyObject **shown)
{
    PyObject *whole = base == Py_None ? out : base, *at, *passes;
    if (!PyTuple_Check(line) || PyTuple_GET_SIZE(line) != LINE_PARTS || PyTuple_GET_ITEM(line, LINE_FUNC) != func ||
        PyWeakref_GetObject(PyTuple_GET_ITEM(line, LINE_WHOLE)) != whole ||
        (*before = at = origin_of(self, out)) == NULL || FACT(at, EXTRA) == NULL || FACT(origin, CLOCK) == NULL ||
        PyLong_AsUnsignedLong(PyTuple_GET_ITEM(line, LINE_THREAD)) != PyThread_get_thread_ident()) {
        return 0;
    }
    if (FACT(at, EXTRA) != Py_None) {
        int retained = PyDict_Check(FACT(at, EXTRA)) ? PyDict_Contains(FACT(at, EXTRA), name_retained) : 1;
        if (retained) {
            return retained < 0 ? -1 : 0;
        }
    }
    int again = base != Py_None && PyTuple_GET_ITEM(line, LINE_BEFORE) == Py_None; /* the part was written before */
    if (base != Py_None) {
        PyObject *behind = FACT(at, PARENTS);
        if (FACT(at, OP) != PyTuple_GET_ITEM(line, LINE_VIEW) || FACT(at, FRAMES) != PyTuple_GET_ITEM(line, LINE_SHOWN) ||
            behind == NULL || !PyTuple_CheckExact(behind) || !PyTuple_GET_SIZE(behind) ||
            (*shown = at = origin_of(self, base)) == NULL || (!again && at != PyTuple_GET_ITEM(behind, 0))) {
            return 0;
        }
    }
    int as_before = again || (FACT(at, OP) == PyTuple_GET_ITEM(line, LINE_BEFORE) &&
                              FACT(at, FRAMES) == PyTuple_GET_ITEM(line, LINE_WRITTEN));
    if (!as_before || (passes = get_attr(self->run, name_passes)) == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    int same = PyObject_RichCompareBool(passes, PyTuple_GET_ITEM(line, LINE_PASSES), Py_EQ);
    Py_DECREF(passes);
    return same > 0 ? comes_after(line, *shown) : same;
}

/* As `Writes.add_through_aliases`: the value of this Origin was overwritten. */
static int
add_write(HotPath *self, PyObject *line, PyObject *func, PyObject *origin, PyObject *old)
{
    PyObject *ref = PyWeakref_NewRef(old, NULL), *told = NULL;
    PyObject *write = ref == NULL ? NULL : PyTuple_Pack(5, func, FACT(origin, FRAMES), FACT(origin, CLOCK), ref, Py_None);
    if (write != NULL) {
        PyObject_GC_UnTrack(ref); /* in no cycle, and many are held for long */
        PyObject_GC_UnTrack(write);
        told = PyObject_CallOneArg(PyTuple_GET_ITEM(line, LINE_APPEND), write);
    }
    Py_XDECREF(ref);
    Py_XDECREF(write);
    Py_XDECREF(told);
    return told == NULL ? -1 : 0;
}

/* As `Overwriting._written_through`, unless what is known of the tensor stays true: a view was written, and its base has a
   new value too. */
static int
write_through(HotPath *self, PyObject *parents, PyObject *origin, PyObject *base, PyObject *known)
{
    if (says_no_more(self, parents, origin, known)) {
        return 0;
    }
    int learns = requires_grad(base), leaf = learns > 0 ? is_learning_leaf(base) : learns;
    if (leaf) {
        return leaf < 0 ? -1 : 0;
    }
    PyObject *behind = PyTuple_Pack(2, known, origin);
    PyObject *both = behind == NULL ? NULL : origin_after(self, behind, origin, learns);
    int failed = both == NULL || put(self, base, both) < 0;
    Py_XDECREF(behind);
    Py_XDECREF(both);
    return failed ? -1 : 0;
}

/* 1 where a line that is well known has written on, 0 where Python is to hear of it. */
static int
is_steady(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin, PyObject *base)
{
    if (!PyDict_GET_SIZE(self->steady)) {
        return 0;
    }
    PyObject *key = PyLong_FromVoidPtr(FACT(origin, FRAMES)), *before = NULL, *shown = NULL;
    PyObject *line = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(self->steady, key));
    Py_XDECREF(key);
    int steady = line == NULL ? 0 : goes_on(self, line, func, out, origin, base, &before, &shown);
    if (steady > 0) {
        Py_INCREF(before); /* what is told may let go of them */
        Py_XINCREF(shown);
        if (add_write(self, line, func, origin, before) < 0 ||
            (shown != NULL && (add_write(self, line, func, origin, shown) < 0 ||
                               write_through(self, parents, origin, base, shown) < 0))) {
            steady = -1;
        }
        Py_DECREF(before);
        Py_XDECREF(shown);
    }
    Py_XDECREF(line);
    return PyErr_Occurred() ? -1 : steady;
}

/* The tensor gets its new Origin; who follows writes is told by Python. */
int
note_written(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin)
{
    PyObject *base = view_base(out), *told = NULL;
    int steady = base == NULL ? -1 : is_steady(self, func, parents, out, origin, base);
    if (steady > 0) {
        told = Py_NewRef(Py_None);
    }
    else if (steady == 0) {
        told = PyObject_CallMethodObjArgs(self->tensors, name_overwritten, func, parents, out, origin, base, NULL);
    }
    Py_XDECREF(base);
    Py_XDECREF(told);
    return told == NULL ? -1 : put(self, out, origin);
}
