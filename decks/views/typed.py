"""What a deck form sends: the text, a file in its place, and the taps that change it card by card."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from zlib import crc32

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.allowances import require_allowance
from accounts.languages import active_language, language_key
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.legality.card_pool import PoolPolicy
from cardpool.models import Ruleset
from cardpool.queries import catalogue_of
from cardpool.queries.rulebooks import Settled
from decks.example_deck import example_deck
from decks.judging import JudgedList, JudgingBook, book_of, format_cards, judge_text
from decks.list_files import MAX_BYTES, file_list
from decks.list_words import say_file_error
from decks.reading_work import READ_LISTS, note_reading, require_files, require_reading, weight_of
from decks.text.editing import ListEditor
from decks.text.listing import MAX_LINE_LENGTH

MAX_EDITS = 30
MAX_EDIT_CHARACTERS = 15_000
"""Characters that the taps of one request may read in total: each tap reads the whole list."""

_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029]")


@dataclass(frozen=True)
class Terms:
    """What a list is judged by: the rules, the match length, the pool policy, the day, the format, and the cards that
    judges of its event settled. `deciders` are who settled them, by ruling, for visitors who may read it. `visitor`
    asks for lists to be judged, and uses up an allowance with them."""

    ruleset: Ruleset
    best_of: int
    pool: str
    as_of: date
    format: str = ""
    settled: Settled = ()
    deciders: Mapping[int, str] = field(default_factory=dict)
    visitor: HttpRequest | None = field(default=None, compare=False, repr=False)

    @cached_property
    def book(self) -> JudgingBook:
        return book_of(self.ruleset)

    def judge(self, text: str) -> JudgedList:
        """The verdict on a text. Raises TooMany `too_often` when the visitor's allowance is used up."""
        if self.visitor is not None:
            require_reading(self.visitor, text)
        judged = judge_text(
            text,
            ruleset=self.ruleset,
            best_of=self.best_of,
            pool=self.pool,
            as_of=self.as_of,
            format=self.format,
            settled=self.settled,
        )
        if self.visitor is not None:
            note_reading(self.visitor, judged.read)
        return judged


Tap = Callable[[str, list[str], ListEditor, Terms], tuple[str, str]]
"""Makes one change: from the list's text and the parts of the tap to the new text and the number of the card concerned.

Raises ValueError or LookupError for a tap that is not valid.
"""


@dataclass(frozen=True)
class TypedList:
    """The text after the taps and the file were applied.

    `touched` are the card numbers that taps were about, `is_changed` says that the text is not the one that was sent,
    `wrong` is a sentence about a file that could not be read.
    """

    text: str
    query: str = ""
    touched: frozenset[str] = frozenset()
    is_changed: bool = False
    wrong: str = ""


def read_typed(request: HttpRequest, terms: Terms) -> TypedList:
    """Read a posted deck form: `text`, `file`, any number of `edit`, and the search `q`."""
    sent = request.POST.get("text", "").replace("\r\n", "\n")
    text, wrong = _LINE_ENDS.sub("\n", sent.replace("\x00", "")), ""
    require_files(request)
    file = request.FILES.get("file")
    if file is not None:
        try:
            text = file_text(file)
        except UnreadableFile as mistake:
            wrong = say_unreadable(mistake, str(file.name or ""))
    edits = request.POST.getlist("edit")
    if edits:
        weight = weight_of(text)
        require_allowance(request, READ_LISTS, max(weight, min(len(edits) * weight, MAX_EDIT_CHARACTERS)))
    touched, left = set(), MAX_EDIT_CHARACTERS
    for place, edit in enumerate(edits):
        left -= weight_of(text)
        if place > 0 and (left < 0 or place >= MAX_EDITS):
            wrong = say_edits_left(place, len(edits))
            break
        text, number = apply_edit(text, edit, terms)
        touched.add(number)
    query = " ".join(request.POST.get("q", "").split())[:80]
    return TypedList(text, query, frozenset(touched - {""}), text != sent, wrong)


def file_text(file: UploadedFile) -> str:
    """An uploaded list as text. Raises `UnreadableFile`, with `no_text` for a file that has none."""
    text = file_list(file.read(MAX_BYTES + 1), str(file.name or ""))
    if not text.strip():
        raise UnreadableFile(Place(str(file.name or "")), "no_text")
    return text


def say_unreadable(mistake: UnreadableFile, name: str) -> str:
    """Why a file was not taken."""
    return f"{say_file_error(mistake.code, {**mistake.facts, 'file': name})} {_('Nothing was changed.')}"


def say_edits_left(done: int, sent: int) -> str:
    """That only the first changes of a request were made."""
    return ngettext(
        "The list is long, so only the first %(done)s of %(sent)s changes was made. Make the others again.",
        "The list is long, so only the first %(done)s of %(sent)s changes were made. Make the others again.",
        done,
    ) % {"done": done, "sent": sent}


def line_mark(line: str) -> str:
    """A short fingerprint, so that a tap on a line finds it even if typing has moved it since."""
    return f"{crc32(line.strip().encode()):08x}"


