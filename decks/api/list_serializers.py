"""Serializers for lists sent as text or file, and for lists converted to another format."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from accounts.refusals import Refusal
from cardpool.intake.unreadable import UnreadableFile
from decks.exports.lists import ExportFormat
from decks.list_files import MAX_BYTES, file_list
from decks.text.listing import MAX_CHARACTERS

LINK = "link"
ANY_FORMAT = "A list in any format DuelDesk reads: its own text, PTCG Live, .ydk, ydke://, a table, a shared link."


class ListSourceSerializer(serializers.Serializer[Any]):
    """A list as `text`, or in a multipart request as a `file`."""

    text = Text(max_length=MAX_CHARACTERS, trim_whitespace=False, required=False, help_text=ANY_FORMAT)
    file = serializers.FileField(
        required=False, help_text="Text, CSV or XLSX in place of the text, in multipart/form-data only."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Put the file's list into `text`. Raises Refusal `list_text_or_file` and `list_file_unreadable`."""
        file = attrs.pop("file", None)
        if (file is None) == ("text" not in attrs):
            raise Refusal("list_text_or_file", field="text")
        if file is not None:
            try:
                attrs["text"] = file_list(file.read(MAX_BYTES + 1), str(file.name or ""))
            except UnreadableFile as mistake:
                name = str(file.name or "")
                raise Refusal(
                    "list_file_unreadable", reason=mistake.code, file=name, reason_facts=mistake.facts
                ) from mistake
        return attrs


class ConvertSerializer(ListSourceSerializer):
    """A list to write in another format; nothing is stored."""

    game = Text(max_length=60, help_text="The game's slug.")
    to = serializers.ChoiceField(choices=[*map(str, ExportFormat), LINK])
    language = serializers.ChoiceField(
        choices=["zh", "en"], required=False, help_text="Of headings and column names; the request's own without."
    )


class ConvertedSerializer(serializers.Serializer[Any]):
    """The list in the format asked for."""

    read_as = serializers.CharField(help_text="The format the list was recognised as.")
    format = serializers.CharField()
    text = serializers.CharField(allow_blank=True, help_text="The list, or the link; empty for a workbook.")
    content = serializers.CharField(allow_blank=True, help_text="A workbook's bytes in base64, else empty.")
    file_name = serializers.CharField(allow_blank=True)
    media_type = serializers.CharField(allow_blank=True)
    notices = serializers.ListField(child=serializers.JSONField())
