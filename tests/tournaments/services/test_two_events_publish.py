"""Two events of one hall that publish at the same tables at the same moment, on two real connections."""

import pytest

from tests.people_and_events import owner_of
from tests.running_events import pair, start_event
from tests.tournaments.services.test_tables_of_the_hall import of_one_maker
from tests.two_at_once import at_once, refusals
from tournaments.models import Round
from tournaments.services.locking import hold_tables
from tournaments.services.publishing import publish_confirmed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("confirmed", [False, True])
def test_the_second_is_asked_about_the_tables_of_the_first(confirmed):
    one, other = start_event(8), start_event(6, first_table=3)
    of_one_maker(one, other)
    first, second = pair(one), pair(other)
    outcome = at_once(
        lambda: hold_tables(one),
        lambda: publish_confirmed(actor=owner_of(one), round_id=first.pk, confirmed=confirmed),
        lambda: publish_confirmed(actor=owner_of(other), round_id=second.pk, confirmed=confirmed),
    )
    assert refusals(outcome) == ([] if confirmed else ["tables_in_use"])
    assert Round.objects.filter(status="published").count() == (2 if confirmed else 1)
