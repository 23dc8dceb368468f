"""The one way card files get into a game's pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import NotAllowed
from cardpool.announcing import announce_judging_changed
from cardpool.importers.merging import Merged, MergedCard, loose_attributes, merge_rows
from cardpool.importers.records import ReadCard, ReadPrinting, RefusedRow, Row, SkippedRow
from cardpool.importing.comparing import as_new, merge_into, new_printings
from cardpool.intake.unreadable import Place
from cardpool.models import Card, CardGame, Printing
from cardpool.pack_check import rules_of_cards
from cardpool.packs import GamePack, Identity
from cardpool.services import CARD_FIELDS, pool_changed
from jobs.progress import moved

BATCH = 1000
READ_PERCENT, COMPARED_PERCENT, WRITTEN_PERCENT = 40, 50, 99
"""How much is done, in percent, when the rows are read, compared with the pool, and written."""
MAX_PLACES = 50
"""Further rows of one card that a report names."""

Progress = Callable[[int], None]
"""Takes how much is done, in percent."""

Entry = Mapping[str, Any]


@dataclass
class ImportResult:
    """What an import did, or in a dry run would do: an entry of JSON values per card or refused row, in file order.

    Every entry has `file`, `row` and `id`; cards have `number` and `name`, those of several rows `also` (the places of
    the first others), changed ones `changes`
    (`[{"field", "before", "after"}]`), refused and skipped rows `code` and `facts`, and so have `noticed` cards, which
    stand among the others too. `rows` counts the rows read.
    """

    rows: int = 0
    added: list[Entry] = field(default_factory=list)
    changed: list[Entry] = field(default_factory=list)
    untouched: list[Entry] = field(default_factory=list)
    refused: list[Entry] = field(default_factory=list)
    skipped: list[Entry] = field(default_factory=list)
    noticed: list[Entry] = field(default_factory=list)

    KINDS = ("added", "changed", "untouched", "refused", "skipped", "noticed")

    @property
    def changes_anything(self) -> bool:
        """Whether a card was added or changed."""
        return bool(self.added or self.changed)

    @property
    def counts(self) -> dict[str, int]:
        """Rows read; cards added, changed and untouched; rows refused and skipped."""
        counts = {"rows": self.rows}
        counts |= {kind: len(getattr(self, kind)) for kind in self.KINDS}
        counts["refused"] = len({(entry["file"], entry["row"], entry["id"]) for entry in self.refused})
        return counts

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Every entry with its kind."""
        for kind in self.KINDS:
            yield from ((kind, entry) for entry in getattr(self, kind))


@transaction.atomic
def import_cards(
    *,
    actor: Actor,
    game: CardGame,
    pack: GamePack,
    rows: Iterable[Row],
    dry_run: bool = False,
    progress: Progress = lambda percent: None,
    **facts: Any,
) -> ImportResult:
    """Bring read cards into the game's pool, all of them or, when anything fails, none.

    Facts the rows do not state are kept and nothing is deleted: doing it again leaves every card untouched. Rows are
    refused that contradict each other, state what the pack does not allow, print deck rules that cannot be compiled,
    or would add a card without a name or a number. A shipped card that an import changes is the
    store's from then on. The rows are read before the game's row is locked; a dry run locks and writes nothing.
    `facts` go with the announcement that what decks are judged by has changed. Raises NotAllowed `not_a_game_manager`
    unless the actor manages games or is the program itself, and whatever reading the rows raises.
    """
    if not actor.is_anonymous and (actor.user is None or not actor.user.can_manage_games):
        raise NotAllowed("not_a_game_manager")
    read = list(rows)
    progress(READ_PERCENT)
    if not dry_run:
        game = CardGame.objects.select_for_update().get(pk=game.pk)
    pool = _Pool.of(game)
    merged = merge_rows(pool.numbered(read, pack), pack)
    writer = _Writer(game, pack, pool)
    result = writer.compare(merged)
    progress(COMPARED_PERCENT)
    if dry_run or not result.changes_anything:
        return result
    writer.write(progress)
    pool_changed(game=game)
    announce_judging_changed(game=game, actor=actor, kind="pool", **result.counts, **facts)
    return result


