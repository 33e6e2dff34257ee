"""Classes on disk: what has been acknowledged is here, and what has ended is not.

One SQLite database in a folder of its own, used by one server at a time. A batch of acts is one transaction, on the
disk (``synchronous=FULL``) before anybody is answered. Whatever is deleted is overwritten (``secure_delete``), and the
write-ahead log, which may have held it as well, is cut to nothing.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicebingo.classroom.events import Event
from dicebingo.errors import InputError, quote

FILE = "classes.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS classes (code TEXT PRIMARY KEY, born REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    code TEXT, number INTEGER, kind TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
    code TEXT, key TEXT, role TEXT NOT NULL, pupil INTEGER NOT NULL, PRIMARY KEY (code, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS requests (
    code TEXT, owner TEXT, request TEXT, body TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (code, owner, request)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reports (
    code TEXT, round INTEGER, content TEXT NOT NULL, PRIMARY KEY (code, round)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ended (code TEXT PRIMARY KEY, at REAL NOT NULL, last TEXT NOT NULL) WITHOUT ROWID;
"""
_OF_A_CLASS = ("classes", "events", "keys", "requests", "reports")

Request = tuple[str, str]
"""Whose request it is (a key, or a hash of an address), and its id."""


@dataclass(slots=True)
class KeptClass:
    """All that is kept of a class."""

    born: float
    events: list[Event] = field(default_factory=list)
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    requests: dict[Request, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    reports: dict[int, dict[str, Any]] = field(default_factory=dict)


@dataclass(slots=True)
class Additions:
    """What a batch of acts adds to a class: a key that is None is no longer one."""

    born: float | None = None
    events: list[Event] = field(default_factory=list)
    keys: dict[str, tuple[str, int] | None] = field(default_factory=dict)
    requests: dict[Request, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    reports: dict[int, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """What is known of a class that has ended: when, and the request that ended it, by a hash of its key."""

    at: float
    last: dict[str, Any]


def _opened(path: Path) -> sqlite3.Connection:
    """Return the database, ready and for this process alone; one that cannot be used is closed again."""
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
            db.execute(f"PRAGMA {setting}").fetchall()
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
    except sqlite3.Error:
        db.close()
        raise
    return db


class Store:
    """The database; one thread at a time may use it."""

    def __init__(self, folder: str) -> None:
        path = Path(folder)
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(path / FILE, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = _opened(path / FILE)
        except (OSError, sqlite3.Error) as error:
            used = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            expected = "a folder for classes that no other server uses" if used else "a folder for classes"
            why = getattr(error, "strerror", None) or error  # which does not repeat the path
            raise InputError(f"expected {expected}, got {quote(folder)} ({why})") from None

    def load(self) -> tuple[dict[str, KeptClass], dict[str, Ended]]:
        """Return all classes by their codes, and those that have ended."""
        rows = self._db.execute
        classes = {code: KeptClass(born) for code, born in rows("SELECT code, born FROM classes ORDER BY born")}
        for code, number, kind, data in rows("SELECT code, number, kind, data FROM events ORDER BY code, number"):
            classes[code].events.append(Event.read(number, kind, json.loads(data)))
        for code, key, role, pupil in rows("SELECT code, key, role, pupil FROM keys"):
            classes[code].keys[key] = role, pupil
        for code, owner, request, body, answer in rows("SELECT code, owner, request, body, answer FROM requests"):
            classes[code].requests[owner, request] = body, json.loads(answer)
        for code, number, content in rows("SELECT code, round, content FROM reports"):
            classes[code].reports[number] = json.loads(content)
        ended = {code: Ended(at, json.loads(last)) for code, at, last in rows("SELECT code, at, last FROM ended")}
        return classes, ended

    def write(self, added: dict[str, Additions], ended: dict[str, Ended], forgotten: Iterable[str] = ()) -> None:
        """Write a batch, all or nothing: additions, and which classes are deleted."""
        rows: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for code, new in added.items():
            if new.born is not None:
                rows["INSERT INTO classes VALUES (?, ?)"].append((code, new.born))
            rows["INSERT INTO events VALUES (?, ?, ?, ?)"] += (
                (code, event.number, event.kind, json.dumps(event.data)) for event in new.events
            )
            for key, viewer in new.keys.items():
                if viewer is None:
                    rows["DELETE FROM keys WHERE code = ? AND key = ?"].append((code, key))
                else:
                    rows["INSERT INTO keys VALUES (?, ?, ?, ?)"].append((code, key, *viewer))
            rows["INSERT INTO requests VALUES (?, ?, ?, ?, ?)"] += (
                (code, *request, body, json.dumps(answer)) for request, (body, answer) in new.requests.items()
            )
            rows["INSERT OR REPLACE INTO reports VALUES (?, ?, ?)"] += (
                (code, number, json.dumps(content)) for number, content in new.reports.items()
            )
        for code, one in ended.items():
            for table in _OF_A_CLASS:
                rows[f"DELETE FROM {table} WHERE code = ?"].append((code,))
            rows["INSERT OR REPLACE INTO ended VALUES (?, ?, ?)"].append((code, one.at, json.dumps(one.last)))
        rows["DELETE FROM ended WHERE code = ?"] += ((code,) for code in forgotten)
        self._transact(rows)
        if ended:
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _transact(self, rows: dict[str, list[tuple[Any, ...]]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for statement, values in rows.items():
                self._db.executemany(statement, values)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the database."""
        self._db.close()
