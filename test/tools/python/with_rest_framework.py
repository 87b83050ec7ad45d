# Django REST framework: a pagination class in the place of CursorPagination. It pages the view's model by
# keyset_rows; the links carry the cursor and which way it leads.
import os

import django
from django.conf import settings

settings.configure(DATABASES={"default": {
    "ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"], "USER": os.environ["PGUSER"],
    "HOST": os.environ["PGHOST"], "PORT": os.environ["PGPORT"]}}, USE_TZ=True, ALLOWED_HOSTS=["*"],
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None, "DEFAULT_AUTHENTICATION_CLASSES": []})
django.setup()

from django.db import DatabaseError, connection, models  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402
from rest_framework.exceptions import NotFound  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.test import APIRequestFactory  # noqa: E402
from rest_framework.utils.urls import replace_query_param  # noqa: E402


class Incident(models.Model):
    id = models.BigAutoField(primary_key=True)
    team = models.TextField()
    title = models.TextField()
    updated_at = models.DateTimeField()

    class Meta:
        app_label = "incidents"
        db_table = "incidents"
        managed = False


class IncidentSerializer(serializers.ModelSerializer):
    class Meta:
        model = Incident
        fields = ["id", "team", "title", "updated_at"]


class KeysetPagination(pagination.BasePagination):
    page_size = 7

    def paginate_queryset(self, queryset, request, view=None):
        self.url = request.build_absolute_uri()
        table = connection.ops.quote_name(queryset.model._meta.db_table)
        self.after, self.before = request.query_params.get("after"), request.query_params.get("before")
        filter, args = view.keyset_filter(request)
        try:
            self.rows = list(queryset.model.objects.raw(
                f"""SELECT (r.item).*, r.row_cursor, r.has_more
                      FROM keyset_rows(NULL::{table}, %s, %s, %s, %s, %s, %s) r""",
                [view.ordering, self.before or self.after, self.page_size, filter, args, bool(self.before)]))
        except DatabaseError as error:
            if error.__cause__.pgcode.startswith("KP"):
                raise NotFound(str(error.__cause__.diag.message_primary), code=error.__cause__.pgcode)
            raise
        return self.rows

    def link(self, **cursor):
        url = self.url.split("?")[0]
        for name, value in cursor.items():
            url = replace_query_param(url, name, value)
        return url

    # Ahead, has_more of the last row tells; backward, of the first. The other way there is what we came from.
    def get_paginated_response(self, data):
        after, before = None, None
        if self.rows:
            if self.before or self.rows[-1].has_more:
                after = self.link(after=self.rows[-1].row_cursor)
            if self.rows[0].has_more if self.before else self.after:
                before = self.link(before=self.rows[0].row_cursor)
        return Response({"next": after, "previous": before, "results": data})


class IncidentList(generics.ListAPIView):
    queryset = Incident.objects.all()
    serializer_class = IncidentSerializer
    pagination_class = KeysetPagination
    ordering = "updated_at DESC"

    def keyset_filter(self, request):
        return "team = $1", ["o'neil \"ops\""]


view, factory = IncidentList.as_view(), APIRequestFactory()


def show(way, page):
    for incident in page["results"]:
        print(f"{way} | {incident['id']} | {incident['title']}")


n, page = 1, view(factory.get("/incidents")).data
show("forward 1", page)
while page["next"]:
    n, page = n + 1, view(factory.get(page["next"])).data
    show(f"forward {n}", page)
n = 0
while page["previous"]:
    n, page = n + 1, view(factory.get(page["previous"])).data
    show(f"back {n}", page)
print("error", view(factory.get("/incidents?after=not-a-cursor")).data["detail"].code)
