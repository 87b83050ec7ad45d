# SQLAlchemy: a textual statement, told its columns, gives mapped objects, each with its cursor beside it.
from sqlalchemy import BigInteger, Boolean, Column, DateTime, Text, column, create_engine, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, declarative_base

Base = declarative_base()


class Incident(Base):
    __tablename__ = "incidents"
    id = Column(BigInteger, primary_key=True)
    team = Column(Text, nullable=False)
    title = Column(Text, nullable=False)
    updated_at = Column(DateTime(timezone=True), nullable=False)


ROWS = text(
    """SELECT (r.item).id, (r.item).team, (r.item).title, (r.item).updated_at, r.row_cursor, r.has_more
         FROM keyset_rows(NULL::incidents, :order, :cursor, :limit, :filter, :args, :backward) r"""
).columns(Incident.id, Incident.team, Incident.title, Incident.updated_at, column("row_cursor", Text),
          column("has_more", Boolean))
PAGE = select(Incident, ROWS.selected_columns.row_cursor, ROWS.selected_columns.has_more).from_statement(ROWS)


def page(session, team, cursor=None, backward=False, limit=7):
    return session.execute(PAGE, {
        "order": "updated_at DESC", "cursor": cursor, "limit": limit, "filter": "team = $1", "args": [team],
        "backward": backward}).all()


def show(way, rows):
    for incident, _, _ in rows:
        print(f"{way} | {incident.id} | {incident.title}")


team = "o'neil \"ops\""
with Session(create_engine("postgresql://")) as session:
    n, rows = 1, page(session, team)
    show("forward 1", rows)
    while rows[-1].has_more:
        n, rows = n + 1, page(session, team, rows[-1].row_cursor)
        show(f"forward {n}", rows)
    n, rows = 1, page(session, team, rows[0].row_cursor, backward=True)
    show("back 1", rows)
    while rows[0].has_more:
        n, rows = n + 1, page(session, team, rows[0].row_cursor, backward=True)
        show(f"back {n}", rows)
    try:
        page(session, team, "not-a-cursor")
    except DBAPIError as error:
        print("error", error.orig.pgcode)
