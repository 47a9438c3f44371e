"""Files that appear whole or not at all, and a folder that has one writer."""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hupai.ext.errors import RunError, UsageError
from hupai.simulate.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyarrow import Buffer

CHUNK = 1 << 20

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def write_durably(file: Path, content: bytes | memoryview | Buffer) -> None:
    """Write `content` to `file`, flush it to the disk, and read it back.

    Raises
    ------
    RunError
        If there is no room, or what is read back is not what was written.
    OSError
        If the system refuses for another reason.
    """
    whole = memoryview(content).cast("B")
    try:
        with file.open("wb", buffering=0) as sink:
            rest = whole
            while rest:
                rest = rest[sink.write(rest) :]
            os.fsync(sink.fileno())
        same = file.read_bytes() == whole
    except OSError as error:
        if error.errno in NO_ROOM:
            raise RunError(f"There is no room to write {file}.") from None
        error.filename = error.filename or str(file)
        raise
    if not same:
        raise RunError(f"{file} reads back other than it was written: the disk is at fault.")


def write_whole(file: Path, content: bytes, *, staged: Path) -> None:
    """Write `file` by way of `staged`, which is on the same file system, so that it is never seen in part."""
    write_durably(staged, content)
    staged.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that names in `folder` survive a loss of power, where the system can promise it."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def keep_clear(run: Path, out: Path) -> None:
    """Refuse an output that would stand among a run's own files.

    Raises
    ------
    UsageError
        If `out` is below ``data/`` or ``unfinished/`` of the run, or the folder or manifest itself.
    """
    layout = Layout(run)
    there = Path(os.path.realpath(out))
    for own in (layout.parts, layout.unfinished, layout.manifest):
        if there.is_relative_to(os.path.realpath(own)):
            raise UsageError(f"{out} is among the run's own files ({own}). Choose another --out.")


def digest(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Hold a folder against other writers; the system lets go of it whatever way the process ends.

    The lock is on the folder itself, so that no lock file is left behind.

    Raises
    ------
    RunError
        If another process writes there.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no lock on a folder
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(
                f"Another hupai is writing {folder}. Wait for it, or choose another --out."
            ) from None
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EBADF):
                raise
        yield
    finally:
        os.close(handle)
