"""The one page on which a tournament is made or changed."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cardpool.models import CardGame
from cardpool.queries import listed_games
from cardpool.queries.restrictions import known_formats
from decks.models.decklist import Pool
from tournaments.forms.desk.choices import offer
from tournaments.forms.desk.divisions import DIVISION_FIELDS, DivisionsForm
from tournaments.forms.desk.pairing import PairingForm
from tournaments.forms.desk.tiebreakers import OWN_FIELDS, TiebreakersForm
from tournaments.models import Tournament
from tournaments.services.setting_checks import CHANGEABLE, ENTRY_FORMATS

CUT_CHOICES = [
    (0, _("None")),
    (2, _("Top 2: a final")),
    (4, _("Top 4")),
    (8, _("Top 8")),
    (16, _("Top 16")),
    (32, _("Top 32")),
]
LENGTH_CHOICES = [(1, _("Best of 1")), (3, _("Best of 3")), (5, _("Best of 5"))]
LONGER_FROM = [
    ("", _("In all of it")),
    (2, _("The final")),
    (4, _("The semifinals")),
    (8, _("The quarterfinals")),
    (16, _("The round of 16")),
]
LOCAL_FORMAT = "%Y-%m-%dT%H:%M"


class LocalDateTime(forms.DateTimeField):
    """A date and time in the event's zone, entered with the browser's own picker."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_FORMAT)
    input_formats = [LOCAL_FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]


