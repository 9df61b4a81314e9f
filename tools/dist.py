"""Builds what is published and tries it: `make dist`.

Into `dist/` go the sdist, a wheel for this platform built from it, and the pure wheel. `twine check --strict` reads
their descriptions. Each is then installed into a fresh environment, with its dependencies and without torch, where
`--version` and `explain` must work. Then this environment lends it torch, and the demo must name its line.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
DEMO_SAYS = ("error[rebuilt-tensor]", "examples/losses.py:15:16")
# Quick, and about as much of the tree as the others need.
SDIST_TESTS = ("tests/render", "tests/test_layers.py", "tests/test_readme.py", "tests/test_release.py")


def main() -> int:
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", DIST, ROOT, WHYGRAD_C_PART="required")
    (sdist,) = DIST.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        tree = _unpacked(sdist, Path(folder))
        _run(sys.executable, "-m", "build", "--wheel", "--outdir", DIST, tree, WHYGRAD_C_PART="none")
        (pure,) = DIST.glob("*-py3-none-any.whl")
        packages = sorted(DIST.iterdir())
        assert len(packages) == 3, packages
        _run(sys.executable, "-m", "twine", "check", "--strict", *packages)
        _try_sdist(sdist, tree)
    for package in packages:
        with tempfile.TemporaryDirectory() as folder:
            _try_installed(package, "Python" if package == pure else "C", Path(folder))
    print("\n" + "\n".join(f"{package.stat().st_size:>10,} bytes  {package.name}" for package in packages))
    return 0


def _unpacked(sdist: Path, folder: Path) -> Path:
    shutil.unpack_archive(sdist, folder)
    (tree,) = folder.iterdir()
    return tree


def _try_sdist(sdist: Path, tree: Path) -> None:
    """It has every file of the checkout, and its tests run."""
    print(f"\n== {sdist.name}: its files, and tests of its own", flush=True)
    missing = [name for name in _tracked() if not (tree / name).exists()]
    if missing:
        raise SystemExit(f"{sdist.name} lacks {len(missing)} files: {', '.join(missing[:10])}")
    _run(sys.executable, "-m", "pytest", "-q", *SDIST_TESTS, cwd=tree, PYTHONPATH=str(tree / "src"))


def _tracked() -> list[str]:
    """What git knows; nothing where this is no checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def _try_installed(package: Path, recorded_in: str, folder: Path) -> None:
    print(f"\n== {package.name}: installed into a fresh environment", flush=True)
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    python, whygrad = scripts / "python", scripts / "whygrad"
    _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
    _run(python, ROOT / "tools" / "recorded_in.py", recorded_in, cwd=folder)
    _run(whygrad, "--version", cwd=folder)
    _run(whygrad, "explain", "detached-tensor", cwd=folder, quiet=True)
    _lend_torch(python)
    shutil.copytree(ROOT / "examples", folder / "examples")
    demo = subprocess.run([whygrad, "run", "examples/train.py"], cwd=folder, capture_output=True, text=True)
    missing = [text for text in DEMO_SAYS if text not in demo.stderr]
    if demo.returncode != 1 or missing:
        raise SystemExit(f"the demo of {package.name} does not say {missing}:\n{demo.stderr}")
    print(f"the demo says {DEMO_SAYS[0]} at {DEMO_SAYS[1]}", flush=True)


def _lend_torch(python: Path) -> None:
    """Let the environment see the packages beside this one's torch, after its own: a torch takes gigabytes."""
    torch = importlib.util.find_spec("torch")
    if torch is None or torch.origin is None:
        raise SystemExit("the demo needs torch: this environment has none to lend")
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    Path(packages, "lent.pth").write_text(f"{Path(torch.origin).parent.parent}\n")


def _run(*words: object, cwd: Path = ROOT, quiet: bool = False, **variables: str) -> None:
    output = subprocess.DEVNULL if quiet else None
    subprocess.run([str(w) for w in words], cwd=cwd, env={**os.environ, **variables}, stdout=output, check=True)


if __name__ == "__main__":
    sys.exit(main())
