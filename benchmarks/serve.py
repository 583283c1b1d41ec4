"""Fifty suggestion requests at once at a server of `foemind serve`, beside the same fifty asked in a row in as many processes as there are cores.

Every request is about another position, so nothing is shared between them. Both ways have their agents loaded before the clock starts.
"""

import argparse
import asyncio
import json
import multiprocessing
import statistics
import tempfile
import threading
import time

import httpx

from envs.tables import library_names, load_library_encounter
from judge.serve.worker import adviser_of, cores


def positions(n):
    """[(encounter, vigor that its first companion has lost)] of n different positions."""
    names = [name for name in library_names("encounter") if name != "bench"]
    return [(names[i % len(names)], i // len(names)) for i in range(n)]


# -- in a row ------------------------------------------------------------------------------------------------------------------
def table_of(name, lost, agent):
    """A table at the enemies' first turn."""
    from judge import Table

    table = Table(load_library_encounter(name), 0, agent, "all")
    if lost:
        first = table.state.combatants[0]
        table.edit(f"vigor {table.scenario.keys[0]} {int(first['vigor']) - lost}")
    return table


def in_a_row(agent, share, ready, go, out):
    """Answer a share of the positions one after the other; the seconds go to `out`."""
    from judge.advising import advice_for

    tables = [table_of(name, lost, agent) for name, lost in share]
    adviser = adviser_of(tables[0].agent, 0)
    advice_for(tables[0].position.battle, None, adviser, 1, 3)
    ready.put(1)
    go.wait()
    started = time.perf_counter()
    for table in tables:
        advice_for(table.position.battle, None, adviser_of(table.agent, 0), 0, 3)
    out.put(time.perf_counter() - started)


def rows(agent, asked, processes):
    """Seconds until the slowest of so many processes has answered its share."""
    context = multiprocessing.get_context("spawn")
    ready, out, go = context.Queue(), context.Queue(), context.Event()
    running = [context.Process(target=in_a_row, args=(agent, asked[n::processes], ready, go, out)) for n in range(processes)]
    for process in running:
        process.start()
    for _ in running:
        ready.get()
    go.set()
    seconds = [out.get() for _ in running]
    for process in running:
        process.join()
    return max(seconds)


# -- at once -------------------------------------------------------------------------------------------------------------------
class Served:
    """A server of its own while it is entered; `address` is where."""

    def __init__(self, agent, workers):
        from judge.serve.app import make_app
        from judge.serve.run import listen, new_server

        self.listening = listen("127.0.0.1", 0)
        self.server = new_server(make_app(tempfile.mkdtemp(), agent, workers=workers), "error")
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join()


async def at_once(address, asked, limits):
    """(seconds until all are answered, seconds of each, statuses)."""
    async with httpx.AsyncClient(base_url=address, timeout=300, limits=limits) as client:
        tables = []
        for name, lost in asked:
            view = (await client.post("/api/tables", json={"library": name, "roll": "all"})).json()
            first = view["combatants"][0]
            if lost:
                await client.post(f"/api/tables/{view['id']}/line", json={"line": f"vigor {first['key']} {first['vigor'] - lost}"})
            tables.append(view["id"])
        warm = await client.post("/api/tables", json={"library": "bench", "roll": "all"})
        await asyncio.gather(*(client.post(f"/api/tables/{warm.json()['id']}/suggest", json={"top": top}) for top in range(1, 9)))

        async def ask(table):
            started = time.perf_counter()
            answer = await client.post(f"/api/tables/{table}/suggest", json={"top": 3})
            return time.perf_counter() - started, answer.status_code

        started = time.perf_counter()
        found = await asyncio.gather(*map(ask, tables))
        return time.perf_counter() - started, [seconds for seconds, _ in found], [status for _, status in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=50)
    parser.add_argument("--agent", default="policy")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    asked, n, ratios = positions(options.requests), cores(), []
    for _ in range(options.runs):
        row = rows(options.agent, asked, n)
        with Served(options.agent, n) as served:
            at, each, statuses = asyncio.run(at_once(served.address, asked, httpx.Limits(max_connections=options.requests)))
        ratios.append(
            {
                "in_a_row_seconds": round(row, 2),
                "at_once_seconds": round(at, 2),
                "ratio": round(at / row, 3),
                "failed": sum(s != 200 for s in statuses),
                "median_wait": round(statistics.median(each), 2),
            }
        )
    print(
        json.dumps(
            {
                "requests": options.requests,
                "agent": options.agent,
                "cores": n,
                "runs": ratios,
                "median_ratio": statistics.median(r["ratio"] for r in ratios),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
