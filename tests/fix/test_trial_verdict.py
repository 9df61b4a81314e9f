"""The verdict is a function of two reports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from whygrad.evidence.steps import Learning
from whygrad.fix.report import Found, Printed, Report, from_text, to_text
from whygrad.fix.verdict import Verdict, judge
from whygrad.place import Place

SITE = Place("/p/train.py", 7, 9, 7, 19, "train")
CUT = Found("detached-tensor", "error", "`w` gets no gradient", SITE, "x.detach()", ("w",), {})
LEARNS = Learning(0, 0, "w", (3,), 4, True, True, True, True)
STARVES = replace(LEARNS, got=False, nonzero=False, moved=False)
OTHER = replace(LEARNS, position=1, name="v")
FAILED = Report(1, error="RuntimeError: no grad", found=(CUT,))
SILENT = Report(0, steps=4, found=(replace(CUT, severity="warning"),), learning=(STARVES, OTHER))
CLEAN = Report(0, steps=4, learning=(LEARNS, OTHER))


def verdict(before: Report, after: Report) -> Verdict:
    return judge(before.alarms[0], before, after).verdict


def test_an_error_that_is_gone_is_cured_and_the_evidence_tells_who_learns():
    judged = judge(CUT, FAILED, CLEAN)
    assert judged.is_cured
    assert judged.evidence == ("the error is gone", "4 steps: `w`, `v` learn now")


def test_the_evidence_tells_how_large_the_new_gradients_are_and_of_a_silent_finding_that_it_is_gone():
    learning = (replace(LEARNS, norm=0.3), replace(OTHER, norm=0.4))
    judged = judge(SILENT.alarms[0], SILENT, replace(CLEAN, learning=learning))
    assert judged.evidence[0] == f"warning[{CUT.cause}] is gone"
    assert judged.evidence[1].startswith("4 steps: `w` learns now, gradient norm 0.3")


def test_what_starved_must_learn():
    assert verdict(SILENT, replace(CLEAN, learning=(STARVES, OTHER))) is Verdict.WORSE


def test_one_of_many_that_starved_may_have_no_gradient_by_nature():
    names = ("w", "a", "b", "c")
    many = replace(SILENT, found=(replace(CUT, severity="warning", lost=names),))
    fed = tuple(replace(LEARNS, name=n, position=i) for i, n in enumerate(names))
    bias = replace(fed[3], got=False, nonzero=False, moved=False)
    assert verdict(many, replace(CLEAN, learning=(*fed[:3], bias))) is Verdict.CURED
    assert verdict(many, replace(CLEAN, learning=(*fed[:2], replace(fed[2], moved=False), bias))) is Verdict.WORSE


def test_half_of_those_that_starved_may_have_a_gradient_of_zeros_by_nature():
    """The bias of a layer whose outputs are compared with each other."""
    two = replace(SILENT, found=(replace(CUT, severity="warning", lost=("w", "b")),))
    bias = replace(LEARNS, name="b", position=1, nonzero=False, moved=False)
    assert verdict(two, replace(CLEAN, learning=(LEARNS, bias))) is Verdict.CURED
    assert verdict(two, replace(CLEAN, learning=(replace(LEARNS, nonzero=False), bias))) is Verdict.WORSE
    assert verdict(two, replace(CLEAN, learning=(LEARNS, replace(bias, got=False)))) is Verdict.WORSE


def test_episodes_of_an_agent_with_a_target_of_its_own_may_be_shorter():
    alias = replace(CUT, cause="self-load", severity="warning", lost=())
    before = Report(0, steps=40, passes=40, found=(alias,), learning=(LEARNS,))
    assert verdict(before, replace(CLEAN, steps=30, passes=30, learning=(LEARNS,))) is Verdict.CURED
    assert verdict(before, replace(CLEAN, steps=10, passes=10, learning=(LEARNS,))) is Verdict.WORSE


def test_a_trial_that_hangs_is_not_cured():
    over = "was ended after 12 seconds, and 0 steps"
    hung = Report(0, over=over)
    judged = judge(SILENT.alarms[0], SILENT, hung)
    assert judged.verdict is Verdict.WORSE
    assert judged.evidence == (f"it runs 0 steps instead of 4: the trial {over}",)
    long = replace(SILENT, steps=1_000, passes=1_000)
    assert verdict(long, replace(CLEAN, over=over, steps=21, passes=21)) is Verdict.CURED
    assert verdict(long, replace(CLEAN, over=over, steps=3, passes=3)) is Verdict.WORSE


def test_a_second_step_for_the_same_gradients_may_go_and_no_other():
    twice = replace(CUT, cause="stepped-twice", severity="warning", lost=())
    before = Report(0, steps=8, passes=4, found=(twice,), learning=(LEARNS,))
    assert verdict(before, replace(CLEAN, steps=4, passes=4, learning=(LEARNS,))) is Verdict.CURED
    assert verdict(before, replace(CLEAN, steps=3, passes=4, learning=(LEARNS,))) is Verdict.WORSE
    assert verdict(before, replace(CLEAN, steps=4, passes=3, learning=(LEARNS,))) is Verdict.WORSE


def test_what_a_flag_was_meant_to_freeze_may_stop():
    flag = replace(CUT, cause="flag-on-module", severity="warning", lost=("v",))
    stopped = replace(OTHER, got=False, nonzero=False, moved=False)
    before = Report(0, steps=4, found=(flag,), learning=(LEARNS, OTHER))
    assert verdict(before, replace(CLEAN, learning=(LEARNS, stopped))) is Verdict.CURED
    assert verdict(before, replace(CLEAN, learning=(replace(stopped, name="w", position=0), OTHER))) is Verdict.WORSE


def test_a_flag_on_two_lines_freezes_what_both_are_told_of():
    told = [replace(CUT, cause="not-frozen", severity="warning", lost=(name,), code=name) for name in ("w", "v")]
    before = replace(CLEAN, found=tuple(told))
    stopped = (replace(STARVES, steps=0), replace(OTHER, got=False, nonzero=False, moved=False, steps=0))
    third = replace(LEARNS, position=2, name="u")
    now = replace(CLEAN, learning=(*stopped, third))
    assert verdict(replace(before, learning=(LEARNS, OTHER, third)), now) is Verdict.CURED


def test_a_second_pass_for_the_same_step_may_go():
    twice = replace(CUT, cause="counted-twice", severity="warning", lost=())
    before = Report(0, steps=4, passes=8, found=(twice,), learning=(LEARNS,))
    assert verdict(before, replace(CLEAN, passes=4, learning=(LEARNS,))) is Verdict.CURED
    assert verdict(before, replace(CLEAN, passes=3, learning=(LEARNS,))) is Verdict.WORSE


def test_of_a_parameter_in_two_optimizers_one_must_update_it():
    elsewhere = replace(STARVES, optimizer=1, position=3)
    missing = replace(CUT, cause="not-in-optimizer", severity="warning", lost=("v",))
    before = replace(SILENT, found=(missing,), learning=(LEARNS,))
    assert verdict(before, replace(CLEAN, learning=(LEARNS, OTHER, elsewhere))) is Verdict.CURED


def test_an_optimizer_must_get_all_that_it_misses():
    missing = replace(CUT, cause="not-in-optimizer", severity="warning", lost=("w", "b"))
    judged = judge(missing, replace(SILENT, found=(missing,), learning=(OTHER,)), CLEAN)
    assert judged.evidence == ("no optimizer holds `b`",)


def test_a_hook_that_speaks_up_once_the_pass_runs_is_no_harm():
    spoken = "UserWarning: Full backward hook is firing when gradients are computed with respect to module outputs"
    assert verdict(FAILED, replace(CLEAN, warnings=(spoken,))) is Verdict.CURED


def test_gradients_that_a_program_assigns_itself_need_no_backward_pass():
    failed = replace(FAILED, learning=(replace(STARVES, steps=0),))
    assert verdict(failed, replace(CLEAN, passes=0)) is Verdict.CURED
    assert verdict(failed, Report(0, learning=(replace(STARVES, steps=0),))) is Verdict.WORSE


@pytest.mark.parametrize("lack", ["got", "nonzero", "moved", "finite"])
def test_a_gradient_must_be_there_and_finite_and_not_zero_and_change_the_parameter(lack):
    poor = replace(LEARNS, **{lack: False})
    assert verdict(SILENT, replace(CLEAN, learning=(poor, OTHER))) is Verdict.WORSE


def test_a_change_that_only_silences_the_error_is_not_cured():
    silenced = Report(0, steps=4, found=(replace(CUT, severity="warning"),), learning=(STARVES,))
    assert verdict(FAILED, silenced) is Verdict.UNCHANGED
    unseen = Report(0, steps=4, learning=(STARVES,))
    assert verdict(FAILED, unseen) is Verdict.WORSE


def test_who_has_learnt_before_must_go_on():
    stopped = replace(OTHER, got=False, nonzero=False, moved=False)
    judged = judge(SILENT.alarms[0], SILENT, replace(CLEAN, learning=(LEARNS, stopped)))
    assert judged.verdict is Verdict.WORSE
    assert judged.evidence == ("`v` learned before, but gets no gradient now",)


def test_where_gradients_were_nan_a_gradient_of_zeros_is_no_loss():
    bad = replace(SILENT, found=(replace(CUT, cause="nan-gradient", severity="warning", lost=()),))
    by_nature = replace(OTHER, nonzero=False, moved=False)
    assert verdict(bad, replace(CLEAN, learning=(LEARNS, by_nature))) is Verdict.CURED
    assert verdict(bad, replace(CLEAN, learning=(LEARNS, replace(by_nature, got=False)))) is Verdict.WORSE


def test_parameters_without_names_are_compared_by_their_places():
    before = replace(SILENT, learning=(replace(OTHER, name=""),))
    after = replace(CLEAN, learning=(LEARNS, replace(OTHER, name="", moved=False)))
    assert verdict(before, after) is Verdict.WORSE


def test_a_new_error_is_a_failure_and_the_same_error_is_no_change():
    assert verdict(SILENT, Report(1, error="NameError: y")) is Verdict.FAILED
    assert verdict(FAILED, FAILED) is Verdict.UNCHANGED
    assert verdict(FAILED, replace(FAILED, found=())) is Verdict.UNCHANGED


def test_the_same_error_at_a_later_pass_is_a_part_of_the_way():
    assert verdict(FAILED, replace(FAILED, passes=1)) is Verdict.PARTLY


def test_an_error_that_a_change_makes_which_does_not_fit_is_a_failure():
    second = replace(CUT, cause="rebuilt-tensor", code="torch.tensor(y)")
    assert verdict(FAILED, replace(FAILED, error="AttributeError: x", found=(second,))) is Verdict.FAILED


def test_what_was_asked_for_without_need_may_go_on_without_a_gradient():
    asked = replace(FAILED, found=(replace(CUT, cause="unused-input"),))
    assert verdict(asked, replace(CLEAN, learning=(STARVES, OTHER))) is Verdict.CURED
    assert verdict(FAILED, replace(CLEAN, learning=(STARVES, OTHER))) is Verdict.WORSE


def test_another_finding_in_its_place_is_a_part_of_the_way():
    second = replace(CUT, cause="rebuilt-tensor", code="torch.tensor(y)")
    assert verdict(FAILED, replace(FAILED, found=(second,))) is Verdict.PARTLY
    assert verdict(SILENT, replace(CLEAN, found=(second,))) is Verdict.PARTLY
    assert verdict(SILENT, replace(FAILED, found=(second,))) is Verdict.PARTLY


def test_a_finding_that_was_there_before_does_not_hinder_the_cure_of_another():
    second = replace(CUT, cause="rebuilt-tensor", code="torch.tensor(y)", lost=())
    both = replace(SILENT, found=(*SILENT.found, second))
    assert verdict(both, replace(CLEAN, found=(second,))) is Verdict.CURED


def test_of_two_findings_that_look_alike_one_less_is_a_cure():
    twice = replace(SILENT, found=SILENT.found * 2)
    assert verdict(twice, replace(CLEAN, found=SILENT.found)) is Verdict.CURED
    assert verdict(twice, replace(CLEAN, found=twice.found)) is Verdict.UNCHANGED


def test_a_new_warning_is_worse():
    assert verdict(SILENT, replace(CLEAN, warnings=("UserWarning: x",))) is Verdict.WORSE
    printed = "UserWarning: Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior."
    assert verdict(SILENT, replace(CLEAN, warnings=(printed,))) is Verdict.CURED
    known = replace(SILENT, warnings=("UserWarning: x",))
    assert verdict(known, replace(CLEAN, warnings=("UserWarning: x",))) is Verdict.CURED


def losses(*values: float) -> tuple[Printed, ...]:
    return tuple(Printed("loss", v) for v in values)


def test_a_loss_that_rises_or_is_no_number_any_more_is_worse():
    before = replace(SILENT, printed=losses(2.0, 1.9))
    assert verdict(before, replace(CLEAN, printed=losses(2.0, 9.0))) is Verdict.WORSE
    assert verdict(before, replace(CLEAN, printed=losses(2.0, float("nan")))) is Verdict.WORSE
    assert verdict(before, replace(CLEAN, printed=losses(3.0, 2.9))) is Verdict.CURED


def test_a_program_that_does_less_is_worse():
    busy = replace(SILENT, steps=4, passes=8)
    assert verdict(busy, replace(CLEAN, steps=4, passes=8)) is Verdict.CURED
    assert verdict(busy, replace(CLEAN, steps=2, passes=8)) is Verdict.WORSE
    assert verdict(busy, replace(CLEAN, steps=4, passes=4)) is Verdict.WORSE
    assert verdict(busy, replace(CLEAN, steps=2, passes=4, over="was ended after 2 steps")) is Verdict.CURED


def test_where_the_first_pass_has_failed_a_pass_must_run():
    started = replace(FAILED, learning=(replace(STARVES, steps=0),))
    assert verdict(started, Report(0)) is Verdict.WORSE
    assert verdict(started, replace(CLEAN, passes=4)) is Verdict.CURED


def test_a_failure_of_our_own_cures_nothing():
    assert verdict(SILENT, replace(CLEAN, internal_error="KeyError")) is Verdict.FAILED


def test_a_report_comes_through_its_text_as_it_was():
    report = replace(
        FAILED, learning=(LEARNS,), printed=losses(1.5), warnings=("UserWarning: x",), texts={"/p/a.py": "x"}
    )
    assert from_text(to_text(report)) == report


def test_a_trial_that_hangs_where_the_program_failed_is_not_cured():
    over = "was ended after 60 seconds, and 0 steps"
    hung = Report(0, over=over)
    assert verdict(FAILED, hung) is Verdict.FAILED
    assert verdict(FAILED, replace(CLEAN, over=over)) is Verdict.CURED
    assert verdict(replace(FAILED, steps=4), replace(CLEAN, over=over)) is Verdict.FAILED
    assert verdict(FAILED, replace(hung, passes=1, learning=(LEARNS,))) is Verdict.CURED
