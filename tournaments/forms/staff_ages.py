"""What staff say about the age of those whom they enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.age_forms import AgeField
from accounts.models import AgeGroup

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as StrOrPromise


class StaffAgeField(AgeField):
    """How old a player is, as far as staff know."""

    def __init__(self, label: StrOrPromise) -> None:
        super().__init__(label)
        self.choices = [*AgeGroup.choices, ("", _("Not known"))]
        self.initial = ""
        self.help_text = _("Everybody reads the full name only of who is 18 or older. A birth year counts before it.")
