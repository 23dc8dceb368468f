"""What a page of the visitor's own tells the stream of an event: `{% load proofs %}`."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Registration
from tournaments.own_proof import prove_entry

register = template.Library()


@register.simple_tag
def proved_entries(own: Iterable[Registration]) -> SafeString:
    """The attributes that name the visitor's own entries, and what `proof_of_own` says of each."""
    keys = [entry.pk for entry in own]
    return format_html('data-own="{}" data-proofs="{}"', " ".join(map(str, keys)), " ".join(map(prove_entry, keys)))


@register.simple_tag
def proof_of_own(registration: Registration) -> str:
    """What a page of the visitor's own tells the stream with an entry, to hear of what is in no public page."""
    return prove_entry(registration.pk)
