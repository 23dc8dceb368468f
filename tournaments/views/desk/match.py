"""Entering and correcting the result of one match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import add_refusal
from accounts.refusals import Refusal
from tournaments.forms.desk.match import CorrectionForm, GameRow
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.audit import cut_moves_of, entries_by_key, moved_by
from tournaments.queries.cut_seeds import other_seeds
from tournaments.round_names import say_round
from tournaments.services import results
from tournaments.services.corrections import correct_match
from tournaments.services.reports import enter_report
from tournaments.services.result_inputs import OutcomeInput, ScoreInput
from tournaments.views.desk.access import attempt, desk_view, done, way_back, whole_number
from tournaments.views.desk.match_page import MatchDesk, open_match_desk, show_match
from tournaments.wording import say_refusal
from tournaments.wording.audit import say_moves
from tournaments.wording.cut_seeds import say_other_seeds
from tournaments.wording.rulings import pack_words

STALE = "match_changed"


@require_safe
@desk_view(Action.RECORD_RESULTS)
def match(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The result screen."""
    return show_match(request, open_match_desk(tournament, match_id))


def version_of(request: HttpRequest) -> int:
    """The version of the match the visitor saw, from the form or, for undoing, from the address."""
    return whole_number(request.POST.get("version") or request.GET.get("version"))


def seen_by(request: HttpRequest, match_id: int) -> dict[str, Any]:
    """The actor, the match and the version seen: what every service of a result takes."""
    return {"actor": request.actor, "match_id": match_id, "expected_version": version_of(request)}


def page_of(tournament: Tournament, match_id: int) -> str:
    return reverse("desk_match", args=[tournament.code, match_id])


def refused(
    request: HttpRequest,
    then: MatchDesk,
    refusal: Refusal,
    form: Any,
    keep: Callable[[MatchDesk], dict[str, Any]],
) -> HttpResponse:
    """The page with the match as it is now, what was typed and the reason why it was not saved.

    A stale form says what changed and by whom, and can be sent again as it is; a record against a rule that a judge may
    override gets a field for the reason.
    """
    desk = open_match_desk(then.tournament, then.match.pk)
    if refusal.code == STALE:
        desk.conflict = say_refusal(refusal)
    elif refusal.facts.get("overridable"):
        desk.contradiction = say_refusal(refusal)
        form.fields["override_reason"].required = True
        if "override_reason" in request.POST:  # The field was shown and was left empty.
            form.add_error("override_reason", _("Write down why the record is kept against the rule."))
    else:
        add_refusal(form, refusal, say_refusal)
    desk.sent = keep(desk)
    return show_match(request, desk, status=409 if desk.conflict else 422)


