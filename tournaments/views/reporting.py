"""A player reports the result of their own match: one tap for the score, one for confirming the other player's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.players_here import phone_of
from accounts.refusals import Conflict, Refusal
from tournaments.models import Match, Pod, PodReport, Registration, ResultReport, Round
from tournaments.play.reported_games import SaidGame
from tournaments.queries.boards import board_under_way, is_decided_as_whole
from tournaments.queries.checks import match_under_way, running_round
from tournaments.queries.late_reports import contradicts_result
from tournaments.queries.pod_reports import own_pod_report
from tournaments.queries.pods import pod_of
from tournaments.queries.reports import own_report, read_said, said_in
from tournaments.services.pod_reports import report_pod
from tournaments.services.press_order import BY_HAND, NOT_COUNTED, Press
from tournaments.services.reports import report_game, report_own_score
from tournaments.views.desk.access import way_back
from tournaments.views.my import own_entry
from tournaments.wording import say_refusal

_NUMBER = re.compile(r"\d{1,18}")
_PLACE = re.compile(r"([0-9]{1,18}):([1-4])")
_SCORE = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{1,2})")
_PRESSED = re.compile(r"[0-9]{1,15}")
_PHONE = "tournaments.reporting.phone"
_KEY = re.compile(r"[0-9A-Za-z-]{1,64}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, registration_id: int) -> HttpResponse:
    """Report a score, or a game, as the player says it; a GET of htmx's is answered with how it stands.

    To a report that a script sends, with the header `X-Report`, the answer is JSON: what became of it, in words. A GET
    with it is answered with the token that the service worker sends along, as it sees no cookies.
    """
    is_scripted = "X-Report" in request.headers
    if request.method != "POST":
        entry = own_entry(request, registration_id, members=True)
        return JsonResponse({"token": get_token(request)}) if is_scripted else stand(request, entry)
    if not is_scripted:
        taken = take(request, registration_id)
        if taken.is_late:
            return _say_beside(request, taken.words)
        return stand(request, own_entry(request, registration_id, members=True))
    try:
        return JsonResponse({"words": take(request, registration_id).words})
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.code, "words": say_refusal(refusal)}, status=refusal.http_status)


@dataclass(frozen=True)
class Taken:
    """What became of a report, in a sentence for its player. `is_late`: the match had its result, or its round was
    over, so that the form says nothing of it."""

    words: str
    is_late: bool = False


def _say_beside(request: HttpRequest, words: str) -> HttpResponse:
    """Say it above the page that the report came from, which shows another match by now, or none."""
    notices.done(request, words)
    if not request.htmx:
        return redirect(way_back(request, reverse("my_page")))
    answer = render(request, "components/messages.html")
    answer["HX-Retarget"] = "#messages"
    answer["HX-Reswap"] = "outerHTML show:window:top"
    return answer


def take(request: HttpRequest, registration_id: int) -> Taken:
    """Carry out what was sent, about the match or pod that it names.

    Whose entry it is, the service asks when it looks for the match; only where that fails it is asked once more, so
    that somebody else's entry is not found, whatever was sent. A match that was the entry's and is not any more was
    paired otherwise in the meantime.
    """
    if "pod" in request.POST:
        entry = own_entry(request, registration_id, members=True)
        return Taken(say_pod(take_pod(request, entry)))
    try:
        report = take_match(request, registration_id)
        return Taken(say_outcome(report), is_late=_is_late(report))
    except Refusal as refusal:
        own_entry(request, registration_id, members=True)
        if refusal.code == "no_such_match" and _against(request.POST) is not None:
            raise Conflict("opponent_changed") from None
        raise


def take_match(request: HttpRequest, registration_id: int) -> ResultReport:
    """Report the score of a match, or a game of it."""
    sent, key = request.POST, _key(request.POST)
    number = sent.get("match", "")
    if not _NUMBER.fullmatch(number):
        raise Refusal("no_such_match")
    if "take_back" in sent or "game" in sent:
        place = sent.get("take_back", "") or sent.get("game", "")
        if not _NUMBER.fullmatch(place):
            raise Refusal("no_such_score")
        game = None if "take_back" in sent else _game(sent)
        return report_game(
            actor=request.actor,
            registration_id=registration_id,
            match_id=int(number),
            number=int(place),
            game=game,
            key=key,
            against=_against(sent),
            press=_press(request, number),
        )
    found = _SCORE.fullmatch(sent.get("score", ""))
    if found is None:
        raise Refusal("no_such_score")
    won, lost, drawn = map(int, found.groups())
    return report_own_score(
        actor=request.actor,
        registration_id=registration_id,
        match_id=int(number),
        score=(won, lost, drawn),
        key=key,
        against=_against(sent),
        press=_press(request, number),
    )


def take_pod(request: HttpRequest, entry: Registration) -> PodReport:
    """Report the places of a pod: `places` of one press, or a place of each player."""
    sent = request.POST
    number = sent.get("pod", "")
    pods = Pod.objects.filter(seats__registration=entry)
    pod = pods.filter(pk=int(number)).first() if _NUMBER.fullmatch(number) else None
    if pod is None:
        raise Refusal("no_such_pod")
    press = _press(request, f"pod {number}")
    return report_pod(actor=request.actor, pod_id=pod.pk, places=_places(sent), key=_key(sent), press=press)


def _places(sent: QueryDict) -> dict[int, int]:
    """Places by entry; who has none yet is left out."""
    lines = [f"{name.removeprefix('place-')}:{sent.get(name, '')}" for name in sent if name.startswith("place-")]
    lines += sent.get("places", "").split(",") if "places" in sent else []
    found = [_PLACE.fullmatch(line) for line in lines if not line.endswith(":")]
    if any(one is None for one in found):
        raise Refusal("no_such_score")
    return {int(one[1]): int(one[2]) for one in found if one is not None}


def _key(sent: QueryDict) -> str:
    key = sent.get("key", "")
    return key if _KEY.fullmatch(key) else ""


def _press(request: HttpRequest, about: str) -> Press:
    """The number that the phone's script gave this press. Of the phone's name a text is kept that is another one for
    each match. A browser that stands for no player reports nothing, and gets no session for it."""
    number = request.POST.get("pressed", "")
    if not number and "X-Report" not in request.headers:
        return BY_HAND
    if not request.actor.player_keys or not _PRESSED.fullmatch(number):
        return NOT_COUNTED
    return Press(salted_hmac(_PHONE, f"{phone_of(request.session)} {about}").hexdigest()[:32], int(number))


def _against(sent: QueryDict) -> int | None:
    """The opponent whom the page named where the button was pressed; pages of an earlier release name none."""
    number = sent.get("against", "")
    return int(number) if _NUMBER.fullmatch(number) else None


def _game(sent: QueryDict) -> SaidGame:
    try:
        return read_said({**sent.dict(), "conceded": sent.get("conceded") == "on"})
    except (KeyError, ValueError):
        raise Refusal("no_such_score") from None


def say_outcome(report: ResultReport) -> str:
    """What became of a report, in a sentence for its player."""
    match = report.match
    if match is None:
        return _("The result is entered.")
    if is_decided_as_whole(match) and not report.is_superseded:
        return _(
            "The match of the teams was decided as a whole, and that stands. "
            "Your report is kept; tell the desk if it is wrong."
        )
    if match.is_complete and not report.is_superseded:
        return _say_late(report, match)
    if report.version != match.version and not match.is_complete:
        return _("The match was changed since. Look at it, and report again.")
    if report.is_superseded:
        return _superseded()
    if match.report_state == Match.ReportState.DISPUTED:
        return _("The other player reported something else. A judge is called; leave the table as it is.")
    if not report.is_final:
        return _("The game is reported. Go on with the next one.")
    return _("Your report has arrived. It counts once the other player has confirmed it.")


def _is_late(report: ResultReport) -> bool:
    """Whether the match had its result already, or its round was over."""
    match = report.match
    if match is None or match.round.status != Round.Status.PUBLISHED:
        return True
    return is_decided_as_whole(match) or (match.is_complete and report.version == match.version)


def _superseded() -> str:
    return _("You reported again after this. The later report counts.")


def _say_late(report: ResultReport, match: Match) -> str:
    """The same of a report about a match that has its result."""
    said, entry = said_in(report), next(one for one in match.entries if one.pk == report.registration_id)
    if said is not None and contradicts_result(match, entry, said):
        if match.report_state == Match.ReportState.DISPUTED and match.round.status == Round.Status.PUBLISHED:
            return _("Another result is entered already. Your report is kept and a judge is called; the result stands.")
        return _("Another result is entered, and stands. Your report is kept; tell the desk if the result is wrong.")
    if report.version == match.version:
        return _("The result was already entered so.")
    return _("The result is entered.")


def say_pod(report: PodReport) -> str:
    """What became of a report of a pod, in a sentence for its player."""
    if report.is_superseded:
        return _superseded()
    pod = report.pod
    assert pod is not None
    pod.refresh_from_db()
    if pod.report_state == Pod.ReportState.DISPUTED:
        return _("Another player reported something else. A judge is called; leave the table as it is.")
    if pod.is_complete:
        return _("The result is entered.")
    return _("Your report has arrived. It counts once more than half of the pod have said the same.")


def stand(request: HttpRequest, entry: Registration) -> HttpResponse:
    """How the match's reports stand, for htmx (204 where `seen` still holds); otherwise the page of the button."""
    if request.htmx and entry.tournament.is_in_pods:
        return stand_of_pod(request, entry)
    if request.htmx:
        match = board_under_way(entry) if entry.is_member else match_under_way(entry)
        own = own_report(entry, match)
        if own is not None and own.stand == request.GET.get("seen"):
            return HttpResponse(status=204)
        facts = {"own_report": own, "entry": entry, "here": way_back(request, reverse("my_page"))}
        return render(request, "tournaments/public/_report.html", facts | {"was_asked": True, "match": match})
    return redirect(way_back(request, reverse("my_page")))


def stand_of_pod(request: HttpRequest, entry: Registration) -> HttpResponse:
    """The same for the player of a pod."""
    round = running_round(entry.tournament)
    if round is not None:
        round.tournament = entry.tournament
    row = pod_of(entry, round) if round is not None else None
    own = own_pod_report(entry, row)
    if own is not None and own.stand == request.GET.get("seen"):
        return HttpResponse(status=204)
    facts = {"own": own, "entry": entry, "here": way_back(request, reverse("my_page"))}
    pod = row.pod if row is not None else None
    return render(request, "tournaments/public/_pod_report.html", facts | {"was_asked": True, "pod": pod})
