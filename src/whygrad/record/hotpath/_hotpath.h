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
#define PARAMETER 4
#define OUTSIDE 8
#define CUT 32
#define NOTHING 0
#define ONE 1
#define SEVERAL 2
#define LEFT_TO_AUTOGRAD 1
#define SAVES_ARGUMENTS 2
#define OWN_MEMORY 4
#define WRITES_IN_PLACE 8
#define SHOWS_ARGUMENT 16
#define ASKED_OF_LEARNING 32
#define MIXES 64
#define GOES_THROUGH 128
#define ASKED_OF_TWO 256
/* As in roles.py: what a call that writes in place does. */
#define WRITES 1
#define FREE 64
#define ASSIGNS 128
#define IN_PLACE 256
#define SOME_CELLS 512
#define SHOWS_ANEW 1024
#define DETACHES 2048
#define OWN_COUNT 4096
#define DEEP 4 /* as in untracked_writes.py: views of views that are looked through */

enum { OP, PARENTS, FRAMES, FLAGS, CLOCK, DTYPE, SWITCH, EXTRA, ORIGIN_SLOTS };
/* The slots of the tape's classes that C fills or reads, each class with the order of its slots in `tape/in_c.py`. */
enum { PLACE_MEMORY, PLACE_LAYER, PLACE_KEPT, PLACE_SLOTS };
enum { MEMORY_STORAGE, MEMORY_BLOCK, MEMORY_ROOT, MEMORY_STATE, MEMORY_FRESH, MEMORY_ROOM, MEMORY_LEFT, MEMORY_READERS,
       MEMORY_CELLS, MEMORY_SLOTS };
enum { LAYER_BLOCK, LAYER_CLOCK, LAYER_DTYPE, LAYER_BORN, LAYER_PARENT, LAYER_CUT, LAYER_CALL, LAYER_UNSEEN, LAYER_SLOTS };
enum { KEPT_VALUE, KEPT_LAYER, KEPT_STATE, KEPT_BLOCK, KEPT_CARRIED, KEPT_STALE, KEPT_GEOMETRY, KEPT_SLOTS };
enum { CALL_OP, CALL_FUNC, CALL_ARGS, CALL_KWARGS, CALL_FRAMES, CALL_SERIAL, CALL_OUTPUTS, CALL_CUT, CALL_IN_PLACE,
       CALL_PARTIAL, CALL_RNG, CALL_AUTOCAST, CALL_FORGOTTEN, CALL_SLOTS };
enum { STATE_CALL, STATE_PREVIOUS, STATE_SERIAL, STATE_SLOTS };
enum { OUTPUT_LAYER, OUTPUT_GEOMETRY, OUTPUT_NUMBER, OUTPUT_SLOTS };
enum { BLOCK_NBYTES, BLOCK_COUNTED, BLOCK_SLOTS };
enum { STORED_KEY, STORED_BLOCK, STORED_SLOTS };
enum { CLOCK_VERSION, CLOCK_SLOTS };
enum { PLACE, MEMORY, LAYER_, KEPT, CALL_, STATE, OUTPUT, BLOCK, STORED, CLOCK_, TAPE_CLASSES };
#define MOST_SLOTS 16
#define CUTS 64 /* that are kept to be used again */
#define FRESH 64 /* as in memory.py */
#define SORTED 256

/* What the tape gives, by these names, for as long as values are kept. */
#define TAPE_PARTS(X)                                                                                                 \
    X(tape) X(keep) X(entries) X(dead) X(died) X(count_dead) X(exported) X(serial) X(calls) X(trim)                   \
    X(tracing_state) X(dispatch_depth) X(early_dispatch_depth) X(is_profiled) X(any_autocast) X(is_transformed)       \
    X(has_storage) X(assign) X(about_to_write) X(copy) X(device) X(drop_dead) X(shape_of) X(new_cut) X(role_of)       \
    X(zeros) X(no_block) X(no_names)

