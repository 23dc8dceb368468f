"""The forms of an import: the files, and what the columns of their tables contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.refusals import Refusal
from cardpool.importers.columns import ATTRIBUTE, FIXED, PRINTING, problems_of
from cardpool.importers.table import TableHead
from cardpool.models import CardImport, ColumnMapping
from cardpool.packs import GamePack
from cardpool.wording import say_refusal
from cardpool.wording.import_fields import say_field

MAX_AT_ONCE = 15
"""Megabytes of one request: a little less than the server reads (`config.serving.bodies`)."""


class FilesInput(forms.ClearableFileInput):
    """A file input that accepts several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files: its value is a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Every file on its own; an empty one is not an error here, since its reader reports it."""
        given = data if isinstance(data, list | tuple) else [data] if data else []
        if not given:
            raise forms.ValidationError(_("Choose at least one file."))
        return [file for file in given if isinstance(file, UploadedFile)]


class UploadForm(forms.Form):
    """Card files of one kind."""

    card_files = FilesField(label=gettext_lazy("Card files"))
    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        required=False,
        choices=[("", gettext_lazy("As the files themselves say")), *CardImport.Format.choices],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["card_files"].help_text = _(
            "CSV, XLSX, .cdb or JSON; several files of one kind are one import. At most %(most)s MB at once: add more "
            "files afterwards, or use the command line."
        ) % {"most": MAX_AT_ONCE}
        self.fields["card_files"].widget.attrs["accept"] = ".csv,.tsv,.txt,.xlsx,.cdb,.conf,.json"
        self.fields["card_files"].widget.attrs["data-most-bytes"] = MAX_AT_ONCE * 2**20


class ColumnsForm(forms.Form):
    """What each column of the tables contains: a choice per header line and column, initially the guessed or saved
    one."""

    def __init__(
        self,
        *args: Any,
        heads: Sequence[TableHead],
        pack: GamePack,
        kept: Mapping[str, ColumnMapping],
        chosen: Mapping[str, Sequence[str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._heads = heads
        self._pack = pack
        choices = _choices(pack)
        for at, head in enumerate(heads):
            remembered = kept[head.digest].mapping["columns"] if head.digest in kept else head.guessed
            columns = chosen.get(head.digest) or remembered
            for position, header in enumerate(head.headers):
                label = header or _("Column %(number)s, without a header") % {"number": position + 1}
                initial = columns[position] if position < len(columns) else ""
                used = " is-used" if initial else ""
                self.fields[f"column_{at}_{position}"] = forms.ChoiceField(
                    label=label,
                    required=False,
                    choices=choices,
                    initial=initial,
                    widget=forms.Select(attrs={"class": f"form-select{used}"}),
                )

    def rows(self, at: int) -> list[forms.BoundField]:
        """The choices for one header line, in the order of its columns."""
        return [self[f"column_{at}_{position}"] for position in range(len(self._heads[at].headers))]

    def clean(self) -> dict[str, Any]:
        """The choices by header line, in `columns`; a choice that cannot be used is an error of the form as a whole."""
        cleaned = super().clean() or {}
        columns: dict[str, list[str]] = {}
        for at, head in enumerate(self._heads):
            chosen = [cleaned.get(f"column_{at}_{position}", "") for position in range(len(head.headers))]
            columns[head.digest] = chosen
            for code, facts in problems_of(chosen, self._pack):
                said = Refusal(f"columns_{code}", key=say_field(facts.get("field", ""), self._pack))
                self.add_error(None, say_refusal(said))
        return {**cleaned, "columns": columns}


def _choices(pack: GamePack) -> list[tuple[str, Any]]:
    def options(fields: Sequence[str]) -> list[tuple[str, str]]:
        return [(field, say_field(field, pack)) for field in fields]

    return [
        ("", _("— not used —")),
        (_("The card"), options([field for field in FIXED if field not in PRINTING])),
        (_("Facts of the game"), options([ATTRIBUTE + attribute.key for attribute in pack.attributes])),
        (_("The printing"), options(PRINTING)),
    ]
