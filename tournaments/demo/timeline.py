"""When the things of a past event happened: the services write the present, this moves it to the event's day."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F

from decks.models import Decklist, DecklistVersion
from tournaments.models import Game, LogEntry, Match, MatchRevision, Round, Tournament


class Timeline:
    """Dates what the services have written since the last stamp."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._dated = 0

    def stamp(self, at: datetime) -> None:
        """Everything logged since the last stamp happened at this time."""
        lines = LogEntry.objects.filter(tournament=self._tournament, pk__gt=self._dated)
        newest = lines.order_by("-pk").values_list("pk", flat=True).first()
        if newest is not None:
            lines.update(at=at)
            self._dated = newest

    def entries(self, first: datetime) -> None:
        """Registrations and their lists came in one after the other, some minutes apart."""
        for place, entry in enumerate(self._tournament.registrations.order_by("pk")):
            at = first + timedelta(minutes=47 * place)
            lists = Decklist.objects.filter(pk=entry.decklist_id)
            self._tournament.registrations.filter(pk=entry.pk).update(registered_at=at)
            lists.update(created_at=at)
            lists.filter(submitted_at__isnull=False).update(submitted_at=at + timedelta(minutes=12))
            DecklistVersion.objects.filter(decklist__in=lists).update(
                saved_at=at + timedelta(minutes=11) + F("number") * timedelta(minutes=1)
            )
        self.stamp(first)

    def check_in(self, at: datetime) -> None:
        """Everybody here was here by then."""
        self._tournament.registrations.filter(checked_in_at__isnull=False).update(checked_in_at=at)
        self.stamp(at)

    def result(self, match_id: int, at: datetime) -> None:
        """A match was over at this time, its games in the half hour before, evenly."""
        Match.objects.filter(pk=match_id, is_complete=True).update(completed_at=at, updated_at=at)
        games = list(Game.objects.filter(match=match_id).order_by("-number"))
        for back, game in enumerate(games):
            Game.objects.filter(pk=game.pk).update(recorded_at=at - timedelta(minutes=11 * back))
        for back, revision in enumerate(MatchRevision.objects.filter(match=match_id).order_by("-version")):
            MatchRevision.objects.filter(pk=revision.pk).update(changed_at=at - timedelta(minutes=11 * back))
        self.stamp(at)

    def corrected(self, match_id: int, at: datetime) -> None:
        """The newest change of a match was made at this time."""
        newest = MatchRevision.objects.filter(match=match_id).order_by("-version").first()
        if newest is not None:
            MatchRevision.objects.filter(pk=newest.pk).update(changed_at=at)
        self.stamp(at)

    def round(self, round_id: int, published: datetime, completed: datetime) -> None:
        """A round began and ended at these times; its clock started two minutes after the pairings were out."""
        Round.objects.filter(pk=round_id).update(
            created_at=published - timedelta(minutes=2),
            published_at=published,
            clock_started_at=published + timedelta(minutes=2),
            completed_at=completed,
        )
        self.stamp(completed)

    def event(self, *, created: datetime, started: datetime, finished: datetime) -> None:
        """The event was opened, began and ended at these times."""
        Tournament.objects.filter(pk=self._tournament.pk).update(
            created_at=created, started_at=started, finished_at=finished
        )
        Decklist.objects.filter(registration__tournament=self._tournament).update(locked_at=started)
        self.stamp(finished)
