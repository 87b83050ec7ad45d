# Django: raw() gives model instances, with the row's cursor as one more attribute.
import os

import django
from django.conf import settings
from django.db import DatabaseError, models

settings.configure(DATABASES={"default": {
    "ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"], "USER": os.environ["PGUSER"],
    "HOST": os.environ["PGHOST"], "PORT": os.environ["PGPORT"]}}, USE_TZ=True)
django.setup()


class Incident(models.Model):
    id = models.BigAutoField(primary_key=True)
    team = models.TextField()
    title = models.TextField()
    updated_at = models.DateTimeField()

    class Meta:
        app_label = "incidents"
        db_table = "incidents"
        managed = False

    @classmethod
    def page(cls, team, cursor=None, backward=False, limit=7):
        return list(cls.objects.raw(
            """SELECT (r.item).*, r.row_cursor, r.has_more
                 FROM keyset_rows(NULL::incidents, %s, %s, %s, %s, %s, %s) r""",
            ["updated_at DESC", cursor, limit, "team = $1", [team], backward]))


def show(way, page):
    for incident in page:
        print(f"{way} | {incident.id} | {incident.title}")


team, n, page = "o'neil \"ops\"", 1, Incident.page("o'neil \"ops\"")
show("forward 1", page)
while page[-1].has_more:
    n, page = n + 1, Incident.page(team, page[-1].row_cursor)
    show(f"forward {n}", page)

n, page = 1, Incident.page(team, page[0].row_cursor, backward=True)
show("back 1", page)
while page[0].has_more:
    n, page = n + 1, Incident.page(team, page[0].row_cursor, backward=True)
    show(f"back {n}", page)

try:
    Incident.page(team, "not-a-cursor")
except DatabaseError as error:
    print("error", error.__cause__.pgcode)
