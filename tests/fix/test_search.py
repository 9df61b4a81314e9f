"""The search on made-up programs: a run is a function of the texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.report import Found, Report
from whygrad.fix.search import Search
from whygrad.place import Place

FILE = "/p/train.py"


def change(line: int, text: str) -> Change:
    return Change(f"line {line} becomes {text}", (Edit(Place(FILE, line, 1, line, 2, ""), text),))


def found(cause: str, *changes: Change, severity: str = "warning") -> Found:
    return Found(cause, severity, cause, Place(FILE, 1, 1, 1, 2, ""), cause, (), {}, changes)


class Programs:
    """Each line of the text is a fault where it is a capital letter."""

    def __init__(self, repairs: Mapping[str, tuple[Change, ...]], text: str) -> None:
        self.repairs, self.text = repairs, text
        self.ran: list[str] = []

    def run(self, texts: Mapping[str, str]) -> Report:
        text = texts.get(FILE, self.text)
        self.ran.append(text)
        if "!" in text:
            return Report(1, error="SyntaxError")
        faults = [line for line in text.split() if line.isupper()]
        return Report(0, found=tuple(found(f, *self.repairs.get(f, ())) for f in faults))

    def search(self, tries: int = 8, jobs: int = 1):
        search = Search(self.run, lambda file: self.text, tries, jobs, lambda change, judgement: None)
        first = self.run({})
        self.ran.clear()
        return search, search.from_first(first)


def test_the_first_change_that_cures_is_taken():
    programs = Programs({"A": (change(1, "!"), change(1, "A"), change(1, "a"), change(1, "b"))}, "A\nc\n")
    search, state = programs.search()
    assert state.texts == {FILE: "a\nc\n"}
    assert [t.judgement.verdict.value for t in search.tried] == ["failed", "cured"]


def test_all_that_ran_side_by_side_are_told_of():
    programs = Programs({"A": (change(1, "a"), change(1, "!"), change(1, "b"))}, "A\nc\n")
    search, state = programs.search(jobs=2)
    assert state.texts == {FILE: "a\nc\n"}
    assert [t.judgement.verdict.value for t in search.tried] == ["cured", "failed"]  # the third has not run


def test_it_goes_on_with_the_next_finding_until_the_program_is_clean():
    programs = Programs({"A": (change(1, "a"),), "B": (change(2, "b"),)}, "A\nB\n")
    _, state = programs.search()
    assert state.texts == {FILE: "a\nb\n"}
    assert state.report.is_clean
    assert len(state.changes) == 2


def test_what_was_cured_is_kept_where_the_rest_cannot_be():
    programs = Programs({"A": (change(1, "a"),)}, "A\nB\n")
    _, state = programs.search()
    assert state.texts == {FILE: "a\nB\n"}
    assert not state.report.is_clean


def test_a_change_that_only_moves_the_fault_is_not_kept():
    programs = Programs({"A": (change(1, "C"),)}, "A\nb\n")
    search, state = programs.search()
    assert state.changes == ()
    assert search.tried[0].judgement.verdict.value == "partly"


def test_from_a_change_that_cures_partly_it_goes_on():
    programs = Programs({"A": (change(1, "C"),), "C": (change(1, "c"),)}, "A\nb\n")
    _, state = programs.search()
    assert state.texts == {FILE: "c\nb\n"}


def test_there_are_no_more_trials_than_asked_for_and_none_twice():
    programs = Programs({"A": tuple(change(1, "A" if n else "!") for n in range(9))}, "A\n")
    programs.search(tries=4)
    assert programs.ran == ["!\n"]
    programs = Programs({"A": tuple(change(1, f"!{n}") for n in range(9))}, "A\n")
    programs.search(tries=4, jobs=2)
    assert sorted(programs.ran) == [f"!{n}\n" for n in range(4)]


def test_a_clean_program_is_left_alone():
    programs = Programs({}, "a\n")
    search, state = programs.search()
    assert state.changes == () and search.tried == []


def test_a_file_that_is_not_what_the_run_has_read_is_left_alone():
    programs = Programs({"A": (change(1, "a"),)}, "A\n")
    search = Search(programs.run, lambda file: None, 8, 1, lambda change, judgement: None)
    state = search.from_first(replace(programs.run({})))
    assert state.changes == ()


def test_a_trial_that_was_ended_early_proves_nothing_where_the_unchanged_program_shows_as_little():
    """What shows at the end of a run only, as a schedule that is not finished."""
    repairs = {"A": (change(1, "a"),)}
    for is_shown_early in (True, False):
        programs = Programs(repairs, "A\n")
        search = Search(programs.run, lambda file, text=programs.text: text, 8, 1, lambda change, judgement: None)
        first = programs.run({})
        whole = programs.run

        def short(texts, whole=whole, shown=is_shown_early):
            report = replace(whole(texts), over="was ended after 21 steps")
            return report if shown else replace(report, found=())

        search._run = short
        state = search.from_first(first)
        assert bool(state.changes) is is_shown_early
        assert search.tried[0].judgement.verdict.value == ("cured" if is_shown_early else "unchanged")


def test_a_program_that_ends_with_a_status_of_its_own_is_repaired_all_the_same():
    programs = Programs({"A": (change(1, "a"),)}, "A\n")
    search = Search(
        lambda texts: replace(programs.run(texts), status=3), lambda file: "A\n", 8, 1, lambda change, judgement: None
    )
    first = replace(programs.run({}), status=3)
    state = search.from_first(first)
    assert state.report.is_repaired(first) and not state.report.is_clean
    assert not replace(state.report, status=4).is_repaired(first)
    assert not replace(state.report, status=3).is_repaired(replace(first, error="ValueError"))
