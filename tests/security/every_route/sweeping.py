"""Comparing the routes of the site with the table of who may: what is missing, and who gets another answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tests.security.every_route.answers import ABSENT, IN, NOT_A_METHOD, Asker, no_pages
from tests.security.every_route.audiences import HELPERS, PLAYERS, WITHOUT_ACCOUNT, Audience
from tests.security.every_route.routes import API, Operation
from tests.security.every_route.site import ROLES

REST = "…"
"""Ends a line of the table for every route that begins so: a library's pages behind its own guard."""
REFUSED_BY_REST = ("visitor", "owner")
"""The roles that request the routes of such a line."""
AT_AN_EVENT = ("judge", "scorekeeper", "organiser", "owner", "player", "link", *HELPERS)
EVENT = "t/<code>/"
OBJECT = "_id"
NO_NUMBER = 99
"""A round or a version that does not exist on the site."""


def table_of(name: str) -> str:
    """The file that has the line of an operation."""
    return f"tests/security/every_route/who_may{'_by_api' if name.partition(' ')[2].startswith(API) else ''}.py"


def line_for(operation: Operation, table: Mapping[str, Audience]) -> Audience | None:
    """The line of the operation, or of the longest beginning in the table."""
    if operation.name in table:
        return table[operation.name]
    beginnings = [key for key in table if key.endswith(REST) and operation.name.startswith(key.removesuffix(REST))]
    return table[max(beginnings, key=len)] if beginnings else None


def stale_lines(operations: Iterable[Operation], table: Mapping[str, Audience]) -> list[str]:
    """Lines of the table without a route."""
    names = [operation.name for operation in operations]
    return [
        f"{table_of(key)}: no route answers to the line “{key}”; delete it."
        for key in table
        if not any(name == key or (key.endswith(REST) and name.startswith(key.removesuffix(REST))) for name in names)
    ]


def faults_of(operation: Operation, table: Mapping[str, Audience], asker: Asker) -> list[str]:
    """Everything wrong with one operation, in sentences that say what to do."""
    missing = [name for name in operation.parameters if name not in asker.site.values("site", operation)]
    if missing:
        return [f"{operation.name}: no value for <{missing[0]}>; add one in tests/security/every_route/site.py."]
    line = line_for(operation, table)
    with no_pages():
        if line is None:
            return list(_unlisted(operation, asker))
        return list(_differing(operation, line, asker, ROLES if operation.name in table else REFUSED_BY_REST))


def _unlisted(operation: Operation, asker: Asker) -> Iterator[str]:
    """A page's method that answers nobody needs no line; everything else does."""
    answer = asker.ask(operation, "site", operation.address(asker.site.values("site", operation)))
    if operation.is_stated or answer.word != NOT_A_METHOD:
        yield (
            f'{table_of(operation.name)} has no line for this operation; add\n    "{operation.name}": STAFF,\n'
            "with the audience that is meant to use it (audiences.py has them all)."
        )


def _differing(operation: Operation, line: Audience, asker: Asker, roles: Sequence[str]) -> Iterator[str]:
    asked = set()
    for role, target, values, expected in questions(operation, line, asker, roles):
        question = (role, operation.address(values), expected)
        if question in asked:
            continue
        asked.add(question)
        body = None if line.body is None else {name: _filled(sent, values) for name, sent in line.body.items()}
        answer = asker.ask(operation, role, operation.address(values), body)
        if answer.word != expected:
            yield (
                f"{operation.name}, {target}, as {role}: expected “{expected}”, got “{answer.word}” "
                f"({answer.status}). Correct the view, or its line in {table_of(operation.name)}."
            )
        if answer.written and (expected != IN or operation.method == "GET"):
            yield f"{operation.name}, {target}, as {role}: wrote to {', '.join(answer.written)}."


def questions(
    operation: Operation, line: Audience, asker: Asker, roles: Sequence[str]
) -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Who requests what, and the word for the expected answer.

    Every role requests what is its own; those of an event the other event's, where they are strangers; the players each
    other's entry; those who are let in the other event's objects below their own event's address, which do not exist
    there, the first of them a round or version that does not exist, and what belongs to another person.
    """
    site = asker.site
    names = set(operation.parameters)
    without_number = "number" in names
    for role in roles:
        if role == "floor_link" and not operation.route.startswith(EVENT):
            continue  # Answered as `judge_link`.
        own = site.values(role, operation)
        foreign = site.foreign_values(role, operation)
        expected = line.expected(role, at_event=operation.route.startswith(EVENT))
        yield role, "own", own, expected
        is_let_in = expected == IN
        if line.private:
            if is_let_in:
                yield role, "another person's", own | {key: foreign[key] for key in names}, ABSENT
            continue
        if role in AT_AN_EVENT and names & {"code", "registration_id", "season"}:
            stranger = "visitor" if role in WITHOUT_ACCOUNT else "manager"
            expected = IN if line.expected(stranger) == IN else line.refusal(role)
            yield role, "of the other event", foreign, expected
        if role in PLAYERS and "registration_id" in names and line.is_own_entry and is_let_in:
            neighbour = next(other for other in PLAYERS if other != role)
            entry = {"registration_id": site.own.entry_of(neighbour)}
            yield role, "another player's", own | entry, line.refusal(role)
        if without_number and is_let_in:
            without_number = False
            yield role, "of a number that there is none of", own | {"number": NO_NUMBER}, ABSENT
        crossed = {name: foreign[name] for name in names if name.endswith(OBJECT)}
        if crossed and is_let_in and names & {"code", "slug", "season"}:
            yield role, "of the other event, below the own one's address", own | crossed, ABSENT


def _filled(sent: Any, values: Mapping[str, Any]) -> Any:
    return sent.format(**values) if isinstance(sent, str) else sent
