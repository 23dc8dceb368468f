"""The languages commands speak: Django's code for each word of `--lang`."""

LANGUAGES = {"zh": "zh-hans", "en": "en"}
