"""What reading the lists of a game needs of its pack."""

from __future__ import annotations

from cardpool.packs import GamePack, Identity
from decks.text.listing import ListForm, ListSection


def list_form(pack: GamePack, language: str) -> ListForm:
    """The form of a game's lists; sections are named in the language, `zh` or `en`, and headed in either."""
    sections = (
        ListSection(
            section.key,
            section.names.in_language(language),
            (*section.words, section.names.zh, section.names.en),
            _at_most(pack, section.key),
        )
        for section in pack.sections
    )
    return ListForm(
        tuple(sections),
        pack.normalise_number,
        pack.number_form.find,
        pack.key,
        pack.lists,
        pack.identity is Identity.NAME,
        _complete(pack),
        _most_copies(pack),
    )


def _at_most(pack: GamePack, section: str) -> int:
    """How many cards a section may hold by the game's rules, whatever the match; 0 if they do not say."""
    sizes = [rule for rule in pack.rules if rule["kind"] == "section_size" and rule["section"] == section]
    most = [rule.get("exactly", rule.get("at_most")) for rule in sizes]
    return 0 if None in most else max(most, default=0)


def _complete(pack: GamePack) -> int:
    """How many cards at least the first section holds by the game's rules, 0 if they do not say."""
    first = pack.sections[0].key
    sizes = (rule for rule in pack.rules if rule["kind"] == "section_size" and rule["section"] == first)
    return max((rule.get("exactly", rule.get("at_least", 0)) for rule in sizes), default=0)


def _most_copies(pack: GamePack) -> int:
    """How many copies of one card a deck may have by the strictest of the game's rules, 0 if they do not say."""
    return min((rule["at_most"] for rule in pack.rules if rule["kind"] == "copies"), default=0)
