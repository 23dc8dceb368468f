"""Choices that are known only when a form is made: players' names, a game pack's endings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Give a choice field of the form its choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def choices_of(form: forms.Form, name: str) -> list[tuple[Any, Any]]:
    """The choices a field of the form offers."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    offered: Any = field.choices
    return list(offered)