class TournamentForm(TiebreakersForm, DivisionsForm, PairingForm):
    """Every setting of a tournament; what may still change in which phase is the service's decision."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_at = LocalDateTime(label=_("Date and time"))
    place = forms.CharField(label=pgettext_lazy("where an event is", "Place"), max_length=160, required=False)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Entry fee, prizes, what to bring: shown on the tournament's page."),
    )
    game_slug = forms.ChoiceField(label=_("Game"))
    entry_format = forms.ChoiceField(
        label=_("Who plays"),
        choices=[(one.value, one.label) for one in ENTRY_FORMATS],
        initial=Tournament.EntryFormat.SINGLES.value,
        required=False,
        help_text=_(
            "Teams by seat: the members on seat A play each other, and those on seat B; the team that wins more of "
            "these boards wins, one each is a draw. Pods of four: four at a table, each alone, one game (best of 1); "
            "a final pod may follow (top cut of 4 or 16), and you say how many rounds."
        ),
    )
    best_of = forms.TypedChoiceField(label=_("Match length"), choices=LENGTH_CHOICES, coerce=int, initial=3)
    expected_players = forms.IntegerField(
        label=_("Expected players"),
        min_value=2,
        max_value=10000,
        required=False,
        help_text=_("Only for the recommendation; it limits nothing."),
    )
    planned_rounds = forms.IntegerField(
        label=_("Swiss rounds"),
        min_value=1,
        max_value=30,
        required=False,
        help_text=_("Empty: as recommended for the players there are when the event starts."),
    )
    top_cut = forms.TypedChoiceField(label=_("Top cut"), choices=CUT_CHOICES, coerce=int, initial=0)
    cut_best_of = forms.TypedChoiceField(
        label=_("Match length in the top cut"),
        choices=[("", _("As in the Swiss rounds")), *LENGTH_CHOICES],
        coerce=int,
        empty_value=None,
        required=False,
    )
    cut_best_of_from = forms.TypedChoiceField(
        label=_("From which round on"), choices=LONGER_FROM, coerce=int, empty_value=None, required=False
    )
    cut_minutes = forms.IntegerField(
        label=_("Minutes per round of the top cut"),
        min_value=0,
        max_value=600,
        required=False,
        help_text=_("Empty: as in the Swiss rounds. 0: no time limit."),
    )
    lists_best_of = forms.TypedChoiceField(
        label=_("Lists follow the deck rules for"),
        choices=[("", _("The match length of the event")), *LENGTH_CHOICES],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Choose if Swiss rounds and top cut have different deck rules, such as a sideboard in one only."),
    )
    third_place_match = forms.BooleanField(label=_("Match for third place"), required=False)
    cut_drop = forms.ChoiceField(
        label=_("After a drop before the top cut"),
        choices=Tournament.CutDrop,
        initial=Tournament.CutDrop.NEXT,
        required=False,
        help_text=_(
            "When a qualified player drops between the Swiss rounds and the first round of the top cut. That nobody "
            "moves up is the rule of the Magic Tournament Rules (2.10); later it holds in every event."
        ),
    )
    game_one_choice = forms.ChoiceField(
        label=_("Who has the choice in game 1 of the top cut"), choices=Tournament.GameOneChoice
    )
    round_minutes = forms.IntegerField(label=_("Minutes per round"), min_value=1, max_value=600, initial=50)
    capacity = forms.IntegerField(
        label=_("Capacity"),
        min_value=2,
        max_value=10000,
        required=False,
        help_text=_("Empty: no limit. Players who come later are put on the waiting list."),
    )
    registration_open = forms.BooleanField(label=_("Players may register themselves"), required=False, initial=True)
    decklists_required = forms.BooleanField(label=_("Decklists are required"), required=False, initial=True)
    decklist_deadline = LocalDateTime(
        label=_("Decklist deadline"), required=False, help_text=_("Empty: lists lock when the event starts.")
    )
    players_report = forms.BooleanField(
        label=_("Players report their results"),
        required=False,
        initial=True,
        help_text=_("A result counts once both players have reported the same. Staff can enter any result."),
    )
    lists_public = forms.BooleanField(label=_("Lists are public once the event has finished"), required=False)
    pool = forms.ChoiceField(label=_("Card pool"), choices=Pool)
    format = forms.CharField(
        label=pgettext_lazy("of cards", "Format"),
        max_length=40,
        required=False,
        help_text=_("Which restriction lists apply. Empty: the game's general ones."),
        widget=forms.TextInput(attrs={"list": "game-formats", "autocapitalize": "none", "autocomplete": "off"}),
    )
    points_win = forms.IntegerField(label=_("Points for a win"), min_value=0, max_value=100, initial=3)
    points_draw = forms.IntegerField(label=_("Points for a draw"), min_value=0, max_value=100, initial=1)
    points_loss = forms.IntegerField(label=_("Points for a loss"), min_value=0, max_value=100, initial=0)

    pod_places = forms.CharField(
        label=_("Points by place"),
        max_length=40,
        required=False,
        help_text=_("Only in pods: such as 4-3-2-1. Empty: the points above for the winner, a shared win, the others."),
    )
    drop_no_shows = forms.BooleanField(
        label=_("Who does not come to a match is dropped when the round ends"), required=False
    )
    drop_after_losses = forms.IntegerField(
        label=_("Drop after this many losses"),
        min_value=1,
        max_value=30,
        required=False,
        help_text=_("When a Swiss round ends and another follows. Empty: nobody is dropped for losses."),
    )

    def clean_cut_drop(self) -> str:
        """A form that does not send it leaves it as it is."""
        return self.cleaned_data["cut_drop"] or self.initial.get("cut_drop") or "next"

    def __init__(self, *args: Any, phase: str = Tournament.Phase.REGISTRATION.value, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "game_slug", self._games())
        slug = str(self["game_slug"].value() or "")
        game = CardGame.objects.filter(slug=slug).first() if slug.isprintable() else None
        self.known_formats = known_formats(game) if game is not None else []
        for name, field in self.fields.items():
            setting = "preset" if name in OWN_FIELDS else "divisions" if name in DIVISION_FIELDS else name
            field.disabled = setting != "expected_players" and setting not in CHANGEABLE[phase]

    def _games(self) -> list[tuple[str, str]]:
        """The games offered, and the event's own even where it is no longer offered."""
        games = {game.slug: game.display_name for game in listed_games()}
        current = self.initial.get("game_slug")
        own = CardGame.objects.filter(slug=current).first() if current and current not in games else None
        if own is not None:
            games[own.slug] = own.display_name
        return list(games.items())

    @property
    def has_own_cut_matches(self) -> bool:
        """Whether one of the settings for matches of the top cut is chosen, or wrong."""
        names = ("cut_best_of", "cut_best_of_from", "lists_best_of", "cut_minutes")
        return any(self[name].errors or self[name].value() not in (None, "") for name in names)

    def clean_entry_format(self) -> str:
        """A form that does not send it leaves it as it is."""
        return self.cleaned_data["entry_format"] or self.initial.get("entry_format") or "singles"

    def settings(self) -> dict[str, Any]:
        """What was entered, without what only feeds the recommendation or spells the preset."""
        helping = {"expected_players", *OWN_FIELDS, *DIVISION_FIELDS}
        return {name: value for name, value in self.cleaned_data.items() if name not in helping}


def next_saturday() -> datetime:
    """Ten in the morning of the coming Saturday in the event's zone: when most store events start."""
    today = timezone.localdate()
    day = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    return timezone.make_aware(datetime.combine(day, time(10)))


class DuplicateForm(forms.Form):
    """A new event with an old event's settings."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_at = LocalDateTime(label=_("Date and time"))


class CancelForm(forms.Form):
    """Why an event is called off; players read it on its page."""

    reason = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Shown in the log; it can be undone."))
