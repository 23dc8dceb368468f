"""Entering one game, a score or a declared outcome of a match."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.languages import language_key
from accounts.wording import with_clause
from cardpool.packs import GamePack
from tournaments.forms.desk.choices import choices_of, offer
from tournaments.models import Game, Match
from tournaments.services.result_inputs import GameInput
from tournaments.wording.rulings import pack_words

DRAW = "draw"


def pack_choices(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Endings or methods of a game pack as choices in the active language, each with its clause."""
    language = language_key()
    return [(row["key"], with_clause(row["names"][language], row.get("clause", ""))) for row in rows]


class GameForm(forms.Form):
    """One game: who had the choice, what they chose, who won, how it ended.

    Who started is never asked: it follows from the chooser and the choice. Where the rule leaves nothing to choose
    (`may_choose` false) only who starts is asked, and that is what they chose.
    """

    chooser = forms.TypedChoiceField(coerce=int, empty_value=None, required=False, widget=forms.RadioSelect)
    method = forms.ChoiceField(label=gettext_lazy("Found by"), required=False)
    choice = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    result = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": gettext_lazy("Say who won, or that it was drawn.")}
    )
    ending = forms.ChoiceField(label=gettext_lazy("How it ended"), required=False)
    conceded = forms.BooleanField(label=gettext_lazy("The loser conceded"), required=False)
    stopped_by_time = forms.BooleanField(required=False)
    result_only = forms.BooleanField(label=gettext_lazy("Only the result is known"), required=False)
    override_reason = forms.CharField(
        label=gettext_lazy("Why the record is kept anyway"), max_length=200, required=False
    )

    def __init__(
        self, *args: Any, names: tuple[str, str], pack: GamePack, may_choose: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        one, two = names
        self.may_choose = may_choose
        play, words = pack.play, pack_words(pack)
        self.fields["stopped_by_time"].label = _("Time ended this %(game)s") % words
        blank = [("", _("Not noted"))]
        self.fields["chooser"].label = _("Who had the choice") if may_choose else _("Who starts")
        offer(self, "chooser", [("1", one), ("2", two)])
        offer(self, "method", blank + pack_choices(play["first_game"]["methods"]))
        self.fields["choice"].label = _("They chose")
        offer(self, "choice", [(choice.value, choice.label) for choice in Game.Choice])
        self.fields["result"].label = _("Who won")
        offer(self, "result", [("1", one), ("2", two), (DRAW, _("Drawn %(game)s") % words)])
        offer(self, "ending", blank + pack_choices(play["endings"]))

    def game(self) -> GameInput:
        """What was entered; of a game of which only the result is known nothing else is claimed."""
        entered = self.cleaned_data
        is_draw = entered["result"] == DRAW
        winner = None if is_draw else int(entered["result"])
        if entered["result_only"]:
            return GameInput(winner_seat=winner, is_draw=is_draw, details_known=False)
        return GameInput(
            winner_seat=winner,
            is_draw=is_draw,
            chooser_seat=entered["chooser"],
            method=entered["method"],
            choice=entered["choice"] if entered["chooser"] or self.may_choose else "",
            ending=entered["ending"],
            conceded=entered["conceded"],
            stopped_by_time=entered["stopped_by_time"],
            is_penalty=entered.get("is_penalty", False),
        )


class GameRow(GameForm):
    """One line of a whole match written again; a line without a result counts as not there."""

    def __init__(self, *args: Any, names: tuple[str, str], pack: GamePack, **kwargs: Any) -> None:
        super().__init__(*args, names=names, pack=pack, **kwargs)
        del self.fields["override_reason"]
        self.fields["is_penalty"] = forms.BooleanField(label=_("Lost by a penalty"), required=False)
        for field in ("chooser", "choice", "result"):
            self.fields[field].required = False
            self.fields[field].widget = forms.Select(choices=[("", "–"), *choices_of(self, field)])

    @property
    def is_filled(self) -> bool:
        """Whether the line holds a game."""
        return bool(self.cleaned_data.get("result"))


def game_rows(
    data: Any, games: Sequence[Mapping[str, Any]], *, names: tuple[str, str], pack: GamePack, best_of: int
) -> list[GameRow]:
    """The lines of a match: the games there are, and room for more; `data` is what was sent, None on first sight."""
    sent = sum(f"g{number}-result" in data for number in range(1, 20)) if data is not None else 0
    count = max(len(games) + 1, best_of, sent)
    initial = [*games, *({} for _place in range(count - len(games)))]
    return [
        GameRow(data, prefix=f"g{number}", initial=row, names=names, pack=pack)
        for number, row in enumerate(initial, start=1)
    ]


def game_initial(game: Any) -> dict[str, Any]:
    """A recorded game as a line's first values."""
    return {
        "chooser": game.chooser_seat or "",
        "method": game.method,
        "choice": game.choice,
        "result": DRAW if game.is_draw else str(game.winner_seat or ""),
        "ending": game.ending,
        "conceded": game.conceded,
        "stopped_by_time": game.stopped_by_time,
        "result_only": not game.details_known,
        "is_penalty": game.is_penalty,
    }


class CorrectionForm(forms.Form):
    """Why a result is corrected, and why it may stand against the rule."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
    override_reason = forms.CharField(
        label=gettext_lazy("Why the record is kept against the rule"), max_length=200, required=False
    )
    stopped_by_time = forms.BooleanField(label=gettext_lazy("Time ended all of it"), required=False)


class ScoreForm(forms.Form):
    """A final score in games."""

    wins1 = forms.IntegerField(min_value=0, max_value=9)
    wins2 = forms.IntegerField(min_value=0, max_value=9)
    draws = forms.IntegerField(label=gettext_lazy("Draws"), min_value=0, max_value=9, required=False)
    stopped_by_time = forms.BooleanField(label=gettext_lazy("Time ran out"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, names: tuple[str, str], reason_required: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field, name in zip(("wins1", "wins2"), names, strict=True):
            self.fields[field].label = _("Wins of %(name)s") % {"name": name}
        self.fields["reason"].required = reason_required

    def clean_draws(self) -> int:
        """No entry means no drawn game."""
        return self.cleaned_data["draws"] or 0


class OutcomeForm(forms.Form):
    """A result that no games decide. The choice names outcome and winner at once: neither can contradict the other."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("What happened"),
        error_messages={"required": gettext_lazy("Say what happened.")},
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        names: tuple[str, str],
        draws_allowed: bool,
        reason_required: bool = False,
        beside: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        """`beside`: choices that have a button of their own next to the menu, which takes them without listing them."""
        super().__init__(*args, **kwargs)
        choices = outcome_choices(names, draws_allowed)
        offer(self, "outcome", [("", _("Choose …")), *choices])
        listed = [("", _("Choose …")), *(choice for choice in choices if choice[0] not in beside)]
        cast(forms.ChoiceField, self.fields["outcome"]).widget.choices = listed
        self.fields["reason"].required = reason_required

    def declared(self) -> dict[str, Any]:
        """Outcome and winner's seat as the service takes them."""
        outcome, _separator, seat = self.cleaned_data["outcome"].partition("-")
        return {"outcome": outcome, "winner_seat": int(seat) if seat else None}


def outcome_choices(names: tuple[str, str], draws_allowed: bool) -> list[tuple[str, str]]:
    """Every declared outcome, seen from the side of the player concerned; `outcome-seat` names the winner's seat."""
    one, two = names
    outcome = Match.Outcome
    choices = [
        (f"{outcome.NO_SHOW.value}-2", _("%(name)s did not come") % {"name": one}),
        (f"{outcome.NO_SHOW.value}-1", _("%(name)s did not come") % {"name": two}),
        (outcome.DOUBLE_NO_SHOW.value, _("Neither came")),
        (f"{outcome.MATCH_LOSS.value}-2", _("Match loss for %(name)s") % {"name": one}),
        (f"{outcome.MATCH_LOSS.value}-1", _("Match loss for %(name)s") % {"name": two}),
        (f"{outcome.JUDGE_AWARD.value}-1", _("A judge awards the match to %(name)s") % {"name": one}),
        (f"{outcome.JUDGE_AWARD.value}-2", _("A judge awards the match to %(name)s") % {"name": two}),
        (outcome.DOUBLE_LOSS.value, _("Loss for both")),
    ]
    if draws_allowed:
        choices.insert(0, (outcome.INTENTIONAL_DRAW.value, _("Intentional draw")))
        choices.append((outcome.JUDGE_AWARD.value, _("A judge rules a drawn match")))
    return choices
