/* What the parts of the compiled hot path have in common. */

#ifndef WHYGRAD_HOTPATH
#define WHYGRAD_HOTPATH

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <frameobject.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX >= 0x030E0000
#error "whygrad: the compiled part is for Python 3.10 to 3.13; the same is done in Python here, slower"
#endif

/* Other libraries in the process may have functions of the same names. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

#if defined(_MSC_VER)
#define OF_THREAD __declspec(thread)
#else
#define OF_THREAD _Thread_local
#endif

/* The interpreter's own frames, where we know what they look like. */
#if PY_VERSION_HEX >= 0x030B0000 && !defined(Py_GIL_DISABLED)
#define INTERPRETER_FRAMES
#define Py_BUILD_CORE 1
#include <internal/pycore_frame.h>
#undef Py_BUILD_CORE
#if PY_VERSION_HEX < 0x030D0000
#define CURRENT_FRAME(state) ((state)->cframe->current_frame)
#define CODE_OF(frame) ((frame)->f_code)
#else
#define CURRENT_FRAME(state) ((state)->current_frame)
#define CODE_OF(frame) _PyFrame_GetCode(frame)
#endif
#define LASTI_OF(frame) (_PyInterpreterFrame_LASTI(frame) * (int)sizeof(_Py_CODEUNIT))
#endif

#if PY_VERSION_HEX < 0x030B0000
#define LASTI_OF_OBJECT(frame) ((frame)->f_lasti < 0 ? -1 : 2 * (frame)->f_lasti)
#define BACK_OF_OBJECT(frame) ((PyFrameObject *)Py_XNewRef((PyObject *)(frame)->f_back))
#else
#define LASTI_OF_OBJECT(frame) PyFrame_GetLasti(frame)
#define BACK_OF_OBJECT(frame) PyFrame_GetBack(frame)
#endif

#define ELEMENTS 4096 /* as in recorder.py */
#ifndef KNOWN
#define KNOWN 4096 /* tuples of frames that are kept to be used again */
#endif

/* As in origin.py, mode.py and looked_calls.py; tests/record/test_hotpath.py compares them. */
#define REQUIRES_GRAD 1
#define LEAF 2
#define OUTSIDE 8
#define CUT 32
#define NOTHING 0
#define ONE 1
#define SEVERAL 2
#define LEFT_TO_AUTOGRAD 1
#define SAVES_ARGUMENTS 2
#define OWN_MEMORY 4
#define WRITES_IN_PLACE 8

enum { OP, PARENTS, FRAMES, FLAGS, CLOCK, DTYPE, SWITCH, EXTRA, ORIGIN_SLOTS };
enum { REF_ID, REF_ORIGIN, REF_PLACE, REF_ADDRESS, REF_SLOTS };

/* What Python gives when it makes one, by these names. */
#define PARTS(X)                                                                                                      \
    X(mode) X(recorder) X(stack) X(origins) X(probe) X(modes) X(special) X(kinds) X(kind_of) X(table) X(plain) X(ownership)      \
    X(skipped) X(numbers) X(Origin) X(TensorRef) X(sequence_number) X(is_grad_enabled) X(is_inference_mode_enabled)   \
    X(wholly) X(functions) X(waiting) X(release) X(pop) X(push) X(looked) X(optimizers) X(dead_optimizers) X(strided) \
    X(endings) X(run) X(tensors)

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
#define DECLARE(part) PyObject *part;
    PARTS(DECLARE)
#undef DECLARE
    PyObject *forget;
    PyObject **known;
    Py_ssize_t made, limit;
    char by_python; /* every call is handed to Python, for as long as this is set */
    Py_ssize_t origin_at[ORIGIN_SLOTS], ref_at[REF_SLOTS];
} HotPath;

/* Attributes that are asked for, as strings that Python has once. */
#define NAMES(X)                                                                                                      \
    X(_base) X(active) X(broken) X(call_failed) X(closely) X(contract) X(dtype) X(fail) X(follower) X(guarded) X(in_force)     \
    X(is_complex) X(is_floating_point) X(is_quantized)                                                                  \
    X(is_inference) X(is_leaf) X(is_meta) X(is_nested) X(layout) X(look_at) X(note_untold) X(overwritten) X(passes) X(requires_grad) X(shape) X(take) X(written_through) X(young)

#define DECLARE(name) extern PyObject *name_##name;
NAMES(DECLARE)
#undef DECLARE

/* The collector has taken it apart: what still calls it must do no harm. */
#define IS_CLEARED(self) ((self)->recorder == NULL)

/* Is a class asked for its hash without running code of its metaclass? */
#define HASHES_PLAINLY(cls) (Py_TYPE(cls)->tp_hash == PyType_Type.tp_hash)

#define SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))

/* Calls that C notes now in this thread: a signal handler of the program's waits for their end. */
extern OF_THREAD int noting;

/* _hotpath_frames.c */
PyObject *capture(HotPath *self, PyFrameObject *frame);
PyObject *running_frame(void);
PyObject *HotPath_capture(HotPath *self, PyObject *frame);

/* _hotpath_origins.c */
void set_slot(PyObject *object, Py_ssize_t offset, PyObject *value);
int has_flags(HotPath *self, PyObject *origin, long wanted);
int is_set(PyObject *object, PyObject *name);
int requires_grad(PyObject *tensor);
int put(HotPath *self, PyObject *tensor, PyObject *origin);
PyObject *new_origin(HotPath *self, PyObject *func, PyObject *parents, PyObject *frames, long flags, PyObject *out);
PyObject *HotPath_forget(HotPath *self, PyObject *ref);
PyObject *HotPath_put(HotPath *self, PyObject *const *args, Py_ssize_t count);

/* _hotpath_errors.c */
PyObject *take_raised(void);
void raise_after_all(PyObject *error);
int fail(HotPath *self);
void note_failed_call(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs);

/* _hotpath_calls.c: is it a function whose hash runs no code of the program's? */
int is_function(HotPath *self, PyObject *func);

/* _hotpath_looks.c: 1 where all that a look finds is noted, 0 where Python is to look */
long known_of(HotPath *self, PyObject *func);
int is_looked_at(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, PyObject *origin);

/* _hotpath_writes.c */
int is_plain_write(HotPath *self, PyObject *func, PyObject *kwargs, PyObject *out);
int note_written(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin);

/* _hotpath_notes.c */
int note(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out);

/* _hotpath_calls.c */
PyObject *HotPath_hand_over(HotPath *self, PyObject *const *given, Py_ssize_t count);
PyObject *HotPath_vectorcall(PyObject *callable, PyObject *const *given, size_t given_size, PyObject *names);

#endif
