"""Serializers for the top cut."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models.tournament import CUT_SIZES


class TopCutSerializer(serializers.Serializer[Any]):
    """How many play on; absent: as the tournament says."""

    size = serializers.ChoiceField(choices=list(CUT_SIZES), required=False)
    sizes = serializers.DictField(
        child=serializers.ChoiceField(choices=[0, *CUT_SIZES], allow_null=True),
        required=False,
        help_text="Where each division has a top cut: how many play on, by its code; 0: no cut, null: as planned.",
    )


class BracketSideSerializer(serializers.Serializer[Any]):
    """One side of a match of the bracket, from top to bottom; without an entrant while nobody has reached it."""

    registration = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True, help_text="Within the bracket, 1 the highest.")
    wins = serializers.IntegerField(allow_null=True, help_text="Games won; null before anything was recorded.")
    is_winner = serializers.BooleanField()
    is_empty = serializers.BooleanField(help_text="Nobody will ever be there: the other side passes.")


class BracketMatchSerializer(serializers.Serializer[Any]):
    """One match of the bracket; `match` is null before it is paired and where nobody has to play."""

    match = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    best_of = serializers.IntegerField(allow_null=True)
    third_place = serializers.BooleanField()
    outcome = serializers.CharField(
        allow_blank=True,
        help_text="How it was decided, as a match says it: `played`, `no_show` …; empty while it is not.",
    )
    sides = BracketSideSerializer(many=True)


class BracketRoundSerializer(serializers.Serializer[Any]):
    """One column of the bracket: the round's number in the event and how many are left in it (2: the final)."""

    number = serializers.IntegerField()
    players = serializers.IntegerField()
    matches = BracketMatchSerializer(many=True)


class BracketSerializer(serializers.Serializer[Any]):
    """A bracket as it stands. Where each division has a top cut, there is one for each, side by side in the rounds."""

    division = serializers.CharField(allow_blank=True, help_text="The division's code; empty: everybody's.")
    size = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True, help_text="The registration that won it.")
    rounds = BracketRoundSerializer(many=True)