@dataclass
class _Pool:
    """The cards there are, by number, by key and by name, and the printings of each."""

    by_number: dict[str, Card]
    by_key: dict[str, Card]
    by_name: dict[str, list[Card]]
    printings: dict[int, list[ReadPrinting]]

    @classmethod
    def of(cls, game: CardGame) -> _Pool:
        cards = list(Card.objects.filter(game=game).order_by("pk"))
        by_name: dict[str, list[Card]] = {}
        for card in cards:
            for name in {card.name, *card.other_names}:
                by_name.setdefault(name, []).append(card)
        printings: dict[int, list[ReadPrinting]] = {}
        known = Printing.objects.filter(card__game=game).order_by("pk")
        for card_id, code, rarity, art in known.values_list("card_id", "code", "rarity", "art"):
            printings.setdefault(card_id, []).append(ReadPrinting(code, rarity, art))
        by_number = {card.number: card for card in cards if card.number}
        return cls(by_number, {card.key: card for card in cards}, by_name, printings)

    def find(self, stated: ReadCard, pack: GamePack) -> Card | None:
        """The card a row is about."""
        known = self.by_number.get(stated.number) if stated.number else None
        return known or self.by_key.get(pack.card_key(number=stated.number, name=stated.name))

    def owners(self) -> dict[str, str]:
        """Whose every number and further code is, by the card's number or key."""
        codes = {code: card.number or card.key for card in self.by_key.values() for code in card.codes}
        return codes | {number: number for number in self.by_number}

    def numbered(self, rows: Iterable[Row], pack: GamePack) -> Iterator[Row]:
        """The rows, those without a number with that of the one known card of their name."""
        for row in rows:
            if not isinstance(row, ReadCard) or row.number or row.name in self.by_key:
                yield row
                continue
            named = self.by_name.get(row.name, [])
            if len(named) == 1:
                number = named[0].number
                printings = tuple(replace(one, code=one.code or number) for one in row.printings)
                yield replace(row, number=number, printings=printings)
            elif named:
                numbers = [card.number for card in named][:10]
                yield RefusedRow(row.place, "name_not_unique", {"column": "name", "found": row.name, "known": numbers})
            elif pack.number_form.patterns:
                yield RefusedRow(row.place, "number_missing", {"column": "number", "name": row.name})
            else:
                yield row


