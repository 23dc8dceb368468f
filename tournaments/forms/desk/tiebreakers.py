"""The part of the tournament form that chooses how players level on points are ranked."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk.choices import offer
from tournaments.scoring.presets import COMBINATION, Tiebreak, find_preset
from tournaments.services.setting_checks import PRESETS

OWN = "custom"
OWN_FIELDS = frozenset({"tiebreak_order", "tiebreak_floor", "own_game_win", "late_rounds"})
"""Fields that only spell the preset."""
PRESET_NAMES = {
    "mtr": _("Magic: OMW, GW, OGW (floor 0.33)"),
    "mtr-third": _("Magic: OMW, GW, OGW (floor exactly one third)"),
    "pokemon": _("Pokémon: opponents’ and their opponents’ win rate, head-to-head"),
    "konami": _("Konami: opponents’ and their opponents’ win rate"),
    "netrunner": _("Netrunner: strength of schedule, extended"),
    "chess": _("Chess: Buchholz, Sonneborn-Berger"),
    "buchholz": _("Chess: Buchholz"),
    "median-buchholz": _("Chess: Median-Buchholz"),
    "sonneborn-berger": _("Chess: Sonneborn-Berger"),
    OWN: _("Your own order"),
}
FLOORS = [("0.33", "0.33"), ("1/3", "1/3"), ("0", _("No floor"))]
OWN_GAME_WIN = [("floored", _("with the floor")), ("raw", _("as it is"))]
LATE_ROUNDS = [("none", _("counts in nobody’s opponents’ percentages")), ("floor", _("counts as an opponent at 25 %"))]
LATE_PRESET = "pokemon"
"""The shipped preset that the setting for late rounds changes."""
LATE = ";late=floor"
LATE_CODES = frozenset({"OP", "OOP"})
"""The tiebreakers that the setting for late rounds changes."""
_SEPARATORS = re.compile(r"[\s,，、;；>]+")


class TiebreakersForm(forms.Form):
    """A shipped preset, or one's own order with its floor. `cleaned_data["preset"]` is what the tournament keeps."""

    preset = forms.ChoiceField(label=_("Tiebreakers"), initial="mtr")
    tiebreak_order = forms.CharField(
        label=_("Your own order"),
        max_length=80,
        required=False,
        initial="OMW, GW, OGW",
        help_text=_("Codes after match points, the first decides first: %(codes)s.")
        % {"codes": " ".join(tiebreak.value for tiebreak in Tiebreak)},
    )
    tiebreak_floor = forms.ChoiceField(
        label=_("Floor of win percentages"), choices=FLOORS, initial="0.33", required=False
    )
    own_game_win = forms.ChoiceField(
        label=_("One’s own GW is shown"), choices=OWN_GAME_WIN, initial="floored", required=False
    )
    late_rounds = forms.ChoiceField(
        label=_("A round missed before a late entry"),
        choices=LATE_ROUNDS,
        initial="none",
        required=False,
        help_text=_(
            "Only for OP and OOP (Pokémon). Published Play! Pokémon tables count it as an opponent at 25 %; "
            "no rule that says so has been found."
        ),
    )
    tiebreaks_from = forms.IntegerField(
        label=_("Tiebreakers count from round"),
        min_value=1,
        max_value=30,
        required=False,
        help_text=_(
            "For a second day that counts only its own rounds; points always count every round. Empty: all rounds."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "preset", [(key, PRESET_NAMES[key]) for key in (*PRESETS, OWN)])
        self._base, self._rest = "mtr", ""
        self._kept = str(self.initial.get("preset") or "")
        if self._kept.startswith(COMBINATION):
            self._spell_out(self._kept)

    def _spell_out(self, line: str) -> None:
        """Show a combination in its fields; what has no field is kept as it is."""
        if line == _with_late_rounds():
            self.initial = {**self.initial, "preset": LATE_PRESET, "late_rounds": "floor"}
            return
        head, *settings = line.removeprefix(COMBINATION).split(";")
        self._base, _colon, codes = head.partition(":")
        values = dict(setting.partition("=")[::2] for setting in settings)
        floor = values.pop("floor", "0.33")
        if floor not in dict(FLOORS):
            offer(self, "tiebreak_floor", [*FLOORS, (floor, floor)])
        self.initial = {
            **self.initial,
            "preset": OWN,
            "tiebreak_order": ", ".join(codes.split(",")),
            "tiebreak_floor": floor,
            "own_game_win": values.pop("gw", "floored"),
            "late_rounds": values.pop("late", "none"),
        }
        self._rest = "".join(f";{name}={value}" for name, value in values.items())

    @property
    def has_late_rounds(self) -> bool:
        """Whether the setting for late rounds means anything for the tiebreakers chosen, or is set already."""
        preset = self["preset"].value()
        if preset == LATE_PRESET or self["late_rounds"].value() == "floor":
            return True
        typed = _SEPARATORS.split(str(self["tiebreak_order"].value() or "").upper())
        return preset == OWN and not LATE_CODES.isdisjoint(typed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self._kept and not {"preset", *OWN_FIELDS}.intersection(self.changed_data):
            return {**cleaned, "preset": self._kept}
        late = cleaned.get("late_rounds") == "floor"
        if late and cleaned.get("preset") == LATE_PRESET:
            return {**cleaned, "preset": _with_late_rounds()}
        if cleaned.get("preset") != OWN:
            return cleaned
        codes = ",".join(code for code in _SEPARATORS.split(cleaned.get("tiebreak_order", "").upper()) if code)
        floor, own = cleaned.get("tiebreak_floor") or "0.33", cleaned.get("own_game_win") or "floored"
        line = f"{COMBINATION}{self._base}:{codes.removeprefix('MP,')};floor={floor};gw={own}"
        line += (LATE if late else "") + self._rest
        try:
            find_preset(line)
        except KeyError:
            self.add_error("tiebreak_order", _("Give known codes, each once, such as OMW, GW, OGW."))
        return {**cleaned, "preset": line}


def _with_late_rounds() -> str:
    """The shipped preset in which late rounds count, as a combination."""
    return f"{COMBINATION}{LATE_PRESET}:{','.join(find_preset(LATE_PRESET).tiebreaks)}{LATE}"
