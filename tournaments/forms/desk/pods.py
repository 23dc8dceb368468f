"""The result of a pod: each player's place, and how their part in it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import PodSeat
from tournaments.pods.results import Manner
from tournaments.queries.pods import PodRow, SeatRow
from tournaments.services.pod_results import PodResult


@dataclass(frozen=True)
class PodLine:
    """One player of the form, with both fields."""

    seat: SeatRow
    place: forms.BoundField
    manner: forms.BoundField


class PodForm(forms.Form):
    """The places of everybody in a pod; equal places are shared."""

    ended_by_time = forms.BooleanField(label=gettext_lazy("Time ended it: the places are as it stood"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, row: PodRow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        self.initial = {"ended_by_time": row.pod.ended_by_time, **self.initial}
        is_correction = not self.is_bound or "reason" in self.data
        self.fields["reason"].required = not row.is_open and is_correction
        places = [("", "–"), *((str(place), str(place)) for place in range(1, len(row.seats) + 1))]
        for seat in row.seats:
            name = {"name": seat.registration.entered_name}
            place, manner = f"place-{seat.registration.pk}", f"manner-{seat.registration.pk}"
            self.fields[place] = forms.ChoiceField(
                label=_("Place of %(name)s") % name,
                choices=places,
                required=False,
                initial="" if seat.is_last else seat.seat.place or "",
            )
            self.fields[manner] = forms.ChoiceField(
                label=_("How it ended for %(name)s") % name,
                choices=PodSeat.Manner.choices,
                required=False,
                initial=_manner_of(seat),
            )
            for field in (place, manner):
                self.fields[field].widget.attrs.setdefault("class", "form-select")

    def clean(self) -> dict[str, Any]:
        """Places without a first one are a slip of the pen. It may be that of somebody who lost it: the others move
        up."""
        entered = super().clean() or self.cleaned_data
        places = {entered.get(f"place-{seat.registration.pk}") for seat in self.row.seats} - {"", None}
        if places and "1" not in places:
            raise forms.ValidationError(_("Nobody has the first place. Enter the places again."))
        return entered

    @property
    def lines(self) -> list[PodLine]:
        """The fields of each player, in the order of seats."""
        keys = [(seat, seat.registration.pk) for seat in self.row.seats]
        return [PodLine(seat, self[f"place-{key}"], self[f"manner-{key}"]) for seat, key in keys]

    def result(self) -> PodResult:
        """What was entered."""
        keys = [seat.registration.pk for seat in self.row.seats]
        entered = self.cleaned_data
        return PodResult(
            places={key: int(entered[f"place-{key}"]) for key in keys if entered[f"place-{key}"]},
            manners={key: entered[f"manner-{key}"] or Manner.PLAYED.value for key in keys},
            ended_by_time=entered["ended_by_time"],
        )


def _manner_of(seat: SeatRow) -> str:
    """How it ended; of a pod without a result, what is known of somebody who has left the event."""
    return seat.gone_as.value if seat.has_gone else str(seat.seat.manner)
