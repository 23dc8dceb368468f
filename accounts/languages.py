"""The languages the site speaks, and which of two texts a reader gets."""

from __future__ import annotations

from django.utils.translation import get_language

LANGUAGES = {"zh": "zh-hans", "en": "en"}
"""Django's code for each key that pairs of texts, commands and the API use."""


def active_language() -> str:
    """Django's code of the language in use; Chinese where none is."""
    return get_language() or LANGUAGES["zh"]


def html_language() -> str:
    """The language in use as the `lang` attribute of HTML names it (BCP 47)."""
    return "zh-Hans" if language_key() == "zh" else "en"


def language_key(language: str = "") -> str:
    """The key of a language in a pair of texts, `zh` or `en`; of the one in use if none is given."""
    return "zh" if (language or active_language()).lower().startswith("zh") else "en"
