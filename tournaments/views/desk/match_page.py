"""What the result screen of one match shows, whatever was sent to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from cardpool.packs import GamePack
from cardpool.queries import pack_of
from tournaments.decisions import say_walk_over
from tournaments.forms.desk.match import (
    CorrectionForm,
    GameForm,
    GameRow,
    OutcomeForm,
    ScoreForm,
    game_initial,
    game_rows,
    outcome_choices,
)
from tournaments.models import Match, MatchRevision, Round, Tournament
from tournaments.permissions import Action, may
from tournaments.play.first_player import RulingKind
from tournaments.play.match_state import Closing, QuickScore
from tournaments.play.records import Seat
from tournaments.queries.boards import boards_in, is_declared, is_level
from tournaments.queries.calls import call_at
from tournaments.queries.late_reports import reports_to_show
from tournaments.queries.match_records import allows_draw, is_given
from tournaments.queries.matches import MatchView, find_match, match_view
from tournaments.queries.origins import SlipAddress, stand_ins
from tournaments.queries.repair import is_repairable
from tournaments.queries.rounds import newest_round, open_tables
from tournaments.services.slip_contents import slip_changes
from tournaments.views.desk.access import desk_page
from tournaments.views.desk.drop_reviews import drop_reviews
from tournaments.views.desk.entry import PLAYING
from tournaments.views.desk.tables import undecided_in
from tournaments.wording.results import say_changes
from tournaments.wording.rulings import ending_names, method_names, pack_words, say_ruling, say_simultaneous

DRAFT = Round.Status.DRAFT


@dataclass
class MatchDesk:
    """One match on the desk: its state and its forms, bound to what was sent, if anything.

    `conflict` says what somebody else changed in the meantime; `contradiction` which rule a record breaks that a judge
    may override.
    """

    tournament: Tournament
    view: MatchView
    sent: dict[str, Any] = field(default_factory=dict)
    conflict: str = ""
    contradiction: str = ""

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def names(self) -> tuple[str, str]:
        """The two names as entered: this is a staff page."""
        return self.match.player1.entered_name, self.match.player2.entered_name

    @property
    def pack(self) -> GamePack:
        return pack_of(self.tournament.ruleset)

    def game_form(self, data: Any = None) -> GameForm:
        """The next game, with the chooser filled in if the rule names one."""
        ruling = self.view.ruling
        chooser = int(ruling.seat) if ruling is not None and ruling.kind is RulingKind.SEAT and ruling.seat else None
        return GameForm(
            data,
            names=self.names,
            pack=self.pack,
            may_choose=ruling is None or ruling.may_choose,
            initial={"chooser": chooser},
        )

    def score_form(self, data: Any = None, *, corrects: bool = False) -> ScoreForm:
        """A final score; as a correction it starts from the present score."""
        state = self.view.state
        initial = {"wins1": state.wins1, "wins2": state.wins2, "draws": state.draws} if corrects else {"draws": 0}
        if corrects:
            initial["stopped_by_time"] = self.match.stopped_by_time
        prefix = "id_cs_%s" if corrects else "id_s_%s"
        return ScoreForm(data, names=self.names, reason_required=corrects, initial=initial, auto_id=prefix)

    def outcome_form(self, data: Any = None, *, corrects: bool = False) -> OutcomeForm:
        """A declared outcome."""
        return OutcomeForm(
            data,
            names=self.names,
            draws_allowed=allows_draw(self.view.round.stage),
            reason_required=corrects,
            beside=() if corrects or self.view.games else (Match.Outcome.DOUBLE_NO_SHOW.value,),
            auto_id="id_co_%s" if corrects else "id_o_%s",
        )

    def rows(self, data: Any = None, more: dict[str, Any] | None = None) -> list[GameRow]:
        """All games as lines; `more` is one typed for a match that was decided in the meantime."""
        games = [game_initial(game) if game.order_known else {} for game in self.view.games] + ([more] if more else [])
        return game_rows(data, games, names=self.names, pack=self.pack, best_of=self.view.match.length)


def open_match_desk(tournament: Tournament, match_id: int) -> MatchDesk:
    """The tournament's match, or 404, also for another event's match."""
    match = find_match(tournament, match_id, drafts=True)
    if match is None:
        raise Http404
    return MatchDesk(tournament, match_view(match))


def show_match(request: HttpRequest, desk: MatchDesk, *, status: int = 200) -> HttpResponse:
    """The page, with new forms except for the one that was sent."""
    match, view, sent = desk.match, desk.view, desk.sent
    running = view.round.status == Round.Status.PUBLISHED
    pack = desk.pack
    chooser = view.chooser.entered_name if view.chooser is not None else ""
    full, early, drawn = quick_groups(view)
    following = open_after(match) if running else []
    return desk_page(
        request,
        "match",
        desk.tournament,
        tab="rounds",
        status=status,
        round=view.round,
        view=view,
        match=match,
        ruling_words=say_ruling(view.ruling, chooser=chooser, pack=pack) if view.ruling is not None else "",
        simultaneous=say_simultaneous(view.rules, pack=pack),
        words=pack_words(pack),
        games=[game_words(desk, game, pack) for game in view.shown_games],
        running=running,
        **board_facts(view),
        absent=undecided_in(match.round, [match]) if desk.tournament.phase in PLAYING and not match.is_board else [],
        reports=reports_to_show(match) if running else [],
        drop_reviews=drop_reviews(desk.tournament, only={match.player1_id, match.player2_id}),
        to_repair=_round_to_repair(view),
        declared=outcome_words(match.outcome, match.winner_seat, desk.names),
        seated=match,
        judge_call=call_at(match.team_match or match) if view.round.status != Round.Status.DRAFT else None,
        may_override=may(request.actor, Action.OVERRIDE_RULES, desk.tournament),
        quick_won=[
            (name, [score for score in full if (score.wins1 > score.wins2) == (seat == Seat.ONE)])
            for seat, name in zip(Seat, desk.names, strict=True)
        ],
        quick_early=early,
        quick_drawn=drawn,
        next_table=following[0] if following else None,
        open_count=len(following),
        unfold_game="game" in sent or any(game.details_known for game in view.games),
        game_form=sent.get("game") or desk.game_form(),
        score_form=sent.get("score") or desk.score_form(),
        outcome_form=sent.get("outcome") or desk.outcome_form(),
        correct_score=sent.get("correct_score") or desk.score_form(corrects=True),
        correct_outcome=sent.get("correct_outcome") or desk.outcome_form(corrects=True),
        correct_rows=sent.get("correct_rows") or desk.rows(),
        correct_why=sent.get("correct_why")
        or CorrectionForm(initial={"stopped_by_time": match.stopped_by_time}, auto_id="id_cg_%s"),
        correcting=sent.get("correcting", ""),
        stand_ins=stand_ins(request.actor, SlipAddress(desk.tournament.code, match.pk)) if running else [],
        conflict=desk.conflict,
        contradiction=desk.contradiction,
        revisions=[revision_words(revision, desk.names) for revision in view.revisions],
    )


def board_facts(view: MatchView) -> dict[str, Any]:
    """The boards where teams play by seat, of the match itself (`by_boards`) or of the one that a board belongs to, and
    what may be entered, taken back and corrected: on the boards, or of the match as a whole."""
    match, status = view.match, view.round.status
    team_match = match.team_match or match
    by_boards = view.tournament.is_by_seat and not match.is_board
    is_settled = match.is_board and is_declared(team_match)
    running = status == Round.Status.PUBLISHED and not is_settled
    in_order = bool(view.games) and view.games[-1].order_known
    found = boards_in(view.round, only={team_match.pk}) if status != DRAFT else {}
    boards = found.get(team_match.pk, [])
    return {
        "boards": boards,
        "is_level": is_level(team_match, [row.match for row in boards]),
        "by_boards": by_boards,
        "is_settled": is_settled,
        "can_enter": running and match.is_open,
        "can_undo": running and not by_boards and match.outcome == Match.Outcome.PLAYED and in_order,
        "can_clear": running and (is_declared(match) if by_boards else match.is_complete or bool(view.games)),
        "can_correct": status != DRAFT and (match.is_complete or status == Round.Status.COMPLETED),
    }


def _round_to_repair(view: MatchView) -> Round | None:
    """The running round that was paired before a result was corrected, on the page of a match of an earlier round."""
    newest = newest_round(view.tournament) if view.later_rounds else None
    return newest if newest is not None and is_repairable(newest) else None


def open_after(match: Match) -> list[Match]:
    """What is to be entered next: of a board the other one of its table, then the other tables of the round without a
    result, first those after this one, then those before it."""
    tables = open_tables(match.round)
    others = [other for other in tables if other.pk != (match.team_match_id or match.pk)]
    beside: list[Match] = []
    if match.is_board and len(others) < len(tables):
        boards = Match.everything.filter(team_match=match.team_match_id, is_complete=False).exclude(pk=match.pk)
        beside = list(boards.select_related("player1__player", "player2__player").order_by("board"))
    return beside + sorted(others, key=lambda other: (other.table or 0) <= (match.table or 0))


def quick_groups(view: MatchView) -> tuple[list[QuickScore], list[QuickScore], list[QuickScore]]:
    """The scores that get a button: won in full, ended early with a lead, drawn.

    None is below the recorded games, drawn ones included, and none is what they stand at: that has a button of its own.
    """
    state = view.state
    stands = QuickScore(state.wins1, state.wins2, state.draws)
    with_draws = [replace(score, draws=max(score.draws, state.draws)) for score in view.quick_scores]
    open_still = [
        score
        for score in dict.fromkeys(with_draws)
        if score.wins1 >= state.wins1 and score.wins2 >= state.wins2 and replace(score, closing=Closing.NONE) != stands
    ]
    drawn = [score for score in open_still if score.wins1 == score.wins2]
    full = [score for score in open_still if score.closing is Closing.NONE and score not in drawn]
    early = [score for score in open_still if score not in full and score not in drawn]
    return full, early, drawn


def game_words(desk: MatchDesk, game: Any, pack: Any) -> dict[str, Any]:
    """One recorded game in words: winner, chooser and choice, who started, ending, what a judge overrode."""
    names = dict(enumerate(desk.names, start=1))
    chose = {"first": _("%(name)s chose to go first"), "second": _("%(name)s chose to go second")}
    details = []
    if game.is_penalty:
        details.append(_("Lost by a penalty"))
    if not game.order_known:
        details.append(_("When it was played was not recorded"))
    if not game.details_known:
        details.append(_("Only the result is known"))
    if game.method:
        details.append(method_names(pack).get(game.method, game.method))
    if game.chooser_seat and game.choice:
        details.append(chose[game.choice] % {"name": names[game.chooser_seat]})
    elif game.chooser_seat:
        details.append(_("%(name)s had the choice") % {"name": names[game.chooser_seat]})
    if game.first_seat:
        details.append(_("%(name)s started") % {"name": names[game.first_seat]})
    if game.ending:
        details.append(ending_names(pack).get(game.ending, game.ending))
    if game.conceded:
        details.append(_("Conceded"))
    if game.stopped_by_time:
        details.append(_("Ended by time"))
    return {
        "game": game,
        "winner": names.get(game.winner_seat or 0, ""),
        "details": details,
        "override": game.override_reason,
    }


def revision_words(revision: MatchRevision, names: tuple[str, str]) -> dict[str, Any]:
    """One change of the match: before and after, who, when and why; in full if both read the same."""
    kept, given = (revision.before, revision.after), is_given(revision)
    before, after = (say_walk_over() if one else slip_words(slip, names) for slip, one in zip(kept, given, strict=True))
    changes = say_changes(slip_changes(revision.before, revision.after)) if before == after else ""
    return {"revision": revision, "before": before, "after": after, "changes": changes}


def outcome_words(outcome: str, winner_seat: int | None, names: tuple[str, str]) -> str:
    """A declared outcome with the name of the player it concerns."""
    chosen = f"{outcome}-{winner_seat}" if winner_seat else outcome
    return dict(outcome_choices(names, draws_allowed=True)).get(chosen) or str(Match.Outcome(outcome).label)


def slip_words(kept: dict[str, Any], names: tuple[str, str]) -> str:
    """A stored slip in a few words: the score in games, or the declared outcome."""
    games = kept.get("games", [])
    wins = [sum(game.get("winner_seat") == seat for game in games) for seat in (1, 2)]
    draws = sum(bool(game.get("is_draw")) for game in games)
    score = f"{wins[0]}–{wins[1]}–{draws}" if draws else f"{wins[0]}–{wins[1]}"
    if kept.get("outcome", Match.Outcome.PLAYED) != Match.Outcome.PLAYED:
        return outcome_words(kept["outcome"], kept.get("winner_seat"), names)
    if not games and not kept.get("is_complete"):
        return _("no result")
    return score if kept.get("is_complete") else _("%(score)s, open") % {"score": score}