@require_POST
@desk_view(Action.RECORD_RESULTS)
def game(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """The next game."""
    desk = open_match_desk(tournament, match_id)
    form = desk.game_form(request.POST)
    if not form.is_valid():
        desk.sent = {"game": form}
        return show_match(request, desk, status=422)
    answer = attempt(
        results.record_game,
        **seen_by(request, match_id),
        game=form.game(),
        override_reason=form.cleaned_data["override_reason"],
    )
    if isinstance(answer, Refusal):
        return refused(request, desk, answer, form, lambda now: keep_game(now, form))
    number = len(desk.view.games) + 1
    return done(
        request,
        _("%(Game)s %(number)d is recorded.") % {**pack_words(desk.pack), "number": number},
        then=page_of(tournament, match_id),
        undo=f"{reverse('desk_match_undo', args=[tournament.code, match_id])}?version={version_of(request) + 1}",
    )


def keep_game(now: MatchDesk, form: Any) -> dict[str, Any]:
    """What was typed; for a match that was decided in the meantime, as one more line of its correction."""
    if not now.match.is_complete:
        return {"game": form}
    typed = {name: form[name].value() for name in form.fields if name != "override_reason"}
    return {"correct_rows": now.rows(more=typed), "correcting": "games"}


@require_POST
@desk_view(Action.RECORD_RESULTS)
def score(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """A final score, by a button (`score` = `2-1-0`) or by numbers."""
    desk = open_match_desk(tournament, match_id)
    sent = request.POST.copy()
    parts = sent.get("score", "").split("-")
    if len(parts) == 3:
        sent["wins1"], sent["wins2"], sent["draws"] = parts
    form = desk.score_form(sent)
    if not form.is_valid():
        desk.sent = {"score": form}
        return show_match(request, desk, status=422)
    answer = attempt(results.record_score, **seen_by(request, match_id), **form.cleaned_data)
    if isinstance(answer, Refusal):
        return refused(request, desk, answer, form, lambda now: keep_score(now, form, sent))
    return recorded(request, desk)


@require_POST
@desk_view(Action.RECORD_RESULTS)
def enter_reported(request: HttpRequest, tournament: Tournament, match_id: int, registration_id: int) -> HttpResponse:
    """What one of the players reported, with the games as far as they were reported, by one press."""
    desk = open_match_desk(tournament, match_id)
    enter_report(**seen_by(request, match_id), registration_id=registration_id)
    return recorded(request, desk, then=way_back(request, page_of(tournament, match_id)))


def keep_score(now: MatchDesk, form: Any, sent: Any) -> dict[str, Any]:
    """What was typed; for a match that was decided in the meantime, as a correction that still needs its reason."""
    if not now.match.is_complete:
        return {"score": form}
    return {"correct_score": now.score_form(sent, corrects=True), "correcting": "score"}


@require_POST
@desk_view(Action.RECORD_RESULTS)
def outcome(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """A result that no games decide."""
    desk = open_match_desk(tournament, match_id)
    form = desk.outcome_form(request.POST)
    if not form.is_valid():
        desk.sent = {"outcome": form}
        return show_match(request, desk, status=422)
    reason = form.cleaned_data["reason"]
    answer = attempt(results.record_outcome, **seen_by(request, match_id), reason=reason, **form.declared())
    if isinstance(answer, Refusal):
        return refused(request, desk, answer, form, lambda now: keep_outcome(now, form, request.POST))
    return recorded(request, desk)


def keep_outcome(now: MatchDesk, form: Any, sent: Any) -> dict[str, Any]:
    """What was typed; for a match that was decided in the meantime, as a correction."""
    if not now.match.is_complete:
        return {"outcome": form}
    return {"correct_outcome": now.outcome_form(sent, corrects=True), "correcting": "outcome"}


def recorded(request: HttpRequest, desk: MatchDesk, *, then: str = "") -> HttpResponse:
    """The result is in; if the slip was empty before, clearing it undoes that. `then` is the page to go on with."""
    keys = [desk.tournament.code, desk.match.pk]
    undo = f"{reverse('desk_match_clear', args=keys)}?version={version_of(request) + 1}"
    return done(
        request,
        _("The result is recorded."),
        then=then or page_of(desk.tournament, desk.match.pk),
        undo="" if desk.view.games else undo,
    )


@require_POST
@desk_view(Action.RECORD_RESULTS)
def end_on_time(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Time is up: the match counts as it is."""
    desk = open_match_desk(tournament, match_id)
    results.end_match_on_time(**seen_by(request, match_id))
    said = _("The %(match)s ended on time, as it stood.") % pack_words(desk.pack)
    return done(request, said, then=page_of(tournament, match_id))


@require_POST
@desk_view(Action.RECORD_RESULTS)
def undo_game(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Remove the last game."""
    desk = open_match_desk(tournament, match_id)
    results.undo_last_game(**seen_by(request, match_id))
    said = _("The last %(game)s is taken off.") % pack_words(desk.pack)
    return done(request, said, then=page_of(tournament, match_id))


@require_POST
@desk_view(Action.RECORD_RESULTS)
def clear(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Empty the slip; its content stays in the history."""
    open_match_desk(tournament, match_id)
    results.clear_result(**seen_by(request, match_id), reason=request.POST.get("reason", ""))
    return done(request, _("The result is cleared; the history keeps it."), then=page_of(tournament, match_id))


@require_POST
@desk_view(Action.CORRECT_RESULTS)
def correct(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Replace a result by another, given as a score, an outcome or all its games; `kind` says which."""
    desk = open_match_desk(tournament, match_id)
    kind = request.POST.get("kind", "")
    if kind == "games":
        return correct_games(request, desk)
    kind = "outcome" if kind == "outcome" else "score"
    bind = desk.outcome_form if kind == "outcome" else desk.score_form
    form = bind(request.POST, corrects=True)
    if not form.is_valid():
        desk.sent = {f"correct_{kind}": form, "correcting": kind}
        return show_match(request, desk, status=422)
    return corrected(request, desk, form, {f"correct_{kind}": form, "correcting": kind}, **corrected_result(kind, form))


def corrected_result(kind: str, form: Any) -> dict[str, Any]:
    """The corrected result in the service's form."""
    if kind == "outcome":
        return {"outcome": OutcomeInput(**form.declared())}
    score = {name: form.cleaned_data[name] for name in ("wins1", "wins2", "draws", "stopped_by_time")}
    return {"score": ScoreInput(**score)}


def correct_games(request: HttpRequest, desk: MatchDesk) -> HttpResponse:
    """All games of the match written again."""
    rows: list[GameRow] = desk.rows(request.POST)
    why = CorrectionForm(request.POST, auto_id="id_cg_%s")
    sent = {"correct_rows": rows, "correct_why": why, "correcting": "games"}
    if not all([why.is_valid(), *(row.is_valid() for row in rows)]):
        desk.sent = sent
        return show_match(request, desk, status=422)
    return corrected(
        request,
        desk,
        why,
        sent,
        games=[row.game() for row in rows if row.is_filled],
        stopped_by_time=why.cleaned_data["stopped_by_time"],
        override_reason=why.cleaned_data["override_reason"],
    )


def corrected(request: HttpRequest, desk: MatchDesk, form: Any, sent: dict[str, Any], **result: Any) -> HttpResponse:
    """Save the correction; if it is refused, the page keeps what was typed."""
    tournament, match_id = desk.tournament, desk.match.pk
    reason = form.cleaned_data["reason"]
    answer = attempt(correct_match, **seen_by(request, match_id), reason=reason, **result)
    if isinstance(answer, Refusal):
        return refused(request, desk, answer, form, lambda now: sent)
    said = [_("The result is corrected; the standings follow."), *say_cut_moves(answer)]
    seeds = other_seeds(tournament) if answer.round.stage == Round.Stage.SWISS else None
    if seeds is not None:
        said += [_("The top cut was seeded before that; by the standings now:"), *say_other_seeds(seeds)]
        said.append(_("The page of its round says what can be done."))
    return done(request, " ".join(said), then=page_of(tournament, match_id))


def say_cut_moves(corrected: Match) -> list[str]:
    """Who moved in the top cut by a correction, round by round, with names as staff read them."""
    said = []
    for repair in cut_moves_of(corrected):
        moves = moved_by(repair)
        entries = entries_by_key(repair.round.tournament, [key for key, _before, _after in moves])
        moved = say_moves(moves, {key: entry.entered_name for key, entry in entries.items()})
        words = {"round": say_round(repair.round), "moved": moved}
        said.append(_("%(round)s: moved are %(moved)s. Everybody concerned has a notice.") % words)
    return said