typedef struct {
#define DECLARE(part) PyObject *part;
    TAPE_PARTS(DECLARE)
#undef DECLARE
    PyObject *classes[TAPE_CLASSES];
    int users; /* calls that work with the parts now, in all threads */
    Py_ssize_t at[TAPE_CLASSES][MOST_SLOTS];
    unsigned calls_made;
    long long negligible; /* bytes of memory that nobody counts */
    PyObject *cuts[CUTS];  /* the latest, by their frames: a line that goes on makes the same ones again */
} TapeParts;

enum { REF_ID, REF_ORIGIN, REF_PLACE, REF_ADDRESS, REF_SLOTS };

/* What Python gives when it makes one, by these names. */
#define PARTS(X)                                                                                                      \
    X(mode) X(recorder) X(stack) X(origins) X(probe) X(modes) X(special) X(kinds) X(kind_of) X(table) X(plain) X(ownership)      \
    X(skipped) X(numbers) X(Origin) X(TensorRef) X(sequence_number) X(is_grad_enabled) X(is_inference_mode_enabled)   \
    X(wholly) X(functions) X(waiting) X(release) X(pop) X(push) X(looked) X(optimizers) X(dead_optimizers) X(strided) \
    X(endings) X(run) X(tensors) X(roles) X(worn) X(setitem) X(steady) \
    X(mixtures) X(clipped) X(is_lazy_copy) X(float32) X(float64) X(of_one_number) \
    X(unheard) X(modes_are_enabled)

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
#define DECLARE(part) PyObject *part;
    PARTS(DECLARE)
#undef DECLARE
    PyObject *forget;
    PyObject **known;
    Py_ssize_t made, limit;
    unsigned long long noted; /* calls so far */
    char by_python; /* every call is handed to Python, for as long as this is set */
    char taped;     /* values are kept: who keeps them is told of every call */
    TapeParts kept;
    Py_ssize_t origin_at[ORIGIN_SLOTS], ref_at[REF_SLOTS];
} HotPath;

/* Attributes that are asked for, as strings that Python has once. */
#define NAMES(X)                                                                                                      \
    X(_base) X(active) X(broken) X(call_failed) X(closely) X(contract) X(dtype) X(fail) X(follower) X(guarded) X(_now) X(_inference)     \
    X(is_complex) X(is_floating_point) X(is_quantized)                                                                  \
    X(is_inference) X(is_leaf) X(leaf_set) X(is_meta) X(is_nested) X(layout) X(look_at) X(note_untold) X(overwritten) X(passes) X(requires_grad) X(shape) X(scalars) X(results) X(trains) X(is_contiguous) X(data_ptr) X(flags) X(parents) X(append) X(_cdata) X(_version) X(paused) X(retained) X(detach) X(nbytes) X(size) X(storage_offset) X(stride) X(untyped_storage) X(is_cpu) X(clone) X(tape_one) X(tape_several) X(tape_shown) X(take) X(young) X(ref) X(grad) X(op) X(next_functions)

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

/* _hotpath_attributes.c */
PyObject *get_attr(PyObject *object, PyObject *name);
PyObject *get_slot(PyObject *object, PyObject *name);
PyObject *call_method(PyObject *object, PyObject *name);

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
PyObject *origin_after(HotPath *self, PyObject *parents, PyObject *written, int learns);
PyObject *in_force(HotPath *self);
PyObject *HotPath_forget(HotPath *self, PyObject *ref);
PyObject *HotPath_put(HotPath *self, PyObject *const *args, Py_ssize_t count);

/* _hotpath_errors.c */
PyObject *take_raised(void);
void raise_after_all(PyObject *error);
int excused(void);
int fail(HotPath *self);
void note_failed_call(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs);

/* _hotpath_calls.c: is it a function whose hash runs no code of the program's? */
int is_function(HotPath *self, PyObject *func);

/* _hotpath_looks.c: 1 where all that a look finds is noted, 0 where Python is to look */
long known_of(HotPath *self, PyObject *func);
int is_looked_at(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, PyObject *origin,
                 int written);

