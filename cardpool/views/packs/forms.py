"""What the page "New game" asks for."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cardpool.games import shipped_keys
from cardpool.intake.unreadable import UnreadableFile
from cardpool.models import CardGame
from cardpool.pack_files import MAX_BYTES, pack_text
from cardpool.packs import Names
from cardpool.services.pack_drafts import RESERVED_KEYS

BLANK = "-"
"""The choice to start from nothing; no game's key looks like it."""
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class NewGameForm(forms.Form):
    """A game that does not exist yet: what it is called, and which pack it starts from."""

    name_zh = forms.CharField(label=gettext_lazy("Chinese name"), max_length=80)
    name_en = forms.CharField(label=gettext_lazy("English name"), max_length=80)
    key = forms.CharField(
        label=gettext_lazy("Key"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Part of its addresses: lower-case letters, digits, hyphens. Empty: from the name."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    start = forms.ChoiceField(label=gettext_lazy("Start from"))

    def __init__(self, *args: Any, games: list[CardGame], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        blank = (BLANK, _("A blank pack that explains itself"))
        copies = [(game.slug, _("A copy of %(game)s") % {"game": game.display_name}) for game in games]
        field = self.fields["start"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [blank, *copies]

    def clean(self) -> dict[str, Any]:
        """The key, made from the English name if none was typed; not taken, and not one of the site's own words."""
        entered = super().clean() or {}
        key = entered.get("key") or slugify(entered.get("name_en", ""))[:60].strip("-_")
        if not _KEY.fullmatch(key):
            self.add_error("key", _("A key has lower-case letters, digits and hyphens, such as lantern-clash."))
        elif key in RESERVED_KEYS or key in shipped_keys() or CardGame.objects.filter(slug=key).exists():
            self.add_error("key", _("“%(key)s” is taken. Choose another key.") % {"key": key})
        return {**entered, "key": key}

    @property
    def names(self) -> Names:
        """Both names, once the form is valid."""
        return Names(self.cleaned_data["name_zh"], self.cleaned_data["name_en"])


class UploadForm(forms.Form):
    """A pack from a file."""

    file = forms.FileField(
        label=gettext_lazy("Pack file"),
        widget=forms.FileInput(attrs={"accept": ".toml,.txt,text/plain"}),
        help_text=gettext_lazy("A .toml file. With the key of an existing game it becomes a draft of that game."),
    )

    def clean_file(self) -> str:
        """The text of the file."""
        file = self.cleaned_data["file"]
        try:
            return pack_text(file.read(MAX_BYTES + 1), str(file.name))
        except UnreadableFile as mistake:
            raise forms.ValidationError(say_unreadable(mistake)) from mistake


def say_unreadable(mistake: UnreadableFile) -> str:
    """Why a file was not taken."""
    if mistake.code == "file_too_large":
        return _("%(file)s is larger than %(limit)s kB. Nothing was changed.") % {
            "file": mistake.place.file,
            "limit": mistake.facts["most"] // 1000,
        }
    return _("%(file)s is not a text file. A pack is a .toml file written in a text editor.") % {
        "file": mistake.place.file
    }
