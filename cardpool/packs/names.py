"""What things are called in the site's two languages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Names:
    """What something is called, in the site's two languages."""

    zh: str
    en: str

    def in_language(self, language: str) -> str:
        """The name in the language of that key, `zh` or `en`."""
        return {"zh": self.zh, "en": self.en}[language]
