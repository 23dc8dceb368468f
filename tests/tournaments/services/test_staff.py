"""Who is on an event's staff."""

import pytest

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import make_event, make_user, owner_of, staff_actor
from tournaments.models import StaffMember
from tournaments.services.staff import add_staff, remove_staff

pytestmark = pytest.mark.django_db


class TestStaff:
    def test_a_role_is_given_and_taken(self):
        tournament = make_event()
        make_user("Ling")
        owner = owner_of(tournament)
        member = add_staff(actor=owner, tournament_id=tournament.pk, username=" ling ", role="judge")
        assert (member.user.username, member.role) == ("Ling", "judge")
        with pytest.raises(Conflict, match="already_staff"):
            add_staff(actor=owner, tournament_id=tournament.pk, username="Ling", role="judge")
        remove_staff(actor=owner, tournament_id=tournament.pk, username="ling", role="judge")
        assert not StaffMember.objects.filter(pk=member.pk).exists()
        with pytest.raises(Refusal, match="not_staff"):
            remove_staff(actor=owner, tournament_id=tournament.pk, username="ling", role="judge")

    def test_the_last_owner_stays(self):
        tournament = make_event()
        owner = owner_of(tournament)
        with pytest.raises(Conflict, match="last_owner"):
            remove_staff(actor=owner, tournament_id=tournament.pk, username=owner.user.username, role="owner")
        make_user("second")
        add_staff(actor=owner, tournament_id=tournament.pk, username="second", role="owner")
        remove_staff(actor=owner, tournament_id=tournament.pk, username=owner.user.username, role="owner")
        assert [member.user.username for member in tournament.staff.all()] == ["second"]

    def test_unknown_people_and_roles_are_refused(self):
        tournament = make_event()
        owner = owner_of(tournament)
        with pytest.raises(Refusal) as refused:
            add_staff(actor=owner, tournament_id=tournament.pk, username="nobody", role="judge")
        assert (refused.value.code, refused.value.field) == ("no_such_user", "username")
        with pytest.raises(Refusal, match="no_such_role"):
            add_staff(actor=owner, tournament_id=tournament.pk, username="nobody", role="king")

    def test_only_owners_manage_staff_but_everybody_may_leave(self):
        tournament = make_event()
        judge = staff_actor(tournament, "judge")
        organiser = staff_actor(tournament, "organiser")
        with pytest.raises(NotAllowed):
            remove_staff(actor=organiser, tournament_id=tournament.pk, username=judge.user.username, role="judge")
        remove_staff(actor=judge, tournament_id=tournament.pk, username=judge.user.username, role="judge")
        assert not tournament.staff.filter(user=judge.user).exists()
