"""When the things of a past event happened: the services write the present, this moves it to the event's day."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby

from decks.models import Decklist, DecklistVersion
from tournaments.models import Game, LogEntry, Match, MatchRevision, Registration, Round, Tournament

GAME = timedelta(minutes=11)


class Timeline:
    """Notes when what the services write is to have happened; `write` puts it down, everything in a few statements."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._logged: list[tuple[int, datetime]] = []
        self._results: dict[int, datetime] = {}
        self._corrections: dict[int, datetime] = {}

    def stamp(self, at: datetime) -> None:
        """Everything logged since the last stamp happened at this time."""
        newest = LogEntry.objects.filter(tournament=self._tournament).order_by("-pk").values_list("pk", flat=True)
        self._logged.append((newest[0], at))

    def entries(self, first: datetime) -> None:
        """Registrations and their lists came in one after the other, some minutes apart."""
        entries = list(self._tournament.registrations.select_related("decklist").order_by("pk"))
        for place, entry in enumerate(entries):
            entry.registered_at = first + timedelta(minutes=47 * place)
            if entry.decklist is not None:
                entry.decklist.created_at = entry.registered_at
                if entry.decklist.submitted_at is not None:
                    entry.decklist.submitted_at = entry.registered_at + timedelta(minutes=12)
        Registration.objects.bulk_update(entries, ["registered_at"])
        lists = [entry.decklist for entry in entries if entry.decklist is not None]
        Decklist.objects.bulk_update(lists, ["created_at", "submitted_at"])
        versions = list(DecklistVersion.objects.filter(decklist__in=lists).select_related("decklist"))
        for version in versions:
            version.saved_at = version.decklist.created_at + timedelta(minutes=11 + version.number)
        DecklistVersion.objects.bulk_update(versions, ["saved_at"])
        self.stamp(first)

    def check_in(self, at: datetime) -> None:
        """Everybody here was here by then."""
        self._tournament.registrations.filter(checked_in_at__isnull=False).update(checked_in_at=at)
        self.stamp(at)

    def result(self, match_id: int, at: datetime) -> None:
        """A match was over at this time, its games in the half hour before, evenly."""
        self._results[match_id] = at
        self.stamp(at)

    def corrected(self, match_id: int, at: datetime) -> None:
        """A match that was over was changed once more at this time."""
        self._corrections[match_id] = at
        self.stamp(at)

    def round(self, round_id: int, published: datetime, completed: datetime) -> None:
        """A round began and ended at these times; its clock started two minutes after the pairings were out."""
        Round.objects.filter(pk=round_id).update(
            created_at=published - timedelta(minutes=2),
            published_at=published,
            clock_started_at=published + timedelta(minutes=2),
            clock_ends_at=published + timedelta(minutes=2 + self._tournament.round_minutes),
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

    def write(self) -> None:
        """Put down the times of the log, the matches, their games and their changes."""
        self._write_log()
        matches = list(Match.objects.filter(pk__in=self._results))
        for match in matches:
            match.completed_at = match.updated_at = self._results[match.pk]
        Match.objects.bulk_update(matches, ["completed_at", "updated_at"])
        games = list(Game.objects.filter(match__in=matches).order_by("match", "-number"))
        for _, of_match in groupby(games, key=lambda game: game.match_id):
            for back, game in enumerate(of_match):
                game.recorded_at = self._results[game.match_id] - back * GAME
        Game.objects.bulk_update(games, ["recorded_at"])
        self._write_changes()

    def _write_changes(self) -> None:
        changes = list(MatchRevision.objects.filter(match__in=self._results).order_by("match", "-version"))
        for match_id, newest_first in groupby(changes, key=lambda change: change.match_id):
            back = 0
            for change in newest_first:
                if match_id in self._corrections and back == 0:
                    change.changed_at = self._corrections.pop(match_id)
                    continue
                change.changed_at = self._results[match_id] - back * GAME
                back += 1
        MatchRevision.objects.bulk_update(changes, ["changed_at"])

    def _write_log(self) -> None:
        lines = list(LogEntry.objects.filter(tournament=self._tournament).order_by("pk"))
        stamps = iter(self._logged)
        until, at = next(stamps)
        for line in lines:
            while line.pk > until:
                until, at = next(stamps)
            line.at = at
        LogEntry.objects.bulk_update(lines, ["at"], batch_size=200)
