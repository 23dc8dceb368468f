"""What files hold too much of, in words."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

_PARTS: dict[str, Callable[[], str]] = {
    "elements": lambda: _("cells and marks"),
    "strings": lambda: _("texts"),
    "styles": lambda: _("cell formats"),
    "sheets": lambda: _("sheets"),
    "token": lambda: _("characters in one mark"),
}


def say_workbook_part(what: str) -> str:
    """What a workbook has too many of: the `what` of `workbook_too_complex`."""
    return _PARTS[what]()
