"""The form on which a season is made or changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cardpool.models import CardGame
from cardpool.queries import listed_games
from tournaments.forms.desk.choices import offer
from tournaments.models import Season
from tournaments.seasons.points import MAX_TEXT

DEFAULT_POINTS = "10 7 5 5 3x4 1x8\n17+: 15 12 9 9 6x4 3x8 1x16"


class SeasonForm(forms.Form):
    """Every setting of a season."""

    name = forms.CharField(label=_("Name of the season"), max_length=120)
    game_slug = forms.ChoiceField(label=_("Game"), required=False)
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Prizes, invitations: shown above the leaderboard."),
    )
    points = forms.CharField(
        label=_("Points by place"),
        max_length=MAX_TEXT,
        initial=DEFAULT_POINTS,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "code"}),
        help_text=_(
            "The first place first; 3x4 gives four places 3 points each. A line that begins with 17+: is for events of "
            "17 players and more; the line without a number is for smaller ones."
        ),
    )
    participation = forms.IntegerField(
        label=_("Points for taking part"),
        min_value=0,
        max_value=10_000,
        initial=1,
        help_text=_("For everybody with a place in the final standings, beside those of the place."),
    )
    best_of = forms.IntegerField(
        label=_("Results that count"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("This many best results of each player count. Empty: all."),
    )
    shared_place = forms.ChoiceField(label=_("Shared places"), choices=Season.SharedPlace)
    equal_totals = forms.ChoiceField(label=_("Equal totals"), choices=Season.EqualTotals)
    is_published = forms.BooleanField(
        label=_("Everybody may read it"),
        required=False,
        help_text=_("The leaderboard and the players' pages show the same names as the events' standings."),
    )

    def __init__(self, *args: Any, game: CardGame | None = None, **kwargs: Any) -> None:
        """`game` is the season's present one, which is offered though it may be listed no more."""
        super().__init__(*args, **kwargs)
        games = {one.slug: one.display_name for one in [*listed_games(), *([game] if game is not None else [])]}
        offer(self, "game_slug", [("", _("All games")), *games.items()])
