"""Plays a run: plans parts, hands them to an executor, and puts them in their places in order."""

from __future__ import annotations

import os
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hupai.ext.engine import STRATEGIES
from hupai.ext.errors import RunError, UsageError
from hupai.ext.rules import Rules
from hupai.ext.rules.options import quoted, whole
from hupai.ext.seats import read_seats
from hupai.simulate.files import sole_writer
from hupai.simulate.manifest import MOST_HANDS, MOST_PER_TABLE, Seated, Settings
from hupai.simulate.plan import PartPlan, part_plans, part_size
from hupai.simulate.run import Run
from hupai.simulate.state import State
from hupai.simulate.writer import Work, write_part

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from contextlib import AbstractContextManager

    from hupai.ext.seats import Seat
    from hupai.simulate.manifest import PartRecord

MOST_WORKERS = 1024
LOOK = 0.2
"""Seconds between two looks at how far the workers are."""


class Judge(Protocol):
    """Says after each whole part, in order, whether a run is long enough."""

    def __call__(self, hands: Path, wins: Path) -> bool:
        """Take the next part's two files; return whether the run may end with it."""
        ...


def play(
    rules: Rules,
    *,
    hands: int,
    seed: int,
    seats: str | Sequence[Seat],
    hands_per_table: int,
    workers: int | None,
    out: str | os.PathLike[str],
    until: Judge | None,
    facts: bool,
    progress: Callable[[int, int], None] | None,
    executor: Executor | None,
) -> Run:
    """Play hands and write them to a run; `hupai.simulate.simulate` says what each argument means."""
    if not isinstance(rules, Rules):
        raise UsageError(f'What is played is rules("hefei", …), not {quoted(rules)}.')
    settings = _settings(rules, seed=seed, seats=seats, hands_per_table=hands_per_table, facts=facts)
    hands = _in_range("hands", hands, 1, MOST_HANDS)
    workers = processors() if workers is None else _in_range("workers", workers, 1, MOST_WORKERS)
    for name, called in (("until", until), ("progress", progress)):
        if called is not None and not callable(called):
            raise UsageError(f"{name} is a function, not {quoted(called)}.")
    rules.book()  # once, and not in each thread
    root = Path(out)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise RunError(f"{root} is a file; a run is a folder. Choose another --out.") from None
    with sole_writer(root):
        state = State(root, settings, hands)
        writing = Writing(state, rules, hands=hands, workers=workers, until=until, progress=progress)
        writing.go(executor)
    return Run(root, state.manifest)


class Writing:
    """One call of `simulate` on a run's folder."""

    def __init__(
        self,
        state: State,
        rules: Rules,
        *,
        hands: int,
        workers: int,
        until: Judge | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.state = state
        self.hands = hands
        self.workers = workers
        self.judge = until
        self.progress = progress
        self._asked_before: bool | None = None
        self._stop = threading.Event()
        self._before = 0
        self._played = 0
        self._counting = threading.Lock()
        manifest = state.manifest
        self.work = Work(
            root=state.layout.root,
            rules=rules,
            seats=tuple((seat.strategy, dict(seat.parameters)) for seat in manifest.seats),
            seed=manifest.seed,
            hands_per_table=manifest.hands_per_table,
            facts=manifest.facts,
        )

    def go(self, executor: Executor | None) -> None:
        """Bring the run to its hands, or to where the judge says that it is long enough."""
        state = self.state
        if self._nothing_to_do():
            state.clean()
            return
        pool: AbstractContextManager[Executor] = (
            ThreadPoolExecutor(self.workers, thread_name_prefix="hupai")
            if executor is None
            else nullcontext(executor)
        )
        try:
            with pool as players:
                self._go(players)
        except BaseException:
            state.sweep()
            raise

    def _go(self, executor: Executor) -> None:
        state = self.state
        if state.missing:
            state.open(state.manifest.hands)
            again = [
                PartPlan(p.part, p.first, p.stop) for p in state.manifest.parts if p.part in state.missing
            ]
            for part in self._parts(executor, iter(again)):
                state.put_back(part)
        if not self._long_enough():
            state.open(self.hands)
            self._before = state.manifest.reached
            plans = part_plans(self.hands, self.work.hands_per_table, len(state.manifest.parts))
            with closing(self._parts(executor, plans)) as parts:
                for part in parts:
                    state.add(part)
                    if self._asked(part.part):
                        break
        state.finish(state.manifest.reached)
        self._tell()

    def _nothing_to_do(self) -> bool:
        state = self.state
        return state.finished and (state.manifest.hands == self.hands or self._long_enough())

    def _long_enough(self) -> bool:
        """Ask the judge, once, about the whole parts that are there."""
        if self.judge is None or self._asked_before is not None:
            return bool(self._asked_before)
        size = part_size(self.work.hands_per_table)
        whole = [part.part for part in self.state.manifest.parts if part.stop % size == 0]
        answers = [self._asked(index) for index in whole]
        self._asked_before = any(answers)
        return self._asked_before

    def _asked(self, index: int) -> bool:
        layout = self.state.layout
        return self.judge is not None and self.judge(layout.part("hands", index), layout.part("wins", index))

    def _parts(self, executor: Executor, plans: Iterator[PartPlan]) -> Generator[PartRecord]:
        """Yield parts in order as they are staged; a few are played ahead, and given up if not wanted."""
        pending: deque[Future[PartRecord]] = deque()
        try:
            while True:
                while len(pending) < 2 * self.workers and (plan := next(plans, None)) is not None:
                    pending.append(self._submit(executor, plan))
                if not pending:
                    return
                while not pending[0].done():
                    wait([pending[0]], timeout=LOOK)
                    self._tell()
                yield pending.popleft().result()
        finally:
            self._stop.set()
            for future in pending:
                future.cancel()
            wait(pending)
            self._stop.clear()

    def _submit(self, executor: Executor, plan: PartPlan) -> Future[PartRecord]:
        if isinstance(executor, ThreadPoolExecutor):
            return executor.submit(write_part, self.work, plan, self._count, self._stop.is_set)
        return executor.submit(_write_elsewhere, self.work, plan)

    def _count(self, hands: int) -> None:
        with self._counting:
            self._played += hands

    def _tell(self) -> None:
        if self.progress is not None:
            there = max(self.state.manifest.reached, self._before + self._played)
            self.progress(min(there, self.hands), self.hands)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _write_elsewhere(work: Work, plan: PartPlan) -> PartRecord:
    # Nothing of this process can be sent along; a part that nobody wants is played to its end.
    return write_part(work, plan)


def _settings(
    rules: Rules, *, seed: int, seats: str | Sequence[Seat], hands_per_table: int, facts: bool
) -> Settings:
    if facts not in (True, False):
        raise UsageError(f"facts cannot be {quoted(facts)}. Allowed: True or False.")
    taken = read_seats(seats, STRATEGIES)
    first, second, third, fourth = (Seated(strategy=name, parameters=told) for name, told in taken)
    return Settings(
        variant=rules.name,
        options=rules.options,
        given=rules.given,
        rules_hash=rules.hash,
        seats=(first, second, third, fourth),
        seed=_in_range("seed", seed, 0, 2**64 - 1),
        hands_per_table=_in_range("hands per table", hands_per_table, 1, MOST_PER_TABLE),
        facts=bool(facts),
    )


def _in_range(what: str, value: object, least: int, most: int) -> int:
    number = whole(value)
    if number is None or not least <= number <= most:
        told = quoted(value) if number is None or abs(number) > 10**40 else f"{number:,}"
        raise UsageError(f"{what} cannot be {told}. Allowed: a whole number from {least:,} to {most:,}.")
    return number
