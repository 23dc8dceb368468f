from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import AgeGroup, GuardianConsent, Player
from tournaments.models.registration import Registration
from tournaments.models.tournament import Tournament


class JoinRequest(models.Model):
    """Somebody who wants to join and has to ask at the desk: the name is in the list, or the event has started.

    `is_past`: somebody with an account says that an entry of the event was theirs (`services.entries.past`); nobody new
    is entered then, and the question is that of `account` alone. `entry` is the entry with the name; None where nobody
    has it. `player` is whom the phone or the account that joins stood for already. `key_hash` is the SHA-256 of the
    secret by which the asking browser knows its requests.
    What was typed is what a new entry is made from; with a guardian's consent, if one was needed, in `consent_by` and
    `consent_contact`.

    `made` is the entry that the asker got, theirs from `collected_at` on: the phone then has its key. `keeps_link`: the
    link of before goes on working beside. `link_before` and `issuer_before` are of the link that a decision ended,
    `was_claimable` and `claimed_before` of the entry when its key was collected, to take the decision back.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for the desk")
        SAME = "same", pgettext_lazy("decision about a name", "The same person")
        OTHER = "other", pgettext_lazy("decision about a name", "Entered as another person")
        REFUSED = "refused", pgettext_lazy("decision about a name", "Refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("decision about a name", "Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="join_requests")
    entry = models.ForeignKey(
        Registration, null=True, blank=True, on_delete=models.PROTECT, related_name="join_requests"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="join_requests")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="past_entry_questions"
    )
    key_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    name = models.CharField(_("name"), max_length=80)
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    age_group = models.CharField(_("age group"), max_length=8, choices=AgeGroup, blank=True, default="", db_default="")
    public_name = models.CharField(_("public nickname"), max_length=80, blank=True)
    membership_id = models.CharField(_("player ID"), max_length=40, blank=True)
    team = models.CharField(_("team or club"), max_length=80, blank=True)
    division = models.CharField(_("division"), max_length=20, blank=True)
    consent_by = models.CharField(max_length=8, choices=GuardianConsent.GivenBy, blank=True)
    consent_contact = models.CharField(max_length=120, blank=True)
    asked_at = models.DateTimeField()
    is_past = models.BooleanField(_("about a past entry"), default=False, db_default=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_by = models.CharField(max_length=150, blank=True)
    made = models.ForeignKey(Registration, null=True, blank=True, on_delete=models.PROTECT, related_name="made_by_join")
    keeps_link = models.BooleanField(default=False)
    collected_at = models.DateTimeField(null=True, blank=True)
    link_before = models.CharField(max_length=64, blank=True, editable=False)
    issuer_before = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )

    was_claimable = models.BooleanField(default=False, db_default=False, editable=False)
    claimed_before = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["same", "other"], made__isnull=False)
                | Q(state__in=["open", "refused", "withdrawn"], made__isnull=True),
                name="join_request_made_where_accepted",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at=None) | ~Q(state="open") & Q(decided_at__isnull=False),
                name="join_request_decided_has_time",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="join_request_has_name"),
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="join_request_by_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_accepted(self) -> bool:
        """Whether the asker has got an entry."""
        return self.state in (self.State.SAME, self.State.OTHER)
