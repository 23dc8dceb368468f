"""What the accounts app does when somebody signs in, or an account ends, however it happens."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_save, pre_delete, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.players_here import CHOSEN, KEYS
from accounts.services import end_issued_links
from accounts.visitors import remember_sign_in


@receiver(user_logged_in)
def remember_browser(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """The browser is known to the account from now on, so that wrong passwords from elsewhere do not slow it down.

    Who signs in acts as the account's first player, not as a player of the browser that acted before.
    """
    if request is not None:
        remember_sign_in(request, user)
        if KEYS in request.session and user.players.exists():
            request.session.pop(CHOSEN, None)


RIGHTS = ("is_active", "is_staff", "is_superuser")
"""What lets an account see, or hand out links to, what is not its own."""


@receiver(pre_save, sender=User)
def notice_lost_rights(*, instance: User, update_fields: frozenset[str] | None, **more: Any) -> None:
    """Mark an account that is about to lose a right, whether by a page, the admin or a command."""
    saved = [right for right in RIGHTS if update_fields is None or right in update_fields]
    before = User.objects.filter(pk=instance.pk).values(*saved).first() if instance.pk and saved else None
    instance.loses_rights = any(had and not getattr(instance, right) for right, had in (before or {}).items())


@receiver(post_save, sender=User)
def end_links_with_lost_rights(*, instance: User, **more: Any) -> None:
    """End the links issued by an account that may no longer sign in, or is no longer a superuser or staff."""
    if instance.loses_rights:
        end_issued_links(issuer=instance)


@receiver(pre_delete, sender=User)
def end_links_of_deleted_account(*, instance: User, **more: Any) -> None:
    """Without its issuer a link would look like one that only the player knows."""
    end_issued_links(issuer=instance)