class _Writer:
    """Compares merged cards with the pool, and writes what is new."""

    def __init__(self, game: CardGame, pack: GamePack, pool: _Pool) -> None:
        self._game = game
        self._pack = pack
        self._pool = pool
        self._rule_problems = rules_of_cards(pack)
        self._added: list[Card] = []
        self._changed: list[Card] = []
        self._printings: list[tuple[Card, list[ReadPrinting]]] = []

    def compare(self, merged: Merged) -> ImportResult:
        """What becomes of every card, without writing."""
        result = ImportResult(rows=merged.rows)
        refused = list(merged.refused)
        loose = loose_attributes(self._pack)
        owners = self._pool.owners() | {one.card.number: one.card.number for one in merged.cards if one.card.number}
        for one in map(self._without_twins, merged.cards):
            moved()
            problem = self._problem(one, owners)
            if problem is not None:
                refused.append(problem)
                continue
            card = self._pool.find(one.card, self._pack)
            if card is None:
                card = self._new(one)
                result.added.append(_entry(one, card))
                continue
            known = self._pool.printings.get(card.pk, [])
            changes = merge_into(card, one, known, loose=loose)
            if not changes:
                result.untouched.append(_entry(one, card))
                continue
            result.changed.append({**_entry(one, card), "changes": [change.facts for change in changes]})
            self._printings.append((card, new_printings(one, known)))
            if any(change.field != "printings" for change in changes):
                self._changed.append(card)
        result.refused = [_row_entry(row) for row in sorted(refused, key=_order)]
        result.noticed = [
            {**_facts(one.card.place), "code": one.card.notice, "facts": dict(one.card.notice_facts)}
            for one in merged.cards
            if one.card.notice
        ]
        result.skipped = [_row_entry(row) for row in merged.skipped]
        return result

    def _without_twins(self, merged: MergedCard) -> MergedCard:
        """A card without the codes that known cards of its name have for a number.

        Where names make the card, such a card came by itself before, as another printing: it stays, and they count
        together.
        """
        stated = merged.card
        if self._pack.identity is not Identity.NAME or not stated.codes:
            return merged
        names = {stated.name, *stated.other_names}
        twins = {code for code in stated.codes if code in self._pool.by_number}
        twins = {code for code in twins if names.intersection(_names(self._pool.by_number[code]))}
        codes = tuple(code for code in stated.codes if code not in twins)
        return replace(merged, card=replace(stated, codes=codes)) if twins else merged

    def _problem(self, merged: MergedCard, owners: dict[str, str]) -> RefusedRow | None:
        stated = merged.card
        key = self._pack.card_key(number=stated.number, name=stated.name)
        for code in stated.codes:
            if owners.setdefault(code, key) != key:
                return RefusedRow(stated.place, "code_taken", {"column": "codes", "found": code, "by": owners[code]})
        if not stated.name and self._pool.find(stated, self._pack) is None:
            return RefusedRow(stated.place, "new_card_without_name", {"column": "name", "number": stated.number})
        problems = self._rule_problems(stated) if stated.deck_rules else ()
        if problems:
            return RefusedRow(stated.place, "deck_rules_wrong", {"column": "deck_rules", "problems": list(problems)})
        return None

    def _new(self, merged: MergedCard) -> Card:
        facts = as_new(merged)
        key = self._pack.card_key(number=facts["number"], name=facts["name"])
        card = Card(game=self._game, key=key, **facts)
        self._added.append(card)
        self._printings.append((card, list(merged.card.printings)))
        return card

    def write(self, progress: Progress) -> None:
        """Write the cards and printings that `compare` found new."""
        printings = [(card, one) for card, listed in self._printings for one in listed]
        total = len(self._added) + len(self._changed) + len(printings)
        done = 0

        def batches(rows: list[Any]) -> Iterator[list[Any]]:
            nonlocal done
            for first in range(0, len(rows), BATCH):
                batch = rows[first : first + BATCH]
                yield batch
                done += len(batch)
                progress(COMPARED_PERCENT + (WRITTEN_PERCENT - COMPARED_PERCENT) * done // total)

        for added in batches(self._added):
            Card.objects.bulk_create(added)
        for changed in batches(self._changed):
            # An upsert by (game, key): many times quicker than an UPDATE with a CASE for every field of every row.
            Card.objects.bulk_create(
                [_copy(card) for card in changed],
                update_conflicts=True,
                unique_fields=["game", "key"],
                update_fields=CARD_FIELDS,
            )
        for printed in batches(printings):
            rows = [Printing(card_id=card.pk, code=one.code, rarity=one.rarity, art=one.art) for card, one in printed]
            Printing.objects.bulk_create(rows, ignore_conflicts=True)


def _names(card: Card) -> list[str]:
    return [card.name, *card.other_names]


def _copy(card: Card) -> Card:
    """The card without its row's id, so that it can be inserted where it already is."""
    return Card(game_id=card.game_id, key=card.key, **{name: getattr(card, name) for name in CARD_FIELDS})


def _entry(merged: MergedCard, card: Card) -> Entry:
    also = {"also": [_facts(place) for place in merged.card.also[:MAX_PLACES]]} if merged.card.also else {}
    return {**_facts(merged.card.place), **also, "number": card.number, "name": card.name}


def _row_entry(row: RefusedRow | SkippedRow) -> Entry:
    return {**_facts(row.place), "code": row.code, "facts": dict(row.facts)}


def _facts(place: Place) -> dict[str, Any]:
    return {"file": place.file, "row": place.row, "id": place.id}


def _order(row: RefusedRow) -> tuple[str, int]:
    return row.place.file, row.place.row
