"""Showing a refusal beside the fields of a form."""

from __future__ import annotations

from django.forms import Form

from accounts.refusals import Refusal
from cardpool.wording import say_refusal


def take_refusal(form: Form, refusal: Refusal) -> None:
    """Every problem at its field, or above the form if it concerns none of its fields."""
    for problem in refusal.problems:
        form.add_error(problem.field if problem.field in form.fields else None, say_refusal(problem))
