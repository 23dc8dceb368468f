"""The part of the tournament form that names the divisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cardpool.models import CardGame
from tournaments.forms.desk.choices import offer
from tournaments.models import Tournament
from tournaments.play.divisions import Division, UnreadableDivision, read_divisions, read_lines, write_lines
from tournaments.queries.divisions import say_divisions
from tournaments.queries.settings import game_divisions

MAX_LENGTH = 600
_UNREADABLE = gettext_lazy(
    "“%(line)s” cannot be read: write a name or two, then the years of birth, such as “少年组 / Youth, 2013-2016”."
)
DIVISION_FIELDS = frozenset({"own_divisions"})
"""Fields that only fill the divisions."""


class DivisionsForm(forms.Form):
    """The divisions, one to a line. `cleaned_data["divisions"]` is what the tournament keeps."""

    divisions = forms.CharField(
        label=gettext_lazy("Divisions, one to a line"),
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Such as “少年组 / Youth, 2013-” and “通用组 / Open”: a name or two, then the years of birth it takes, "
            "where they decide. The last one takes everybody who belongs to no other: at once who was born in another "
            "year, at the start who has given none. Empty: no divisions."
        ),
    )
    own_divisions = forms.BooleanField(label=gettext_lazy("Use the game’s own divisions"), required=False)
    division_mode = forms.ChoiceField(
        label=gettext_lazy("Who is paired with whom"),
        choices=Tournament.DivisionMode,
        initial=Tournament.DivisionMode.TOGETHER,
        required=False,
        help_text=gettext_lazy(
            "Paired together, standings show the places in each division beside those of all. Paired apart, each "
            "division has standings and final places of its own, unless one top cut takes its players from all."
        ),
    )
    cut_mode = forms.ChoiceField(
        label=gettext_lazy("Top cut of the divisions"),
        choices=Tournament.CutMode,
        initial=Tournament.CutMode.TOGETHER,
        required=False,
        help_text=gettext_lazy(
            "A top cut for each: brackets side by side in the same rounds, final places and a champion in each. "
            "Their sizes follow from the game’s table for the players of each, or are set at the desk under Divisions. "
            "It can be changed until the cut is drawn."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain = self.initial.get("divisions") or ()
        self._known: tuple[Division, ...] = () if isinstance(plain, str) else read_divisions(plain)
        if not isinstance(plain, str):
            self.initial = {**self.initial, "divisions": write_lines(self._known)}

    @property
    def divisions_of_game(self) -> str:
        """The game's own divisions in words, empty where its pack declares none."""
        return say_divisions(self._of_game())

    def _of_game(self) -> tuple[Division, ...]:
        slug = str(self["game_slug"].value() or "")
        game = CardGame.objects.filter(slug=slug).first() if slug.isprintable() else None
        starts_at = getattr(self, "cleaned_data", {}).get("starts_at")
        day = timezone.localdate(starts_at) if starts_at is not None else timezone.localdate()
        return game_divisions(game, on=day) if game is not None else ()

    def clean_division_mode(self) -> str:
        """A form that does not send it leaves it as it is."""
        return self.cleaned_data["division_mode"] or self.initial.get("division_mode") or "together"

    def clean_cut_mode(self) -> str:
        """A form that does not send it leaves it as it is."""
        return self.cleaned_data["cut_mode"] or self.initial.get("cut_mode") or "together"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("own_divisions") and not self.fields["divisions"].disabled:
            typed = str(cleaned.get("divisions") or "").split()
            if typed and typed != str(self.initial.get("divisions") or "").split():
                self.add_error("divisions", _("Write divisions or tick the game’s own, not both."))
            cleaned["divisions"] = self._of_game()
            return cleaned
        if self.is_bound and self.add_prefix("divisions") not in self.data:
            cleaned["divisions"] = self._known
            return cleaned
        try:
            cleaned["divisions"] = read_lines(cleaned.get("divisions", ""), self._known)
        except UnreadableDivision as unreadable:
            self.add_error("divisions", _UNREADABLE % {"line": unreadable.line[:40]})
        return cleaned


class ChooseDivision(forms.Form):
    """A form about one entry: in an event with divisions it asks for the division, too."""

    division = forms.ChoiceField(
        label=gettext_lazy("Division"),
        required=False,
        help_text=gettext_lazy("Where the year of birth decides, it need not be chosen."),
    )

    def __init__(self, *args: Any, divisions: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not divisions:
            del self.fields["division"]
            return
        offer(self, "division", [("", _("not chosen")), *divisions.items()])
