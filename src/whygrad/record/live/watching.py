"""Who watches beside the graph: all that hear events, and by their rooms those that the core itself asks by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from whygrad.record.seam.as_is import is_a
from whygrad.record.special.overwriting import Overwriting
from whygrad.record.telling import Events
from whygrad.record.watchers import Watcher, all_watchers
from whygrad.record.watchers.functions.backward_checks import BackwardChecks
from whygrad.record.watchers.functions.checkpoints import Checkpoints
from whygrad.record.watchers.functions.piled_hooks import Hooking
from whygrad.record.watchers.functions.registered_hooks import Hooks
from whygrad.record.watchers.modules.late_modules import LateModules
from whygrad.record.watchers.modules.shared_parameters import SharedParameters
from whygrad.record.watchers.steps.early_word import EarlyWord
from whygrad.record.watchers.steps.kept_values import KeptValues
from whygrad.record.watchers.steps.lost_averages import LostAverages
from whygrad.record.watchers.steps.retained_graphs import RetainedGraphs
from whygrad.record.watchers.steps.steps_without_gradient import Evals
from whygrad.record.watchers.steps.unchanged_parameters import UnchangedParameters
from whygrad.record.watchers.steps.updates_by_hand import UpdatesByHand
from whygrad.record.watchers.tensors.retained_gradients import RetainedGradients

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

Kind = TypeVar("Kind", bound=Watcher)


class OfFunctions:
    """Hooks, checkpoints and custom Functions."""

    def __init__(self, recorder: Recorder, backward_checks: BackwardChecks) -> None:
        self.backward_checks = backward_checks
        self.hooks, self.hooking, self.checkpoints = Hooks(recorder), Hooking(recorder), Checkpoints(recorder)


class OfModules:
    """What is put into modules."""

    def __init__(self, recorder: Recorder) -> None:
        self.shared_parameters, self.late_modules = SharedParameters(recorder), LateModules(recorder)


class OfSteps:
    """What becomes of steps and passes."""

    def __init__(self, recorder: Recorder, watching: Watching) -> None:
        self.updating, self.kept_values = watching.one(UpdatesByHand), watching.one(KeptValues)
        self.early_word, self.averaging = watching.one(EarlyWord), watching.one(LostAverages)
        self.retained_graphs = RetainedGraphs(recorder.run.roots, recorder.stack.ownership)
        self.unchanged_parameters, self.evals = UnchangedParameters(recorder), Evals(recorder)


class Watching(Events):
    """All watchers; told of an event, it tells them."""

    def __init__(self, recorder: Recorder) -> None:
        self.all = tuple(watcher(recorder) for watcher in all_watchers())
        self._by_kind = {type(watcher): watcher for watcher in self.all}
        super().__init__(self.all)
        self.functions = OfFunctions(recorder, self.one(BackwardChecks))
        self.modules = OfModules(recorder)
        self.steps = OfSteps(recorder, self)
        self.tensors = Overwriting(recorder, self, self.functions.hooking, self.one(RetainedGradients))

    def one(self, kind: type[Kind]) -> Kind:
        """The one watcher of this kind, for the core itself; watchers do not ask for each other."""
        known = self._by_kind.get(kind)
        return known if is_a(known, kind) else next(watcher for watcher in self.all if is_a(watcher, kind))
