"""What a game pack recommends for a new event, before the event exists."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from cardpool.models import CardGame
from cardpool.packs import FieldSize
from cardpool.queries import current_ruleset, pack_of
from tournaments.queries.settings import tournament_defaults


@dataclass(frozen=True)
class Recommendation:
    """Swiss rounds, top cut (0: none) and minutes per round for a number of players.

    `players` 0: the number is not known, so only the minutes are recommended. `minutes_in_all` adds the rounds up.
    `table` is the game's own for fields of every size, `source` where it is published. `in_pods`: the table
    and the rounds are about matches of two, so that only the minutes are recommended.
    """

    players: int
    rounds: int
    cut: int
    minutes: int
    table: tuple[FieldSize, ...]
    source: str
    in_pods: bool = False

    @property
    def minutes_in_all(self) -> int:
        return self.rounds * self.minutes

    @property
    def hours_in_all(self) -> str:
        """Playing time of the Swiss rounds in hours and minutes."""
        hours, minutes = divmod(self.minutes_in_all, 60)
        words = _("%(hours)s h %(minutes)s min") if minutes else _("%(hours)s h")
        return words % {"hours": hours, "minutes": minutes}


def recommendation_for(slug: str, *, players: int, best_of: int, in_pods: bool = False) -> Recommendation | None:
    """A game's recommendation for a number of players and a match length; None if there is no such game."""
    game = CardGame.objects.filter(slug=slug).first() if slug.isprintable() else None
    if game is None:
        return None
    now = timezone.now()
    ruleset = current_ruleset(game, on=now.date())
    defaults, known = pack_of(ruleset).tournament, players >= 2 and not in_pods
    return Recommendation(
        players=players if known else 0,
        rounds=defaults.recommended_rounds(players) if known else 0,
        cut=defaults.recommended_cut(players) if known else 0,
        minutes=tournament_defaults(game, starts_at=now, best_of=best_of or None).round_minutes,
        table=() if in_pods else defaults.field_sizes(),
        source=defaults.rounds_source,
        in_pods=in_pods,
    )
