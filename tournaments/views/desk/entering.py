"""A typed line entered, about a match or a pod: what was taken, or the page it opens."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tournaments.forms.desk.typed_pod import PodKind, read_typed_pod
from tournaments.forms.desk.typed_result import TypedKind, TypedProblem, read_typed_result
from tournaments.models import Tournament
from tournaments.queries.origins import SlipAddress, match_of_slip, read_slip_address
from tournaments.views.desk.typed_lines import record, round_of_line, say_taken, table_of
from tournaments.views.desk.typed_pods import pod_at_table, record_typed_pod, say_pod_taken


@dataclass(frozen=True)
class EnteredLine:
    """What was taken, in words, and the key of the row that it concerns; or the page that the line `opens`."""

    table: int
    said: str = ""
    key: int = 0
    opens: str = ""


def enter_line(request: HttpRequest, tournament: Tournament, line: str) -> EnteredLine:
    """Carry out one line; the address of a slip, as a scanner types it, opens its match. Raises TypedProblem, and what
    the services refuse."""
    address = read_slip_address(line)
    if address is not None:
        return _open_slip(tournament, address)
    return _enter_pod(request, tournament, line) if tournament.is_in_pods else _enter_match(request, tournament, line)


def _open_slip(tournament: Tournament, address: SlipAddress) -> EnteredLine:
    """Raises TypedProblem `slip_of_another`, with the code of its event, or `slip_unknown`."""
    seated = match_of_slip(tournament, address)
    if seated is None:
        is_known = address.code == tournament.code or tournament.origins.filter(code=address.code).exists()
        raise TypedProblem("slip_unknown" if is_known else "slip_of_another", address.code)
    page = reverse("desk_pod" if address.is_pod else "desk_match", args=[tournament.code, seated.pk])
    return EnteredLine(seated.table or 0, opens=page)


def _enter_match(request: HttpRequest, tournament: Tournament, line: str) -> EnteredLine:
    read = read_typed_result(line)
    match = table_of(round_of_line(request, tournament), read.table, read.board)
    if read.kind is TypedKind.OPEN:
        return EnteredLine(read.table, opens=reverse("desk_match", args=[tournament.code, match.pk]))
    said = say_taken(record(request, match, read), read)
    return EnteredLine(read.table, said, match.team_match_id or match.pk)


def _enter_pod(request: HttpRequest, tournament: Tournament, line: str) -> EnteredLine:
    read = read_typed_pod(line)
    row = pod_at_table(round_of_line(request, tournament), read.table)
    if read.kind is PodKind.OPEN:
        return EnteredLine(read.table, opens=reverse("desk_pod", args=[tournament.code, row.pod.pk]))
    pod = record_typed_pod(request, row, read)
    return EnteredLine(read.table, say_pod_taken(tournament, pod, read), pod.pk)
