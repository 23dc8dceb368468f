"""Serializers for pasted lists: what is sent, what each line would become, and what became of it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.api.entry_serializers import ConsentSerializer, RegistrationSerializer, age_group_field
from tournaments.services.entries.listed import MAX_LINES

MAX_TEXT = 200_000
"""Characters of a pasted list: 100 for each line it may have."""
MAX_NUMBER = 2_000_000_000


def _line() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MAX_LINES)


def _division(help_text: str) -> serializers.CharField:
    return serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text=f"The code of a division. {help_text}"
    )


class PastedSerializer(serializers.Serializer[Any]):
    """A list of names, or of teams, as it was pasted: one line each."""

    text = Text(max_length=MAX_TEXT, trim_whitespace=False, help_text="The lines, as in the box of the desk.")
    split = serializers.ListField(
        child=_line(),
        max_length=MAX_LINES,
        required=False,
        allow_null=True,
        help_text="Lines of two words that are a name and a team; left out, they are recognised.",
    )


class ChosenLineSerializer(serializers.Serializer[Any]):
    """A line to enter, with the known player of each of its players by seat, null for somebody new."""

    line = _line()
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, allow_null=True), max_length=2, required=False
    )
    age_group = age_group_field()
    division = _division("Of a line that names none; empty: by year of birth.")


class AddPastedSerializer(PastedSerializer):
    """The list that was previewed, and which of its lines are entered: left out, those that the preview chose."""

    digest = serializers.RegexField(r"^[0-9a-f]{16}$", help_text="Of the preview: the list is the one that was shown.")
    lines = ChosenLineSerializer(many=True, required=False, allow_null=True)
    same_name = serializers.ListField(
        child=_line(),
        max_length=MAX_LINES,
        required=False,
        help_text="Lines whose name is entered already and that are somebody else.",
    )
    age_group = age_group_field()
    division = _division("Of everybody whose line names none and says no other.")
    consent = ConsentSerializer(
        required=False, help_text="The consent of the guardians of all players of the list who may be under 14."
    )


class KnownPersonSerializer(serializers.Serializer[Any]):
    """Somebody of the name from an earlier event of the same organisers."""

    player = serializers.IntegerField()
    event = serializers.CharField()
    at = serializers.DateTimeField()
    events = serializers.IntegerField()


class PastedPlayerSerializer(serializers.Serializer[Any]):
    """A player of a line. `player`: which of the `known` is meant unless something else is sent; null: somebody new."""

    name = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)
    known = KnownPersonSerializer(many=True)
    player = serializers.IntegerField(allow_null=True)


class PastedRowSerializer(serializers.Serializer[Any]):
    """What one line would become."""

    line = serializers.IntegerField(help_text="From 1 on.")
    text = serializers.CharField()
    name = serializers.CharField(allow_blank=True, help_text="The name of the entry; empty where it cannot be entered.")
    team = serializers.CharField(allow_blank=True)
    division = serializers.CharField(allow_blank=True, help_text="The name of a division of the event, or a dash.")
    players = PastedPlayerSerializer(many=True)
    chosen = serializers.BooleanField(help_text="Whether it is entered unless other lines are chosen.")
    waits = serializers.BooleanField(help_text="Whether it would be on the waiting list.")
    taken = serializers.BooleanField(help_text="Whether a name of it is entered already.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it is not entered unasked; empty where it is.")
    words = serializers.CharField(allow_blank=True, help_text="The same in a sentence.")


class PastedPreviewSerializer(serializers.Serializer[Any]):
    """What a list would become. Nothing is written yet."""

    digest = serializers.CharField(help_text="Sent back with the list to enter it.")
    chosen = serializers.IntegerField()
    waiting = serializers.IntegerField()
    needs_consent = serializers.BooleanField(help_text="Whether somebody of the list may be under 14.")
    rows = PastedRowSerializer(many=True)


class SkippedLineSerializer(serializers.Serializer[Any]):
    """A line that was not entered, and why."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    reason = serializers.CharField()
    words = serializers.CharField()


class AddedPastedSerializer(serializers.Serializer[Any]):
    """What became of a list: every line is an entry, skipped or blank."""

    added = RegistrationSerializer(many=True)
    skipped = SkippedLineSerializer(many=True)
    blank_lines = serializers.IntegerField()
