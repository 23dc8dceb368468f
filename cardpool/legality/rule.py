"""What every rule of a game has, whatever its kind."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from cardpool.legality.deck_view import DeckView
from cardpool.legality.parameters import Parameters
from cardpool.legality.violations import CountedCard, Finding


@dataclass(frozen=True)
class Rule(ABC):
    """What every rule has. A kind reads its own parameters in `read` and judges in `judge`.

    `by` are the cards of the deck the rule is printed on, empty for a rule of the game.
    """

    kind: ClassVar[str]
    clause: str
    best_of: tuple[int, ...]
    by: tuple[CountedCard, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def target(self) -> Hashable:
        """What the rule is about; a rule printed on a card replaces those with the same target."""

    @property
    def about(self) -> tuple[str, ...]:
        """The section keys the rule speaks of."""
        several: tuple[str, ...] = getattr(self, "sections", ())
        return several or (getattr(self, "section", ""),)

    @classmethod
    @abstractmethod
    def read(cls, clause: str, best_of: tuple[int, ...], parameters: Parameters) -> "Rule":
        """Compile the rule from its table; mistakes are noted in the parameters' problems."""

    @abstractmethod
    def judge(self, view: DeckView) -> Iterator[Finding]:
        """Yield every violation, open question and notice."""
