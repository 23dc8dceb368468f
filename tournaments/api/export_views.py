"""Endpoints of the workbook: requesting it, its progress, downloading it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base_view import Endpoint
from accounts.api.problems import problems
from accounts.languages import active_language
from tournaments import permissions
from tournaments.api.finding import tournament_of
from tournaments.downloads import workbook_response
from tournaments.models import Export
from tournaments.services.exporting import request_export


class ExportSerializer(serializers.ModelSerializer[Export]):
    """A workbook asked for: its state and progress in percent."""

    class Meta:
        model = Export
        fields = ["key", "state", "progress", "error", "created_at", "finished_at"]
        read_only_fields = fields


class ExportList(Endpoint):
    """Asking for the tournament's workbook in the request's language.

    Everybody who is not staff of the tournament gets the same file, as long as nothing has changed.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="exports_create",
        summary=_("Ask for the tournament's Excel file, in the language of the request."),
        tags=["export"],
        request=None,
        responses={202: ExportSerializer, **problems(403)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = tournament_of(code)
        export = request_export(actor=self.actor, tournament_id=tournament.pk, language=active_language())
        export.refresh_from_db()
        return Response(ExportSerializer(export).data, status=202)


class _OneExport(Endpoint):
    """One workbook; one with more than the public sees is found only by the person who asked for it."""

    permission_classes = [IsAuthenticated]

    def export_of(self, key: UUID) -> Export:
        export = get_object_or_404(Export.objects.select_related("tournament"), key=key, kind=Export.Kind.WORKBOOK)
        if not permissions.may_download(self.actor, export):
            raise Http404
        return export


class ExportDetail(_OneExport):
    """How far the workbook is; one with more than the public sees is shown only to the person who asked for it."""

    @extend_schema(
        operation_id="exports_retrieve",
        summary=_("Progress of the Excel file; for the person who asked for it."),
        tags=["export"],
        responses={200: ExportSerializer, **problems()},
    )
    def get(self, request: Request, key: UUID) -> Response:
        return Response(ExportSerializer(self.export_of(key)).data)


class ExportFile(_OneExport):
    """The finished workbook."""

    @extend_schema(
        operation_id="exports_file",
        summary=_("The finished Excel file."),
        tags=["export"],
        responses={
            (200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"): OpenApiResponse(
                OpenApiTypes.BINARY, description="The .xlsx file."
            ),
            **problems(),
        },
    )
    def get(self, request: Request, key: UUID, *args: Any) -> FileResponse:
        export = self.export_of(key)
        if export.state != Export.State.READY:
            raise Http404
        return workbook_response(export)
