"""Calling a service that has to refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.refusals import Refusal
from tests.sentences import assert_sentence
from tournaments.wording import say_refusal


def refused(code: str, call: Callable[..., Any], kind: type[Refusal] = Refusal, **arguments: Any) -> Refusal:
    """Call, expecting a refusal of that code and kind, for which there is a sentence; the refusal."""
    with pytest.raises(kind) as caught:
        call(**arguments)
    assert caught.value.code == code, caught.value
    assert_sentence(say_refusal(caught.value), code)
    return caught.value


def fields_of(refusal: Refusal) -> dict[str, str]:
    """The code of what is wrong with each field that a refusal names."""
    return {problem.field: problem.code for problem in refusal.problems}
