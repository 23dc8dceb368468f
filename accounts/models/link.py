from django.conf import settings
from django.db import models


class SignInLink(models.Model):
    """A link that signs one user in once and lets them set a password.

    Only the SHA-256 of its secret is stored. A link is spent by its first use and dead after `expires_at`. `issuer` is
    the superuser who handed it out; None for a link that the machine's own command printed.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    issuer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, editable=False, related_name="+"
    )
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"
