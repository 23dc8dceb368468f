"""The parts of a deck as a game calls them, in the active language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import GamePack


def say_section(section: str, *, pack: GamePack) -> str:
    """A section, or several counted together, as the game calls them; the whole deck for none."""
    known = {one.key: one.names.in_language(language_key()) for one in pack.sections}
    names = [known.get(key, key) for key in section.split("+") if key]
    if not names:
        return pack.labels["deck"].in_language(language_key())
    said = names[0]
    for name in names[1:]:
        said = _("%(first)s and %(second)s") % {"first": said, "second": name}
    return said
