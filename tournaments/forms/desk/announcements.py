"""Writing an announcement, correcting it, taking it down."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.desk.choices import offer
from tournaments.models import Announcement, Round
from tournaments.services.announcements import MAX_LENGTH, Until
from tournaments.services.reasons import MAX_REASON_LENGTH

TAKEN_DOWN, ROUND, TIME = "taken_down", "round", "time"


class AnnouncementForm(forms.Form):
    """A text and when it ends; `round` is the one at whose end it may end, None where there is none."""

    text = forms.CharField(
        label=gettext_lazy("Announcement"),
        max_length=MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody reads it: on the hall screen, on the pages of the event and as a notice."),
    )
    until = forms.ChoiceField(label=gettext_lazy("Shown until"), widget=forms.RadioSelect, initial=TAKEN_DOWN)
    time = forms.TimeField(
        label=gettext_lazy("Time of day"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("The next time the clock shows it."),
    )

    def __init__(self, *args: Any, round: Round | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(TAKEN_DOWN, _("it is taken down"))]
        if round is not None:
            choices.append((ROUND, _("the round ends")))
        offer(self, "until", [*choices, (TIME, _("a time"))])

    def clean(self) -> dict[str, Any]:
        """A time is needed where one was chosen, and chosen where one was typed."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("until") == TIME and not cleaned.get("time") and "time" not in self.errors:
            self.add_error("time", _("Enter the time, such as 14:30."))
        return cleaned

    @property
    def end(self) -> Until:
        """When it ends, once the form is valid."""
        wanted = self.cleaned_data["until"]
        if wanted == TIME:
            return Until(at=_next(self.cleaned_data["time"]))
        return Until(round_ends=wanted == ROUND)


class CorrectionForm(AnnouncementForm):
    """Another text, or end, and why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the staff"), max_length=MAX_REASON_LENGTH, initial=gettext_lazy("correction")
    )


class TakeDownForm(forms.Form):
    """Why an announcement is taken down."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the staff"), max_length=MAX_REASON_LENGTH, initial=gettext_lazy("done with")
    )


def initial_of(announcement: Announcement) -> dict[str, Any]:
    """What a form for its correction begins with."""
    until = ROUND if announcement.until_round else TIME if announcement.until_at else TAKEN_DOWN
    time = timezone.localtime(announcement.until_at).time() if announcement.until_at else None
    return {"text": announcement.text, "until": until, "time": time}


def _next(time: Any) -> datetime:
    """The next moment at which the clock of the event's zone shows this time."""
    now = timezone.localtime()
    today = timezone.make_aware(datetime.combine(now.date(), time))
    return today if today > now else timezone.make_aware(datetime.combine(now.date() + timedelta(days=1), time))
