"""Starting and ending a deck check, a penalty, extra time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.languages import language_key
from cardpool.packs import Infraction
from tournaments.forms.desk.choices import offer
from tournaments.models import DeckCheck, Match, Penalty, Registration
from tournaments.models.match import seat_letter
from tournaments.play.extra_time import MAX_MINUTES
from tournaments.queries.pods import open_pod_of
from tournaments.wording.judging import level_name

Level = Penalty.Level
LOSSES = (Level.GAME_LOSS, Level.MATCH_LOSS, Level.DISQUALIFICATION)


class StartForm(forms.Form):
    """What the deck is compared with."""

    mode = forms.ChoiceField(
        label=gettext_lazy("Compare the deck"), choices=DeckCheck.Mode.choices, widget=forms.RadioSelect
    )
    drawn = forms.BooleanField(required=False, widget=forms.HiddenInput)


class EndForm(forms.Form):
    """The outcome of a check, a note, and the minutes its table gets; `takes_time` where it has one."""

    outcome = forms.CharField(max_length=10, required=False, widget=forms.HiddenInput)
    minutes = forms.IntegerField(
        label=gettext_lazy("Extra time, in minutes"),
        min_value=0,
        max_value=MAX_MINUTES,
        required=False,
        help_text=gettext_lazy("The length of the check and three minutes (MTR 2.6). 0: none."),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


class ExtraTimeForm(forms.Form):
    """Minutes a judge gives a table."""

    minutes = forms.IntegerField(label=gettext_lazy("Minutes more"), min_value=1, max_value=MAX_MINUTES)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class PenaltyForm(forms.Form):
    """One penalty for one of the game's infractions. `apply` enters the loss it means at once."""

    infraction = forms.ChoiceField(label=gettext_lazy("What was done"))
    level = forms.ChoiceField(label=gettext_lazy("Penalty"), widget=forms.RadioSelect)
    note = forms.CharField(
        label=gettext_lazy("Note"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    apply = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, infractions: Iterable[Infraction], entry: Registration, match: Match | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        usual = _("%(infraction)s (usually: %(level)s)")
        offer(
            self,
            "infraction",
            [
                (
                    one.key,
                    usual % {"infraction": one.names.in_language(language_key()), "level": level_name(one.level)},
                )
                for one in infractions
            ],
        )
        offer(self, "level", [(level.value, str(level.label)) for level in Level])
        self._say_apply(entry, match if match is not None and match.is_open else None)

    def _say_apply(self, entry: Registration, match: Match | None) -> None:
        """What the box does: at which open match, and for whom."""
        apply = self.fields["apply"]
        facts = {"name": entry.entered_name, "table": match.table or "–" if match is not None else ""}
        pod = open_pod_of(entry) if entry.tournament.is_in_pods else None
        if pod is not None:
            facts["table"] = pod.table or "–"
            apply.label = _("Enter the loss now: %(name)s is last at the pod at table %(table)s") % facts
            apply.help_text = _(
                "A pod is one game, so a game loss and a match loss are the same there; the others play on. A "
                "disqualification also takes effect now. Otherwise enter the places as you rule them at the pod."
            )
        elif match is None:
            apply.label = _("Disqualify %(name)s now") % facts
            apply.help_text = _("Only where the penalty is a disqualification; there is no match to enter a loss at.")
        elif match.is_board:
            facts["letter"] = seat_letter(match.board)
            words = _("Enter the loss now: %(name)s loses a game, or the board, at table %(table)s, seat %(letter)s")
            apply.label = words % facts
        else:
            apply.label = _("Enter the loss now: game or match loss of %(name)s at table %(table)s") % facts
        if entry.is_member:
            apply.help_text = _("A disqualification also takes effect now, for the whole team.")
        elif match is not None and pod is None:
            apply.help_text = _("A disqualification also takes effect now. Otherwise enter it later.")

    def clean(self) -> dict[str, Any]:
        """A loss that takes effect needs to be one."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("apply") and cleaned.get("level") not in LOSSES:
            self.add_error("apply", _("This penalty changes no result. Leave the box empty."))
        return cleaned


class WithdrawForm(forms.Form):
    """Why a penalty is taken back."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
