"""The tables of a database: made, and grown to the form they have today, forward only."""

from __future__ import annotations

from condotta.server.store.rows import Base

LOCK = 0x636F6E64
"""The number under which one server at a time looks whether the tables are to be grown."""

STEPS = (
    """
CREATE TABLE battle (
  id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  header BYTEA NOT NULL, dice BYTEA NOT NULL, host BYTEA NOT NULL,
  made BIGINT NOT NULL, touched BIGINT NOT NULL,
  turn INTEGER NOT NULL, phase TEXT NOT NULL, winners TEXT, archived INTEGER NOT NULL,
  waits TEXT NOT NULL
);
CREATE TABLE seat (
  battle TEXT NOT NULL, place INTEGER NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL,
  name TEXT NOT NULL, held TEXT NOT NULL, player TEXT NOT NULL, bot TEXT NOT NULL,
  secret BYTEA NOT NULL, person BYTEA NOT NULL, PRIMARY KEY (battle, seat)
);
CREATE TABLE batch (
  battle TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL, lines BYTEA NOT NULL,
  seat TEXT NOT NULL, command TEXT NOT NULL, said BYTEA NOT NULL, PRIMARY KEY (battle, start)
);
CREATE UNIQUE INDEX once ON batch (battle, seat, command) WHERE command <> '';
CREATE TABLE owner (person BYTEA PRIMARY KEY);
CREATE TABLE beside (battle TEXT PRIMARY KEY, said BYTEA NOT NULL);
CREATE TABLE server (
  number BIGINT PRIMARY KEY, address TEXT NOT NULL,
  secret TEXT NOT NULL, key BYTEA NOT NULL, until TIMESTAMPTZ NOT NULL
);
CREATE TABLE hold (battle TEXT PRIMARY KEY, server BIGINT NOT NULL);
CREATE INDEX held ON hold (server);
""",
)
"""What makes the tables of each version from those of the one before."""

JOIN = """
INSERT INTO server (number, address, secret, key, until)
VALUES (?, ?, ?, ?, now() + make_interval(secs => ?))
"""

LIVE = """
UPDATE server SET until = now() + make_interval(secs => ?) WHERE number = ? RETURNING number
"""

LIVING = "SELECT address, secret FROM server WHERE until > now() ORDER BY number"

TAKE = """
INSERT INTO hold (server, battle) SELECT ?, id FROM battle WHERE id = ?
ON CONFLICT (battle) DO UPDATE SET server = excluded.server
WHERE hold.server = excluded.server OR NOT EXISTS (
  SELECT 1 FROM server WHERE server.number = hold.server AND server.until > now()
) RETURNING server
"""
"""Hold a battle that is there, unless a server that lives holds it."""

HOLDER = """
SELECT server.address, server.secret, server.number
FROM hold JOIN server ON server.number = hold.server
WHERE hold.battle = ? AND server.until > now()
"""
"""The server that lives and holds a battle."""

MINE = "SELECT battle FROM hold WHERE battle = ANY(?) AND server = ?"
"""Those of some battles that a server holds."""

LEAVE = """
DELETE FROM hold WHERE battle IN (
  SELECT battle FROM hold WHERE battle = ANY(?) AND server = ? FOR UPDATE SKIP LOCKED
)
"""
"""Let others hold some battles, but for those that somebody looks after at this moment."""

FREE = """
SELECT id FROM battle
LEFT JOIN hold ON hold.battle = battle.id
LEFT JOIN server ON server.number = hold.server AND server.until > now()
WHERE server.number IS NULL AND winners IS NULL AND archived = 0 AND (
  EXISTS (SELECT 1 FROM seat WHERE seat.battle = battle.id AND seat.held = 'bot')
  OR EXISTS (SELECT 1 FROM beside WHERE beside.battle = battle.id)
) ORDER BY touched DESC LIMIT 10
"""
"""Some battles that nobody holds and that go on though nobody comes: by bots, clocks, notices."""


def grown(base: Base) -> bool:
    """Make the tables, or what they lack; whether they are newer than this program.

    One server does so at a time, all of it or nothing.
    """
    base.execute("BEGIN")
    base.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))
    base.execute("CREATE SCHEMA IF NOT EXISTS condotta")
    base.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
    row = base.execute("SELECT number FROM version").fetchone()
    if row is None:
        base.execute("INSERT INTO version VALUES (0)")
    version = 0 if row is None else int(row[0])
    for step in STEPS[version:]:
        base.execute(step)
    base.execute("UPDATE version SET number = ?", (max(version, len(STEPS)),))
    base.execute("COMMIT")
    return version > len(STEPS)
