"""What decks of a game are judged by: its compiled rules, its cards as the rules see them, and its restriction lists.

`cardpool.legality.check.check_deck` judges a deck by a rulebook's `ruleset` and one of its pools.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from accounts.process_cache import ProcessCache
from cardpool.engine_cards import KnownCard, engine_card
from cardpool.legality.card_pool import CardPool, PoolPolicy
from cardpool.legality.deck import Card
from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.legality.ruleset import Ruleset, read_ruleset
from cardpool.legality.settled import SettledCard
from cardpool.lists.entries import RestrictionKind
from cardpool.models import CardGame
from cardpool.models import Ruleset as RulesetRow
from cardpool.packs import GamePack
from cardpool.queries.cards import catalogue_of
from cardpool.queries.games import pack_of
from cardpool.queries.restrictions import DatedRestriction, held_lists, list_label, restrictions_of

MAX_RULEBOOKS = 16
MAX_SETTLED_POOLS = 16
"""Pools with what judges of events settled that one rulebook remembers."""

Settled = tuple[SettledCard, ...]


@dataclass(frozen=True)
class Rulebook:
    """Everything decks of one game are judged by, but for the match length, the pool policy, the format and the day.

    `codes` are the further numbers of each card, by its number.
    """

    pack: GamePack
    ruleset: Ruleset
    cards: Mapping[str, Card]
    codes: Mapping[str, tuple[str, ...]]
    restrictions: tuple[Restriction, ...] = ()
    lists: tuple[ListInForce, ...] = ()

    def pool(self, policy: PoolPolicy, format: str = "", settled: Settled = ()) -> CardPool:
        """The card pool under a policy in a format, with the cards that judges of an event settled.

        A format that no list is kept for counts as none.
        """
        pool = self._plain_pool(policy, format)
        if not settled:
            return pool
        return self._settled_pools.get((pool.policy, pool.format, settled), None, lambda: pool.with_settled(settled))

    def _plain_pool(self, policy: PoolPolicy, format: str) -> CardPool:
        kept_for = {one.format for one in self.restrictions} | {one.format for one in self.lists}
        key = (policy, format if format in kept_for else "")
        if key not in self._pools:
            self._pools[key] = CardPool(
                self.cards,
                policy,
                self.restrictions,
                self._is_number,
                key[1],
                self.lists,
                beside_names=self.pack.beside_names,
            )
        return self._pools[key]

    @cached_property
    def _pools(self) -> dict[tuple[PoolPolicy, str], CardPool]:
        return {}

    @cached_property
    def _settled_pools(self) -> ProcessCache[tuple[PoolPolicy, str, Settled], CardPool]:
        return ProcessCache(max_size=MAX_SETTLED_POOLS)

    def _is_number(self, number: str) -> bool:
        return self.pack.normalise_number(number) == number


def make_rulebook(
    pack: GamePack,
    cards: Iterable[KnownCard],
    restrictions: tuple[Restriction, ...] = (),
    lists: tuple[ListInForce, ...] = (),
) -> Rulebook:
    """Prepare a game for judging. A later card of the same number replaces an earlier one.

    Raises `PackError` when the pack's rules cannot be compiled.
    """
    held = {card.number: card for card in cards if card.number}
    return Rulebook(
        pack=pack,
        ruleset=read_ruleset(pack.mapping, source=pack.source, line_of=pack.line_of),
        cards={number: engine_card(card, pack) for number, card in held.items()},
        codes={number: card.codes for number, card in held.items()},
        restrictions=restrictions,
        lists=lists,
    )


def rulebook_of(ruleset: RulesetRow) -> Rulebook:
    """The rulebook of a stored ruleset, the same one until its rules, pool or restriction lists change."""
    game = ruleset.game
    return _rulebooks.get(
        (ruleset.digest, game.pk),
        catalogue_of(game).revision,
        lambda: unpublished_rulebook(pack_of(ruleset), game),
    )


def unpublished_rulebook(pack: GamePack, game: CardGame) -> Rulebook:
    """What decks would be judged by if this pack were the game's, with its present cards and restriction lists."""
    return make_rulebook(pack, catalogue_of(game).cards.values(), game_restrictions(game), game_lists(game))


def game_restrictions(game: CardGame) -> tuple[Restriction, ...]:
    """Everything the game's restriction lists restrict at any time in any format."""
    return tuple(_restriction(one) for one in restrictions_of(game))


def game_lists(game: CardGame) -> tuple[ListInForce, ...]:
    """Every list of the game that judges, with its days, in any format."""
    return tuple(
        ListInForce(list_label(held.list), held.list.effective_from, held.until, held.list.format)
        for held in held_lists(game)
    )


_rulebooks: ProcessCache[tuple[str, int], Rulebook] = ProcessCache(max_size=MAX_RULEBOOKS)


def _restriction(dated: DatedRestriction) -> Restriction:
    return Restriction(
        kind=RestrictionKind(dated.kind),
        cards=dated.cards,
        limit=dated.limit,
        starts=dated.starts,
        ends=dated.ends,
        source=dated.source,
        format=dated.format,
    )
