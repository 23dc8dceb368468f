"""Making a draft in pods what the staff decided about it: who sits together in the round, and who does not."""

from __future__ import annotations

from contextlib import suppress

from accounts.actor import Actor
from tournaments.models import DecidedPair, Round, Tournament
from tournaments.pods.deciding import Decided, NoExchange, cheapest_exchange
from tournaments.queries.pod_drafts import pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.services.pod_exchange import PodSwap, exchange


def decided_for(tournament: Tournament, number: int) -> list[Decided]:
    """What is decided for a round, in the order in which it was."""
    rows = DecidedPair.objects.filter(tournament=tournament, number=number).order_by("pk")
    return [
        Decided(frozenset((one, two)), meets)
        for one, two, meets in rows.values_list("registration_a", "registration_b", "meets")
    ]


def make_so(actor: Actor, tournament: Tournament, round: Round, wanted: Decided) -> PodSwap | None:
    """Exchange two players of the draft so that it holds, at the least cost, where it does not yet. Raises
    `NoExchange`."""
    draft, others = pod_draft(round), [one for one in decided_for(tournament, round.number) if one != wanted]
    pair = cheapest_exchange(pod_field(tournament, round.number), draft.pods, draft.byes, wanted, others)
    facts = {} if wanted.together else {"for_apart": True}
    return exchange(actor, tournament, round, *pair, **facts) if pair is not None else None


def hold_decisions(actor: Actor, tournament: Tournament, round: Round) -> None:
    """Make a draft that was just seated what is decided about it; what no exchange reaches stays marked."""
    for wanted in decided_for(tournament, round.number):
        with suppress(NoExchange):
            make_so(actor, tournament, round, wanted)
