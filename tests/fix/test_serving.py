"""Edited texts are served in the place of files: to imports, to those who ask for the source, to spawned processes."""

from __future__ import annotations

import io
import json
import linecache
import os
import subprocess
import sys

from whygrad.fix.serving import serve, serve_spawned

MAIN = """\
import inspect, json, multiprocessing, sys
import part, package.inner

def work(queue):
    queue.put([part.value, package.inner.value, here()])

def here():
    return "plain main"

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=work, args=(queue,))
    process.start()
    spawned = queue.get(timeout=60)
    process.join()
    print(json.dumps([part.value, package.inner.value, inspect.getsource(part.function), spawned]))
"""
RUN = """\
import json, runpy, sys
from whygrad.fix.serving import hand_on_to_spawned, serve
with open(sys.argv[1]) as file:
    texts = json.load(file)["texts"]
serve(texts)
hand_on_to_spawned(sys.argv[1])
main = sys.argv[2]
sys.path.insert(0, sys.argv[3])
import types
module = types.ModuleType("__main__")
module.__file__ = main
sys.modules["__main__"] = module
sys.argv = [main]
exec(compile(texts[main], main, "exec"), module.__dict__)
"""
PART = "value = 'plain'\n\ndef function():\n    return 1\n"


def test_imports_sources_and_spawned_processes_get_the_edited_text(tmp_path):
    (tmp_path / "package").mkdir()
    files = {"main.py": MAIN, "part.py": PART, "package/__init__.py": "", "package/inner.py": "value = 'plain'\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    caching = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", "import part, package.inner"], cwd=tmp_path, check=True, env=caching)
    assert (tmp_path / "__pycache__").exists()
    edited = {
        "main.py": MAIN.replace("plain main", "edited main"),
        "part.py": PART.replace("plain", "edited").replace("return 1", "return 2"),
        "package/inner.py": "value = 'edited'\n",
    }
    order = tmp_path / "order.json"
    order.write_text(json.dumps({"texts": {str(tmp_path / name): text for name, text in edited.items()}}))
    command = [sys.executable, "-c", RUN, str(order), str(tmp_path / "main.py"), str(tmp_path)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    value, inner, source, spawned = json.loads(ran.stdout)
    assert (value, inner) == ("edited", "edited")
    assert "return 2" in source
    assert spawned == ["edited", "edited", "edited main"]
    assert {name: (tmp_path / name).read_text() for name in files} == files


def test_served_lines_end_where_they_do_in_python(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(linecache, "cache", {})
    file = str(tmp_path / "main.py")
    serve({file: "a = '\x0b\u2028'\n\x0c\nb = 2\r\nc = 3"})
    assert [linecache.getline(file, n) for n in (3, 4)] == ["b = 2\r\n", "c = 3"]


def test_a_spawned_process_reads_the_script_in_its_own_encoding(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(linecache, "cache", {})
    monkeypatch.setattr(io, "open_code", io.open_code)
    file, text = tmp_path / "main.py", "# coding: latin-1\nname = 'é'\n"
    file.write_bytes(text.encode("latin-1"))
    order = tmp_path / "order.json"
    order.write_text(json.dumps({"texts": {str(file): text + "x = 1\n"}}))
    serve_spawned(str(order))
    with io.open_code(str(file)) as script:
        assert script.read() == (text + "x = 1\n").encode("latin-1")
