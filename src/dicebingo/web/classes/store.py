"""Classes on disk: every acknowledged act is stored, and a class is deleted when it ends.

There is one SQLite database, in a separate folder, which only one server uses at a time. A batch of acts is one
transaction, which is written to disk (``synchronous=FULL``) before any act is answered. Deleted data is overwritten
(``secure_delete``), and the write-ahead log, which may also have contained it, is truncated. If the disk is full, the
log is truncated once there is room; a server that restarts truncates the log first.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from dicebingo.classroom.events import Event
from dicebingo.errors import DiceBingoError, InputError, quote
from dicebingo.json_form import JsonObject

FILE = "classes.sqlite"
SYNCHRONOUS = "FULL"
"""With this setting, SQLite writes every act to disk before confirming it."""
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
"""The owner of a request (a key, or a hash of an address), and its id."""
Rows = dict[str, list[tuple[object, ...]]]
"""The rows to write, grouped by SQL statement."""


@dataclass(slots=True)
class StoredClass:
    """A class as stored in the database."""

    born: float
    events: list[Event] = field(default_factory=list)
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    requests: dict[Request, tuple[str, JsonObject]] = field(default_factory=dict)
    reports: dict[int, JsonObject] = field(default_factory=dict)


@dataclass(slots=True)
class Additions:
    """The changes that a batch of acts makes to a class; keys that map to None are deleted."""

    born: float | None = None
    events: list[Event] = field(default_factory=list)
    keys: dict[str, tuple[str, int] | None] = field(default_factory=dict)
    requests: dict[Request, tuple[str, JsonObject]] = field(default_factory=dict)
    reports: dict[int, JsonObject] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """A record of an ended class: the time, the request that ended the class, and a hash of the request's key."""

    at: float
    last: JsonObject


def _opened(path: Path) -> sqlite3.Connection:
    """Open the database for this process alone."""
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
    try:
        for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "secure_delete=ON"):
            db.execute(f"PRAGMA {setting}").fetchall()
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
    except sqlite3.Error:
        db.close()
        raise
    return db


def log(text: str) -> None:
    """Write one line to the server's log, ignoring errors: the log may be on the same full disk."""
    with suppress(OSError):
        print(f"dicebingo: {' '.join(text.split())}", file=sys.stderr, flush=True)  # noqa: T201  (the log)


