"""Restriction lists on pages: what an entry says, what is wrong with a line, which list a verdict names."""

from __future__ import annotations

from django import template

from cardpool.lists.entries import Entry, Problem
from cardpool.models import RestrictionList
from cardpool.queries.restrictions import list_label
from cardpool.wording.restrictions import say_entry, say_kind_count, say_problem

register = template.Library()


@register.filter
def said(entry: Entry) -> str:
    """The restriction of an entry."""
    return say_entry(entry)


@register.filter
def wrong(problem: Problem) -> str:
    """What is wrong with a line; the line itself is shown beside it."""
    return say_problem({"code": problem.code, "text": problem.text, "other": problem.other})


@register.filter
def counted(counts: dict[str, int]) -> list[str]:
    """How many cards a list restricts in which way: 3 banned, 2 limited."""
    return [say_kind_count(kind, count) for kind, count in counts.items()]


@register.filter
def label(stored: RestrictionList) -> str:
    """The name by which a verdict cites a list."""
    return list_label(stored)