/* _hotpath_values.c */
int are_finite(HotPath *self, PyObject *tensor, int fresh);
PyObject *sum_of(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *kept_values(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *is_as_kept(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* _hotpath_walks.c */
PyObject *nearest(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* _hotpath_questions.c */
PyObject *is_any(PyObject *module, PyObject *questions);
PyObject *all_have_gradients(PyObject *module, PyObject *learners);

/* _hotpath_selects.c */
PyObject *select_origins(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *ops_of(PyObject *module, PyObject *origins);
PyObject *nodes_behind(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* _hotpath_writes.c */
int is_plain_write(HotPath *self, PyObject *func, PyObject *kwargs, PyObject *out);
int is_learning_leaf(PyObject *written);
int note_written(HotPath *self, PyObject *func, PyObject *parents, PyObject *out, PyObject *origin);

/* _hotpath_tape.c: -1 where it has failed, 0 where Python is to do it */
int find_slots(PyObject *cls, const char *const *names, Py_ssize_t count, Py_ssize_t *at);
PyObject *HotPath_start_taping(HotPath *self, PyObject *args, PyObject *kwargs);
PyObject *HotPath_stop_taping(HotPath *self, PyObject *nothing);
PyObject *HotPath_keep(HotPath *self, PyObject *tensor);
PyObject *HotPath_hide(HotPath *self, PyObject *copied);
PyObject *keep(HotPath *self, PyObject *tensor);
PyObject *make(HotPath *self, int kind, int count, ...);
PyObject *cut_of(HotPath *self, PyObject *func, PyObject *frames, int enabled, const char *kind, int own_count);
PyObject *ref_of(HotPath *self, PyObject *tensor);
PyObject *place_of(HotPath *self, PyObject *tensor);
PyObject *version_of(PyObject *tensor);
int is_as_seen(HotPath *self, PyObject *tensor, PyObject *layer);
int is_open(HotPath *self);
int is_unwatched(HotPath *self);
int is_quiet(HotPath *self);
void enter_tape(HotPath *self);
void leave_tape(HotPath *self);
void untrack(PyObject *object);

/* _hotpath_sets.c: an element that is set */
PyObject *begin_set(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs);
int end_set(HotPath *self, PyObject *args, PyObject *call, PyObject *frames);
int note_set(HotPath *self, PyObject *func, PyObject *args, PyObject **frames);
int is_settable(HotPath *self, PyObject *target, PyObject *layer);
PyObject *writing_call(HotPath *self, PyObject *func, PyObject *run, PyObject *given, PyObject *layer, PyObject *region,
                       int some);
PyObject *assigning_call(HotPath *self, PyObject *func, PyObject *value, PyObject *layer, PyObject *region);

/* _hotpath_readers.c */
int make_way(HotPath *self, PyObject *target, PyObject *memory, PyObject *region);

/* _hotpath_in_place.c: another call that writes in place */
PyObject *begin_write(HotPath *self, PyObject *func, PyObject *args, long role);

/* _hotpath_taped.c */
int is_bare(HotPath *self, PyObject *value);
int is_plain_argument(HotPath *self, PyObject *value);
int is_simple(HotPath *self, PyObject *args, PyObject *out);
int is_plain(HotPath *self, PyObject *tensor);
PyObject *memory_at(HotPath *self, PyObject *key);
int is_tensor(HotPath *self, PyObject *value);
PyObject *geometry_of(PyObject *tensor);
int enter(HotPath *self, PyObject *call, long long nbytes);
int is_same(PyObject *object, PyObject *name, PyObject *wanted);
int tape_one(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *out, PyObject *frames);

/* _hotpath_shown.c: a result that shows an argument's memory; 0 where none is known to lie there */
int show(HotPath *self, PyObject *func, PyObject *args, PyObject *out, PyObject *memory, int enabled, PyObject *frames);
int show_several(HotPath *self, PyObject *func, PyObject *args, PyObject *results);

/* _hotpath_notes.c */
PyObject *parents_of(HotPath *self, PyObject *args, PyObject *kwargs, long *flags);
int note(HotPath *self, PyObject *func, PyObject *args, PyObject *kwargs, PyObject *call, PyObject *out);

/* _hotpath_calls.c */
PyObject *HotPath_hand_over(HotPath *self, PyObject *const *given, Py_ssize_t count);
PyObject *HotPath_vectorcall(PyObject *callable, PyObject *const *given, size_t given_size, PyObject *names);

#endif
