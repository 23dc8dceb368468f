"""A finished event of 24 players: five Swiss rounds and a top 8, with all that happens on such a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from accounts.actor import Actor
from tournaments.demo.entering import enter_players, hand_in
from tournaments.demo.lists import ListWriter
from tournaments.demo.results import ResultWriter
from tournaments.demo.script import DemoScript
from tournaments.demo.timeline import Timeline
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.settings import TournamentData
from tournaments.services.clock import start_clock
from tournaments.services.corrections import correct_match
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.drafts import pair_next_round
from tournaments.services.entries import check_in, drop, mark_no_show
from tournaments.services.finish import finish_tournament
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import complete_round, publish_round
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament
from tournaments.services.top_cut import start_top_cut

PLAYERS = 24
SWISS_ROUNDS = 5
ROUND = timedelta(minutes=58)
LUNCH_AFTER = 2
LUNCH = timedelta(minutes=45)

DRAWN_GAME_TABLE = (2, 3)
CORRECTED_TABLE = (2, 6)
BARE_SCORE_TABLES = ((1, 11), (3, 9), (4, 8))
DRAWN_ON_TIME_TABLE = (3, 5)
WON_ON_TIME_TABLE = (4, 5)
AGREED_DRAW_TABLE = (5, 1)
NO_SHOW_ROUND = 4
DROPS_AFTER = {2: "家里有事", 3: ""}


class FinishedEvent:
    """Makes the event step by step, each by the service a real desk would use."""

    def __init__(self, owner: Actor, script: DemoScript, starts_at: datetime) -> None:
        self.owner = owner
        self.script = script
        self.starts_at = starts_at
        self.rng = Random(script.seed)
        event = script.finished
        self.tournament = create_tournament(
            actor=owner,
            data=TournamentData(
                name=event.name,
                starts_at=starts_at,
                game_slug=script.game,
                place=event.place,
                description=event.description,
                top_cut=event.top_cut,
                lists_public=True,
            ),
            is_demo=True,
        )
        self.timeline = Timeline(self.tournament)
        self.opened_at = starts_at - timedelta(days=12)
        self.timeline.stamp(self.opened_at)

    def make(self) -> Tournament:
        """The whole event from the first entry to the final places."""
        entries = self._enter()
        strengths = {entry.pk: 1700 - 22 * place for place, entry in enumerate(self.rng.sample(entries, len(entries)))}
        self.results = ResultWriter(self.owner, self.tournament, strengths, self.rng)
        start_tournament(actor=self.owner, tournament_id=self.tournament.pk)
        self.timeline.stamp(self.starts_at)
        published = self.starts_at + timedelta(minutes=10)
        for number in range(1, SWISS_ROUNDS + 1):
            seed = self.rng.getrandbits(32)
            round = pair_next_round(actor=self.owner, tournament_id=self.tournament.pk, number=number, seed=seed)
            self._run(round, published)
            published += ROUND + (LUNCH if number == LUNCH_AFTER else timedelta())
        round = start_top_cut(actor=self.owner, tournament_id=self.tournament.pk, seed=self.rng.getrandbits(32))
        while True:
            self._run(round, published)
            published += ROUND
            if round.matches.count() == 1:
                break
            round = pair_next_round(actor=self.owner, tournament_id=self.tournament.pk, number=round.number + 1)
        finish_tournament(actor=self.owner, tournament_id=self.tournament.pk)
        self.timeline.event(created=self.opened_at, started=self.starts_at, finished=published)
        self.timeline.write()
        self.tournament.refresh_from_db()
        return self.tournament

    def _enter(self) -> list[Registration]:
        entries = enter_players(self.owner, self.tournament, self.script.players[:PLAYERS], {})
        writer = ListWriter(self.tournament.ruleset, self.script.decks, self.rng)
        *others, corrected = entries
        for entry in others:
            hand_in(entry, writer.legal(), name=writer.name())
        hand_in(corrected, writer.illegal(), name=writer.name())
        save_entry_decklist(
            actor=self.owner,
            registration_id=corrected.pk,
            text=writer.legal(),
            submit=True,
            reason="选手多登记了一张，按实际套牌更正",
        )
        self.timeline.entries(self.starts_at - timedelta(days=6))
        for entry in entries:
            check_in(actor=self.owner, registration_id=entry.pk, present=True)
        self.timeline.check_in(self.starts_at - timedelta(minutes=20))
        return entries

    def _run(self, round: Round, published: datetime) -> None:
        """Publish a round, enter its results as the tables finish, complete it."""
        publish_round(actor=self.owner, round_id=round.pk)
        start_clock(actor=self.owner, round_id=round.pk)
        self.timeline.stamp(published)
        matches = list(round.matches.order_by("table"))
        minutes = sorted(self.rng.randint(16, 49) for _ in matches)
        for minute, match in zip(minutes, self.rng.sample(matches, len(matches)), strict=True):
            self._enter_result(round, match)
            self.timeline.result(match.pk, published + timedelta(minutes=minute))
        completed = published + timedelta(minutes=52)
        complete_round(actor=self.owner, round_id=round.pk)
        self.timeline.round(round.pk, published, completed)
        if round.stage == Round.Stage.SWISS:
            self._after(round, completed + timedelta(minutes=1))

    def _enter_result(self, round: Round, match: Match) -> None:
        place = (round.number, match.table)
        favourite = self.results.favourite(match)
        is_last_table = match.table == round.matches.count()
        if place == CORRECTED_TABLE:
            self.results.quick_score(match.pk, *((1, 2) if favourite == 1 else (2, 1)))
        elif place in BARE_SCORE_TABLES:
            self.results.quick_score(match.pk, *((2, 0) if favourite == 1 else (0, 2)))
        elif place == DRAWN_GAME_TABLE:
            self.results.play(match.pk, drawn_game=2)
        elif place == DRAWN_ON_TIME_TABLE:
            self.results.play_until_time(match.pk, winners=(favourite, 3 - favourite))
        elif place == WON_ON_TIME_TABLE:
            self.results.play_until_time(match.pk, winners=(favourite,))
        elif place == AGREED_DRAW_TABLE:
            self.results.outcome(match.pk, Match.Outcome.INTENTIONAL_DRAW.value)
        elif round.number == NO_SHOW_ROUND and is_last_table:
            self.results.outcome(match.pk, Match.Outcome.NO_SHOW.value, winner_seat=1)
            mark_no_show(actor=self.owner, registration_id=match.player2_id)
        else:
            self.results.play(match.pk)

    def _after(self, round: Round, at: datetime) -> None:
        """What happens between this round and the next: a correction, a drop."""
        if round.number == CORRECTED_TABLE[0]:
            self._correct(round.matches.get(table=CORRECTED_TABLE[1]), at)
        if round.number in DROPS_AFTER:
            self._drop(round, DROPS_AFTER[round.number])
        self.timeline.stamp(at)

    def _correct(self, match: Match, at: datetime) -> None:
        first_won = self.results.favourite(match) == 1
        correct_match(
            actor=self.owner,
            match_id=match.pk,
            expected_version=match.version,
            score=ScoreInput(wins1=2 if first_won else 1, wins2=1 if first_won else 2),
            reason="双方确认：胜负登记反了",
        )
        self.timeline.corrected(match.pk, at)

    def _drop(self, round: Round, reason: str) -> None:
        """Somebody at the last table has had enough."""
        last = round.matches.order_by("-table").select_related("player1__player", "player2__player")[0]
        gone = last.player2 if self.results.favourite(last) == 1 else last.player1
        drop(actor=Actor(player=gone.player), registration_id=gone.pk, reason=reason)
