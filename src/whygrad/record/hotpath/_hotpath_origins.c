/* The Origins of the living tensors: made, put and forgotten. As `Origins.put` and `RecordingMode.origin`. */

#include "_hotpath.h"

void
set_slot(PyObject *object, Py_ssize_t offset, PyObject *value)
{
    PyObject *before = SLOT(object, offset);
    Py_INCREF(value);
    SLOT(object, offset) = value;
    Py_XDECREF(before);
}

PyObject *
HotPath_forget(HotPath *self, PyObject *ref)
{
    if (IS_CLEARED(self)) {
        Py_RETURN_NONE;
    }
    if (!PyObject_TypeCheck(ref, (PyTypeObject *)self->TensorRef)) {
        return PyErr_Format(PyExc_TypeError, "a TensorRef is needed, not %R", ref);
    }
    Py_INCREF(ref); /* the table may be the last that holds it: who calls back does not */
    int failed = 0;
    PyObject *key = SLOT(ref, self->ref_at[REF_ID]);
    if (key != NULL) {
        /* The entry may be another tensor's already: ids are used again. */
        PyObject *known = PyDict_GetItemWithError(self->table, key);
        failed = (known == NULL && PyErr_Occurred()) || (known == ref && PyDict_DelItem(self->table, key) < 0);
    }
    if (!failed) {
        set_slot(ref, self->ref_at[REF_ORIGIN], Py_None);
        set_slot(ref, self->ref_at[REF_PLACE], Py_None);
        PyObject_GC_UnTrack(ref); /* it holds nothing any more, and `young` holds thousands of them */
    }
    Py_DECREF(ref);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* Does an Origin have any of these flags? */
int
has_flags(HotPath *self, PyObject *origin, long wanted)
{
    PyObject *flags = SLOT(origin, self->origin_at[FLAGS]);
    return flags != NULL && PyLong_CheckExact(flags) && (PyLong_AsLong(flags) & wanted) != 0;
}

int
put(HotPath *self, PyObject *tensor, PyObject *origin)
{
    int failed = -1;
    PyObject *key = PyLong_FromVoidPtr(tensor), *ref = NULL;
    if (key == NULL) {
        return -1;
    }
    ref = PyDict_GetItemWithError(self->table, key);
    Py_XINCREF(ref);
    if (ref == NULL) {
        if (PyErr_Occurred()) {
            goto done;
        }
        ref = PyObject_CallFunctionObjArgs(self->TensorRef, tensor, self->forget, NULL);
        if (ref == NULL) {
            goto done;
        }
        set_slot(ref, self->ref_at[REF_ID], key);
        set_slot(ref, self->ref_at[REF_PLACE], Py_None);
        set_slot(ref, self->ref_at[REF_ADDRESS], Py_None);
        if (PyDict_SetItem(self->table, key, ref) < 0) {
            goto done;
        }
    }
    set_slot(ref, self->ref_at[REF_ORIGIN], origin);
    self->made++;
    if (!has_flags(self, origin, REQUIRES_GRAD | LEAF)) {
        PyObject *young = get_attr(self->origins, name_young);
        if (young == NULL) {
            goto done;
        }
        int appended = PyList_Append(young, ref);
        Py_DECREF(young);
        if (appended < 0) {
            goto done;
        }
    }
    if (self->made > self->limit) {
        self->made = 0;
        PyObject *done = call_method(self->origins, name_contract);
        if (done == NULL) {
            goto done;
        }
        Py_DECREF(done);
    }
    failed = 0;
done:
    Py_DECREF(key);
    Py_XDECREF(ref);
    return failed;
}

PyObject *
HotPath_put(HotPath *self, PyObject *const *args, Py_ssize_t count)
{
    if (IS_CLEARED(self)) {
        Py_RETURN_NONE;
    }
    if (count != 2 || Py_TYPE(args[1]) != (PyTypeObject *)self->Origin) {
        PyErr_SetString(PyExc_TypeError, "put(tensor, origin)");
        return NULL;
    }
    if (put(self, args[0], args[1]) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* The truth of a value that is ours to release; -1 where it could not be told. */
static int
truth_of(PyObject *value)
{
    if (value == NULL) {
        return -1;
    }
    int truth = PyObject_IsTrue(value);
    Py_DECREF(value);
    return truth;
}

int
is_set(PyObject *object, PyObject *name)
{
    return truth_of(get_attr(object, name));
}

static int
answers_true(PyObject *function)
{
    return truth_of(PyObject_CallNoArgs(function));
}

/* As `torch_api.requires_grad`: some views refuse to be asked. */
int
requires_grad(PyObject *tensor)
{
    int required = is_set(tensor, name_requires_grad);
    if (required < 0 && PyErr_ExceptionMatches(PyExc_RuntimeError)) {
        PyErr_Clear();
        return 0;
    }
    return required;
}

/* As `GradModes.in_force`: the statement that has gradients switched off, or None. */
PyObject *
in_force(HotPath *self)
{
    PyObject *now = get_attr(self->modes, name__now);
    if (now == Py_None) {
        Py_SETREF(now, get_attr(self->modes, name__inference));
    }
    return now;
}

/* What the rest of a tensor is after a part of it was written, which has given that part `written`. */
PyObject *
origin_after(HotPath *self, PyObject *parents, PyObject *written, int learns)
{
    PyObject *known = SLOT(written, self->origin_at[FLAGS]), *flags = NULL, *clock = NULL, *origin = NULL;
    static const int same[] = {OP, FRAMES, DTYPE, SWITCH};
    if (known == NULL || !PyLong_CheckExact(known) ||
        (flags = PyLong_FromLong((PyLong_AsLong(known) & ~LEAF) | (learns ? REQUIRES_GRAD : 0))) == NULL ||
        (clock = PyObject_CallNoArgs(self->sequence_number)) == NULL ||
        (origin = PyType_GenericAlloc((PyTypeObject *)self->Origin, 0)) == NULL) {
        goto done;
    }
    PyObject_GC_UnTrack(origin); /* as in `new_origin` */
    PyObject_GC_UnTrack(parents);
    for (int i = 0; i < 4; i++) {
        PyObject *fact = SLOT(written, self->origin_at[same[i]]);
        set_slot(origin, self->origin_at[same[i]], fact == NULL ? Py_None : fact);
    }
    set_slot(origin, self->origin_at[PARENTS], parents);
    set_slot(origin, self->origin_at[FLAGS], flags);
    set_slot(origin, self->origin_at[CLOCK], clock);
    set_slot(origin, self->origin_at[EXTRA], Py_None);
done:
    Py_XDECREF(flags);
    Py_XDECREF(clock);
    if (origin == NULL && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "an Origin has no flags");
    }
    return origin;
}

/* As `RecordingMode.origin`. */
PyObject *
new_origin(HotPath *self, PyObject *func, PyObject *parents, PyObject *frames, long flags, PyObject *out)
{
    PyObject *dtype = NULL, *switched = NULL, *number = NULL, *clock = NULL, *origin = NULL;
    int required = requires_grad(out);
    if (required < 0) {
        return NULL;
    }
    if (required) {
        flags |= REQUIRES_GRAD | (PyTuple_GET_SIZE(parents) ? 0 : LEAF);
    }
    else {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parents); i++) {
            PyObject *parent = PyTuple_GET_ITEM(parents, i);
            if (Py_TYPE(parent) == (PyTypeObject *)self->Origin && has_flags(self, parent, REQUIRES_GRAD)) {
                flags |= CUT;
                break;
            }
        }
        int enabled = answers_true(self->is_grad_enabled);
        int inferring = enabled <= 0 ? enabled : answers_true(self->is_inference_mode_enabled); /* without gradients all the same */
        if (inferring < 0 || (dtype = get_attr(out, name_dtype)) == NULL) {
            goto done;
        }
        if ((!enabled || inferring) && (switched = in_force(self)) == NULL) {
            goto done;
        }
    }
    if ((number = PyLong_FromLong(flags)) == NULL || (clock = PyObject_CallNoArgs(self->sequence_number)) == NULL ||
        (origin = PyType_GenericAlloc((PyTypeObject *)self->Origin, 0)) == NULL) {
        goto done;
    }
    PyObject_GC_UnTrack(origin); /* in no cycle, and the garbage collector would go through all of them again and again */
    set_slot(origin, self->origin_at[OP], func);
    set_slot(origin, self->origin_at[PARENTS], parents);
    set_slot(origin, self->origin_at[FRAMES], frames);
    set_slot(origin, self->origin_at[FLAGS], number);
    set_slot(origin, self->origin_at[CLOCK], clock);
    set_slot(origin, self->origin_at[DTYPE], dtype == NULL ? Py_None : dtype);
    set_slot(origin, self->origin_at[SWITCH], switched == NULL ? Py_None : switched);
    set_slot(origin, self->origin_at[EXTRA], Py_None);
done:
    Py_XDECREF(dtype);
    Py_XDECREF(switched);
    Py_XDECREF(number);
    Py_XDECREF(clock);
    return origin;
}
