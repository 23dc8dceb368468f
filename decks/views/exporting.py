"""Exporting a list: the formats it can be copied and downloaded in, and the link that shares it.

`sharing_of` makes what `templates/decks/_share.html` shows as `sharing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.languages import language_key
from accounts.refusals import Refusal
from decks.exports.lists import ExportFormat, ListTerms, formats_of, share_payload
from decks.findings import unread_lines
from decks.judging import JudgedList, JudgingBook
from decks.list_words import say_format, say_list_refusal
from decks.models import DecklistVersion

COPIED = (ExportFormat.TEXT, ExportFormat.PTCG, ExportFormat.YDK, ExportFormat.YDKE)
_TONGUES = (("zh", "中文"), ("en", "English"))


@dataclass(frozen=True)
class ExportLink:
    """One format to copy or download. `key` is unique on the page, `language` that of headings and column names."""

    key: str
    name: str
    format: ExportFormat
    language: str
    url: str
    is_copied: bool


@dataclass(frozen=True)
class Sharing:
    """How a list can be exported; with a `problem` in words there is no link and nothing to download.

    `may_link` is for the list's owner and for lists everybody may read: staff export a hidden one only as a file.
    """

    url: str = ""
    exports: tuple[ExportLink, ...] = ()
    problem: str = ""
    may_link: bool = True


def sharing_of(cards: Iterable[Mapping[str, Any]], *, book: JudgingBook, terms: ListTerms, language: str) -> Sharing:
    """The exports of a saved list's cards (`DecklistVersion.cards`); an empty list has none, and no problem."""
    held = list(cards)
    if not held:
        return Sharing()
    try:
        payload = share_payload(held, book=book, terms=terms)
    except Refusal as refusal:
        return Sharing(problem=say_list_refusal(refusal))
    return Sharing(reverse("shared_list", args=[payload]), tuple(_links(payload, book, language)))


def version_sharing(version: DecklistVersion, *, book: JudgingBook, terms: ListTerms, language: str) -> Sharing:
    """The exports of a saved version; none for one that was saved with unreadable lines."""
    if errors := unread_lines(version.report):
        return Sharing(problem=say_list_refusal(Refusal("list_unreadable", count=len(errors))))
    return sharing_of(version.cards, book=book, terms=terms, language=language)


def judged_sharing(judged: JudgedList, *, terms: ListTerms, language: str) -> Sharing:
    """The exports of a list as it was just read; none while a line cannot be read."""
    if not judged.read.is_empty and not judged.settled:
        refusal = Refusal("list_unreadable", count=judged.read.open_lines)
        return Sharing(problem=say_list_refusal(refusal))
    return sharing_of(judged.cards, book=judged.book, terms=terms, language=language)


def _links(payload: str, book: JudgingBook, language: str) -> Iterable[ExportLink]:
    own = language_key(language)
    for to in formats_of(book):
        both = to is ExportFormat.TEXT
        for tongue, tongue_name in sorted(_TONGUES, key=lambda pair: pair[0] != own):
            if not both and tongue != own:
                continue
            name = _("%(format)s (%(language)s)") % {"format": say_format(to), "language": tongue_name}
            url = f"{reverse('shared_list_file', args=[payload, str(to)])}?lang={tongue}"
            yield ExportLink(f"{to}-{tongue}", name if both else say_format(to), to, tongue, url, to in COPIED)
