"""What became of the mutants of `mutate_rules.py`: the file of results, and the page docs/mutants.md with reasons written by hand."""

import json
import subprocess
from pathlib import Path


def read_results(path):
    """{mutant id: last row} of the results so far; a line that was cut off is passed over."""
    out = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
            out[row["id"]] = row
        except (ValueError, KeyError):
            continue
    return out


def change_of(mutant):
    """A mutant's change as a cell of a table."""
    return f"`{mutant.before}` → `{mutant.after}`".replace("|", "\\|")


def key_of(mutant):
    """What a reason belongs to; it outlives moved lines."""
    return mutant.file, mutant.function, change_of(mutant)


def read_reasons(page):
    """{(file, function, change): reason} of a page that is there already."""
    out = {}
    for row in page.read_text(encoding="utf-8").splitlines() if page and page.exists() else ():
        cells = [cell.strip().replace("\0", "\\|") for cell in row.replace("\\|", "\0").strip("|").split("|")]
        if len(cells) == 3 and "` → `" in cells[1]:
            place, function = cells[0].split(" ", 1)
            out[place.rsplit(":", 1)[0], function.strip("`"), cells[1]] = cells[2]
    return out


def counts(mutants, results):
    """[(module, functions, mutants, killed, survived)] of each file and, last, in all."""
    rows = []
    for file in sorted({m.file for m in mutants}):
        own = [m for m in mutants if m.file == file and m.id in results]
        alive = sum(results[m.id]["result"] == "survived" for m in own)
        rows.append((Path(file).stem, len({m.function for m in own}), len(own), len(own) - alive, alive))
    return [row for row in rows if row[2]] + [("all", *(sum(row[n] for row in rows) for n in range(1, 5)))]


def page_text(mutants, results, reasons, taking_part, commit, digest):
    """docs/mutants.md. taking_part: which tests ran, a sentence; digest: of the state that the results should be of."""
    rows = counts(mutants, results)
    _, _, total, killed, alive = rows[-1]
    slow = sum(results[m.id]["result"] == "timeout" for m in mutants if m.id in results)
    out = ["# Do the tests notice? Faults put into the rules on purpose", "",
           f"At {commit}, by `python tests/mutate_rules.py --out docs/mutants.md`: {killed} of {total} mutants are killed ({slow} of them",
           f"ran too long), {alive} survive. {taking_part}", ""]
    earlier = sum(m.id in results and results[m.id]["digest"] != digest for m in mutants)
    out += [f"{earlier} of the results are of an earlier state of core or tests (`--resume`).", ""] if earlier else []
    left = sum(m.id not in results for m in mutants)
    out += [f"{left} mutants were not tried.", ""] if left else []
    out += ["A mutant is one change of one node in a function of envs/core that a clause id tags, in itself or in its module's first lines: a comparison, an",
            "operator, a number, a code of a vocabulary, and/or, not, min/max, a condition held true or false, a statement left out. Calls of `emit` are left",
            "alone: events change no rule, and the tests of events and the golden transcripts prove them. Mutants that compile to the same bytecode as the",
            "function or an earlier mutant are not counted.", "",
            "| module | functions | mutants | killed | survived |", "|---|---|---|---|---|",
            *(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows), "", "## Survivors", "",
            "Reasons are written by hand and kept when the page is written anew. A survivor without one is not known to be equivalent: it wants a longer look or a test.", "", "| where | change | reason |", "|---|---|---|"]
    for m in mutants:
        if results.get(m.id, {}).get("result") == "survived":
            out.append(f"| {m.file}:{m.line} `{m.function}` | {change_of(m)} | {reasons.get(key_of(m), '')} |")
    return "\n".join(out) + "\n"


def commit_of(root):
    """The commit of a working tree in words."""
    def git(*words):
        return subprocess.run(["git", *words], cwd=root, text=True, capture_output=True, check=False).stdout.strip()
    return f"commit {git('rev-parse', '--short', 'HEAD')}" + (" with changes" if git("status", "--porcelain", "envs", "tests") else "")
