"""Writing a judge note."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cardpool.models import CardNote
from cardpool.services.notes import MAX_LENGTHS, NoteText


class NoteForm(forms.Form):
    """A question about a card and its answer. The service decides which texts are accepted."""

    question = forms.CharField(
        label=_("Question"),
        required=False,
        max_length=MAX_LENGTHS["question"],
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    answer = forms.CharField(
        label=_("Answer"), max_length=MAX_LENGTHS["answer"], widget=forms.Textarea(attrs={"rows": 5})
    )
    source = forms.CharField(
        label=_("Source"),
        required=False,
        max_length=MAX_LENGTHS["source"],
        help_text=_("Where it was published: an address, a document, a name. Empty for your own ruling."),
    )
    answered_on = forms.DateField(
        label=_("Answered on"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    @classmethod
    def about(cls, note: CardNote) -> NoteForm:
        """The form filled with a note, to change it."""
        day = note.answered_on.isoformat() if note.answered_on else ""
        initial = {"question": note.question, "answer": note.answer, "source": note.source, "answered_on": day}
        return cls(initial=initial)

    def text(self) -> NoteText:
        """What was typed; the form must be valid."""
        typed: dict[str, Any] = self.cleaned_data
        return NoteText(typed["question"], typed["answer"], typed["source"], typed["answered_on"])
