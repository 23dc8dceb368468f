"""Routes of the workbook export."""

from django.urls import path

from tournaments.views import exporting

urlpatterns = [
    path("t/<slug:code>/export/", exporting.export_request, name="export_request"),
    path("export/<uuid:key>/", exporting.export_status, name="export_status"),
    path("export/<uuid:key>/file/", exporting.export_file, name="export_file"),
]
