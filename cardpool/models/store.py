from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Store(models.Model):
    """Settings of the store for all its games. There is one row, or none while everything is as shipped.

    With `hides_demo_cards` the made-up cards of the shipped pools are in no pool: no page finds them, no list is judged
    with them. They stay in the database, and come back when they are shown again.
    """

    THE_ONE = 1

    hides_demo_cards = models.BooleanField(_("hides made-up demo cards"), default=False)

    class Meta:
        verbose_name = _("store")
        verbose_name_plural = _("stores")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="store_is_one")]

    def __str__(self) -> str:
        return "store"
