from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cardpool.models.card import Card


class CardNote(models.Model):
    """A question about a card and the judges' answer (a Q&A entry), which overrules the rules (V1.9 1.1.1a).

    Never changed: a better answer is another row that names this one in `replaces`; `withdrawn_at` with `withdrawn_by`
    says who withdrew it. `source` is where the answer was published, empty for the store's own, and `answered_on` the
    day it was given.
    """

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="notes")
    question = models.TextField(_("question"), max_length=1000, blank=True)
    answer = models.TextField(_("answer"), max_length=2000)
    source = models.CharField(_("source"), max_length=300, blank=True)
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by", editable=False
    )
    written_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    written_by = models.CharField(max_length=150, blank=True)
    written_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("judge note")
        verbose_name_plural = _("judge notes")
        ordering = ["card", "id"]

    def __str__(self) -> str:
        return f"{self.card}: {self.question or self.answer}"[:80]
