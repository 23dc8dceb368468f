"""What a password has to be, beyond Django's own validators."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator


class LengthValidator(MinimumLengthValidator):
    """Django's, with the sentence of its help text as the complaint: Django has no Chinese for its own complaint."""

    def get_error_message(self) -> str:
        """How long a password must be at least."""
        return str(self.get_help_text())
