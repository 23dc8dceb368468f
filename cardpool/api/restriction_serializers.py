"""Serializers for restriction lists and for the requests that save them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from accounts.api.fields import PlainSerializer, Text
from cardpool.lists.entries import MAX_ENTRIES, Entry, RestrictionKind
from cardpool.models import RestrictedCards, RestrictionList
from cardpool.queries.restrictions import HeldList, ListInTime, entries_of, list_label


class RestrictedCardsSerializer(serializers.Serializer[Any]):
    """A card, or a group of which some may be chosen, and its restriction.

    `limit` is the most copies (limited), or the most different cards of the group (choose_one). `starts` and `ends`
    narrow the days of the list; an unreleased card's `ends` is the last day before its release. `unlisted`, with the
    card `*`, makes the list a whitelist: no card that it does not name may be played.
    """

    kind = serializers.ChoiceField(choices=RestrictedCards.Kind.choices)
    cards = serializers.ListField(
        child=Text(max_length=120), min_length=1, max_length=60, help_text="Numbers, codes or names."
    )
    limit = serializers.IntegerField(min_value=0, max_value=99, required=False, default=0)
    starts = serializers.DateField(allow_null=True, required=False, default=None)
    ends = serializers.DateField(allow_null=True, required=False, default=None)
    note = Text(max_length=200, allow_blank=True, required=False, default="")


class RestrictionListSerializer(PlainSerializer):
    """A published list; `label` is what verdicts cite, `until` the last day it applies, as far as is known."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    label = serializers.CharField()
    format = serializers.CharField(allow_blank=True, help_text="Empty: it holds in every format.")
    source = serializers.CharField(allow_blank=True)
    effective_from = serializers.DateField()
    until = serializers.DateField(allow_null=True)
    version = serializers.IntegerField()


class RestrictionListDetailSerializer(RestrictionListSerializer):
    """A list with everything it restricts."""

    entries = RestrictedCardsSerializer(many=True)


class ListInTimeSerializer(RestrictionListSerializer):
    """A list as it stands today."""

    state = serializers.ChoiceField(choices=["in_force", "coming", "past"])
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Cards by the way they are restricted.")


class SavedListSerializer(RestrictionListDetailSerializer):
    """What was saved; `unknown` are cards of it that the pool does not have."""

    unknown = serializers.ListField(child=serializers.CharField())


class WriteListSerializer(PlainSerializer):
    """A list to save; with `replaces` (its id) as the next version of that one."""

    name = Text(max_length=80)
    effective_from = serializers.DateField()
    format = serializers.CharField(max_length=40, allow_blank=True, required=False, default="")
    source = Text(max_length=300, allow_blank=True, required=False, default="")
    entries = serializers.ListField(child=RestrictedCardsSerializer(), max_length=MAX_ENTRIES)
    replaces = serializers.IntegerField(min_value=1, max_value=2**31, allow_null=True, required=False, default=None)


class WithdrawSerializer(serializers.Serializer[Any]):
    """Why a list is withdrawn."""

    reason = Text(max_length=200)


def render_list(held: HeldList) -> dict[str, Any]:
    """A list with its days."""
    stored = held.list
    facts = {name: getattr(stored, name) for name in ("id", "name", "format", "source", "effective_from", "version")}
    return {**facts, "label": list_label(stored), "until": held.until}


def render_whole_list(held: HeldList) -> dict[str, Any]:
    """A list with its days and entries."""
    return {**render_list(held), "entries": [render_entry(entry) for entry in entries_of(held.list)]}


def render_list_in_time(one: ListInTime) -> dict[str, Any]:
    """A list with its state."""
    return {**render_list(one.held), "state": one.state.value, "counts": one.counts}


def render_entry(entry: Entry) -> dict[str, Any]:
    """One entry."""
    return {
        "kind": entry.kind.value,
        "cards": list(entry.cards),
        "limit": entry.limit,
        "starts": entry.starts,
        "ends": entry.ends,
        "note": entry.note,
    }


def entries_sent(values: Iterable[dict[str, Any]]) -> tuple[Entry, ...]:
    """The entries of a request, each with its place in it (1 the first) in place of a line."""
    return tuple(
        Entry(
            RestrictionKind(one["kind"]),
            tuple(one["cards"]),
            one["limit"],
            one["starts"],
            one["ends"],
            one["note"],
            place,
        )
        for place, one in enumerate(values, start=1)
    )


def held_of(stored: RestrictionList, held: Iterable[HeldList]) -> HeldList:
    """The list with its days; a list that judges nothing has no last day."""
    return next((one for one in held if one.list.pk == stored.pk), HeldList(stored, None))
