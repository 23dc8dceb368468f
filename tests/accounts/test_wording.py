"""Refusals in words, one problem or several."""

import pytest

from accounts.refusals import Refusal, SeveralProblems, refuse_any
from accounts.wording import say_refusal


def test_a_refusal_without_words_names_its_code():
    assert "something_new" in say_refusal(Refusal("something_new"))


def test_one_problem_is_raised_as_it_is_and_several_together():
    refuse_any([])
    one, two = Refusal("name_required", field="name"), Refusal("reason_required", field="reason")
    with pytest.raises(Refusal) as refused:
        refuse_any([one])
    assert refused.value is one
    assert refused.value.problems == (one,)
    with pytest.raises(SeveralProblems) as several:
        refuse_any([one, two])
    assert [problem.field for problem in several.value.problems] == ["name", "reason"]
    assert "2" in say_refusal(several.value)


def test_limits_are_said_with_their_number():
    assert "80" in say_refusal(Refusal("name_too_long", field="name", limit=80))