def apply_edit(text: str, edit: str, terms: Terms) -> tuple[str, str]:
    """The text after one tap, and the number of the card it was about. An invalid tap changes nothing.

    Taps: `add:SECTION:NUMBER`, `take:SECTION:NUMBER`, `move:FROM:TO:NUMBER`, `line:LINE:MARK:NUMBER[:COUNT]`,
    `comment:LINE:MARK`, `goes-on:LINE:MARK` and `ends:LINE:MARK` (the deck goes on below a line, or ends above it),
    `part:LINE:MARK:WAY` (each card on a line of its own, in one of the ways offered), `senders` (the cards behind the
    names of those who sent them),
    `ignored` (confirms that ignored lines are not cards), `example`.
    """
    verb, *parts = edit.split(":")
    change = EDITS.get(verb)
    if change is None or (verb not in WITHOUT_PARTS and not parts):
        return text, ""
    language = language_key()
    titles = {section.key: section.names.in_language(language) for section in terms.book.pack.sections}
    editor = ListEditor(terms.book.form, terms.book.catalogue, titles)
    try:
        return change(text, parts, editor, terms)
    except (ValueError, LookupError):
        return text, ""


def _section(key: str, terms: Terms) -> str:
    return terms.book.pack.section(key).key


def _number(number: str, terms: Terms) -> str:
    """A card number as it stands; where cards count by name also a name, by which alone a card may be listed."""
    known = terms.book.catalogue.by_number(number) is not None or terms.book.pack.normalise_number(number) == number
    is_name = terms.book.form.by_name and number.isprintable() and 0 < len(number) <= MAX_LINE_LENGTH
    if not known and not is_name:
        raise ValueError(number)
    return number


def _line(text: str, line: str, mark: str) -> int:
    """Where the line is now. Raises `LookupError` if it is gone or occurs twice."""
    marks = [line_mark(one) for one in text.split("\n")]
    if 1 <= int(line) <= len(marks) and marks[int(line) - 1] == mark:
        return int(line)
    if marks.count(mark) != 1:
        raise LookupError(line)
    return marks.index(mark) + 1


def _add(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    section, number = parts[0], ":".join(parts[1:])
    return editor.add(text, _section(section, terms), _number(number, terms)), number


def _take(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    section, number = parts[0], ":".join(parts[1:])
    return editor.take(text, _section(section, terms), _number(number, terms)), number


def _move(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    source, target, number = *parts[:2], ":".join(parts[2:])
    return editor.move(text, _section(source, terms), _section(target, terms), _number(number, terms)), number


def _set_line(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    line, mark, number, *rest = parts
    copies = int(rest[0]) if rest else None
    name = " ".join(":".join(rest[1:]).split())  # a name may contain the colon that separates a tap's parts
    number = _number(number, terms) if number or not name else ""
    return editor.set_card(text, _line(text, line, mark), number, copies, name), number


def _part(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    line, mark, way = parts
    return editor.part(text, _line(text, line, mark), int(way)), ""


def _on_line(change: Callable[[ListEditor, str, int], str]) -> Tap:
    """A tap about a line, whichever card it names."""

    def tap(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
        line, mark = parts
        return change(editor, text, _line(text, line, mark)), ""

    return tap


def _on_text(change: Callable[[ListEditor, str], str]) -> Tap:
    """A tap about the whole list."""

    def tap(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
        return change(editor, text), ""

    return tap


def _example(text: str, parts: list[str], editor: ListEditor, terms: Terms) -> tuple[str, str]:
    """A sample list in place of an empty text; typed text is never replaced."""
    return (text if text.strip() else example_text(terms)), ""


EDITS: Mapping[str, Tap] = {
    "add": _add,
    "take": _take,
    "move": _move,
    "line": _set_line,
    "comment": _on_line(ListEditor.comment_out),
    "goes-on": _on_line(ListEditor.go_on),
    "ends": _on_line(ListEditor.end_at),
    "part": _part,
    "senders": _on_text(ListEditor.without_senders),
    "ignored": _on_text(ListEditor.comment_ignored),
    "example": _example,
}
WITHOUT_PARTS = ("senders", "ignored", "example")


def example_text(terms: Terms) -> str:
    """A sample list of the pool's made-up cards (of all its cards if it has none), headed by a comment."""
    book, language = terms.book, active_language()
    cards = [card for card in catalogue_of(terms.ruleset.game).cards.values() if card.number]
    made_up = [card.number for card in cards if card.is_demo]
    deck = example_deck(
        made_up or [card.number for card in cards],
        book.ruleset,
        best_of=terms.best_of,
        pool=book.pool(PoolPolicy(terms.pool), terms.format),
        as_of=terms.as_of,
    )
    listed = [
        {"section": entry.section, "number": entry.number, "name": "", "count": entry.count} for entry in deck.entries
    ]
    head = _("An example: change it into your deck")
    return f"# {head}\n{format_cards(listed, book=book, language=language)}"