class Store:
    """The database, which only one thread at a time may use."""

    def __init__(self, folder: str) -> None:
        self.path = Path(folder) / FILE
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = _opened(self.path)
            for rest in (".mended", ".damaged"):  # left by a server that was killed while it replaced the file
                if (left := self.path.with_suffix(rest)).exists():
                    _overwrite(left)
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise InputError(f"Another server is using the folder {quote(folder)}.") from None
            why = getattr(error, "strerror", None) or error  # strerror does not repeat the path
            raise InputError(f"Cannot store classes in {quote(folder)}: {why}.") from None
        self._whole = True
        """False once damage has been found."""
        self.unclean = False
        """Whether the write-ahead log may contain deleted data."""
        self.checkpoint()

    def load(self) -> tuple[dict[str, StoredClass], dict[str, Ended], dict[str, str]]:
        """Return the intact classes, the ended classes, and why other classes cannot be read, each keyed by code.

        Each class is read separately by its code, so damage to the data of one class does not affect the others.
        """
        classes: dict[str, StoredClass] = {}
        unreadable: dict[str, str] = {}
        for code in self._codes():
            try:
                classes[code] = self._class(code)
            except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, DiceBingoError) as error:
                self._whole &= not isinstance(error, sqlite3.DatabaseError)
                unreadable[code] = f"{type(error).__name__}: {error}"
        ended: dict[str, Ended] = {}
        with self._noting_damage():
            for code, at, last in self._db.execute("SELECT code, at, last FROM ended"):
                ended[code] = Ended(float(at), json.loads(last))
        with self._noting_damage():
            self._whole &= self._db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        return classes, ended, unreadable

    def _codes(self) -> list[str]:
        """Return the codes of all classes, including those missing from a damaged list of classes."""
        codes: dict[str, None] = {}
        for table in _OF_A_CLASS:
            with self._noting_damage():
                rows = self._db.execute(f"SELECT DISTINCT code FROM {table}")
                codes |= dict.fromkeys(str(code) for (code,) in rows)
        return list(codes)

    @contextmanager
    def _noting_damage(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, TypeError):
            self._whole = False

    def _class(self, code: str) -> StoredClass:
        def rows(columns: str, table: str) -> sqlite3.Cursor:
            return self._db.execute(f"SELECT {columns} FROM {table} WHERE code = ? ORDER BY 1", (code,))

        born = rows("born", "classes").fetchone()
        if born is None:
            raise ValueError("the starting time is missing")
        found = StoredClass(float(born[0]))
        for number, kind, data in rows("number, kind, data", "events"):
            found.events.append(Event.read(number, kind, json.loads(data)))
        found.keys = {key: (role, pupil) for key, role, pupil in rows("key, role, pupil", "keys")}
        for owner, request, body, answer in rows("owner, request, body, answer", "requests"):
            found.requests[owner, request] = body, json.loads(answer)
        found.reports = {number: json.loads(content) for number, content in rows("round, content", "reports")}
        return found

    def mend(self, sound: dict[str, StoredClass], ended: dict[str, Ended]) -> None:
        """If the database is damaged, copy the intact classes to a new database, and overwrite the old one."""
        if self._whole:
            return
        new, old = (self.path.with_suffix(suffix) for suffix in (".mended", ".damaged"))
        added = {code: Additions(k.born, k.events, dict(k.keys), k.requests, k.reports) for code, k in sound.items()}
        try:
            new.unlink(missing_ok=True)
            os.close(os.open(new, os.O_CREAT | os.O_RDWR, 0o600))
            with closing(sqlite3.connect(new, isolation_level=None)) as db:
                db.executescript(_TABLES)
                _transact(db, _rows(added, ended))
        except (OSError, sqlite3.Error) as error:  # if the disk is full, try to continue with the old file
            log(f"{self.path} is damaged and cannot be replaced ({error})")
            return
        with suppress(sqlite3.Error):
            self._db.close()
        with suppress(OSError):  # a second name for the old file, which is overwritten once the new one has replaced it
            os.link(self.path, old)
        self._log_path.unlink(missing_ok=True)
        new.replace(self.path)
        _overwrite(old)
        try:
            self._db = _opened(self.path)
        except sqlite3.Error as error:
            raise InputError(f"{self.path} cannot be opened ({error}).") from None
        log(f"{self.path} was damaged; a new file contains the {len(sound)} classes that could be read")

    @property
    def _log_path(self) -> Path:
        return Path(f"{self.path}-wal")

    def write(self, added: dict[str, Additions], ended: dict[str, Ended], forgotten: Iterable[str] = ()) -> None:
        """Write a batch in one transaction: additions, classes that have ended, and codes to forget.

        If a class has ended, or if emptying the write-ahead log failed earlier, the log is emptied afterwards. If that
        fails, no error is raised, because a committed batch can no longer be refused.
        """
        _transact(self._db, _rows(added, ended, forgotten))
        if ended or self.unclean:
            self.checkpoint()

    def purge(self, codes: Iterable[str], before: float) -> None:
        """Delete unreadable classes, except those known to have started after the time ``before``."""
        known = "SELECT code FROM classes WHERE typeof(born) = 'real' AND born > ?"
        delete = f"DELETE FROM {{}} WHERE code = ? AND code NOT IN ({known})"
        tables = reversed(_OF_A_CLASS)  # the list of classes comes last, because the other tables are compared with it
        try:
            _transact(self._db, {delete.format(table): [(code, before) for code in codes] for table in tables})
            self.checkpoint()
        except sqlite3.Error as error:
            log(f"{self.path}: classes that cannot be read cannot be deleted either ({error})")

    def checkpoint(self) -> None:
        """Empty the write-ahead log, which may hold deleted data; if this fails, the next write tries again."""
        try:
            busy = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            failure = "the file is in use" if busy else ""
        except sqlite3.Error as error:
            failure = str(error)
        if failure and not self.unclean:
            log(f"{self.path}: deleted names are still in its log, which cannot be emptied yet ({failure})")
        self.unclean = bool(failure)

    def close(self) -> None:
        """Close the database."""
        self._db.close()


def _rows(added: dict[str, Additions], ended: dict[str, Ended], forgotten: Iterable[str] = ()) -> Rows:
    """Return the statements of a batch, each with its rows."""
    rows: Rows = defaultdict(list)
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
    return rows


def _transact(db: sqlite3.Connection, rows: Rows) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement, values in rows.items():
            db.executemany(statement, values)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # some errors have already ended the transaction
            db.execute("ROLLBACK")
        raise


def _overwrite(path: Path) -> None:
    """Overwrite and delete a file, as far as the system allows."""
    try:
        with path.open("r+b") as file:
            file.write(bytes(path.stat().st_size))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        log(f"{path} was deleted, but not overwritten ({error.strerror})")
    path.unlink(missing_ok=True)
