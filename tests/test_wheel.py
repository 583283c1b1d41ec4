"""The built wheel, installed in a clean environment with its base dependencies only, suggests a turn: nothing is read from the checkout."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command, **options):
    """Run a command; its output is in the failure when it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_wheel_in_a_clean_environment_suggests_a_turn(tmp_path):
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT)
    wheel = next((tmp_path / "dist").glob("*.whl"))
    page = {path.name for path in (ROOT / "judge" / "serve" / "static").iterdir()}
    assert {f"judge/serve/static/{name}" for name in page} <= set(zipfile.ZipFile(wheel).namelist()) and "index.html" in page
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", ROOT / "constraints.txt", wheel)
    installed = run(python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check")
    assert not {p["name"] for p in json.loads(installed)} & {"torch", "stable-baselines3", "sb3-contrib", "onnx", "choix", "scipy", "pettingzoo"}
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "FOEMIND_CACHE": str(tmp_path / "cache")}
    file = run(python, "-c", "import envs.content, pathlib; print(pathlib.Path(envs.content.__file__).parent / 'encounters' / 'duel.toml')",
               cwd=tmp_path, env=clean).strip()
    assert str(home) in file
    out = json.loads(run(home / "bin" / "foemind", "suggest", file, "--json", cwd=tmp_path, env=clean))
    assert set(out) >= {"combatant", "agent", "choices", "sentences", "notes", "objective", "odds", "expected_damage", "seconds"}
    assert out["agent"].startswith("policy") and out["sentences"]
    without = subprocess.run([home / "bin" / "foemind", "serve"], capture_output=True, text=True, timeout=300, cwd=tmp_path, env=clean)
    assert without.returncode == 1 and "foemind[serve]" in without.stderr and without.stderr.count("\n") == 1
