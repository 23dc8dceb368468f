"""What a game pack recommends for a new event, before the event exists."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from cardpool.models import CardGame
from cardpool.queries import current_ruleset
from tournaments.queries.settings import recommended_cut, recommended_rounds, tournament_defaults


@dataclass(frozen=True)
class Recommendation:
    """Swiss rounds, top cut (0: none) and minutes per round for a number of players.

    `players` 0: the number is not known, so only the minutes are recommended. `minutes_in_all` adds the rounds up.
    """

    players: int
    rounds: int
    cut: int
    minutes: int

    @property
    def minutes_in_all(self) -> int:
        return self.rounds * self.minutes

    @property
    def hours_in_all(self) -> str:
        """Playing time of the Swiss rounds in hours and minutes."""
        hours, minutes = divmod(self.minutes_in_all, 60)
        words = _("%(hours)s h %(minutes)s min") if minutes else _("%(hours)s h")
        return words % {"hours": hours, "minutes": minutes}


def recommendation_for(slug: str, *, players: int, best_of: int) -> Recommendation | None:
    """A game's recommendation for a number of players and a match length; None if there is no such game."""
    game = CardGame.objects.filter(slug=slug).first() if slug.isprintable() else None
    if game is None:
        return None
    now = timezone.now()
    ruleset = current_ruleset(game, on=now.date())
    known = players >= 2
    return Recommendation(
        players=players if known else 0,
        rounds=recommended_rounds(ruleset, players) if known else 0,
        cut=recommended_cut(ruleset, players) if known else 0,
        minutes=tournament_defaults(game, starts_at=now, best_of=best_of or None).round_minutes,
    )
