"""A program under `whygrad run` is the program under `python`."""

from __future__ import annotations

import os
import py_compile
import zipfile

import pytest
from conftest import World

FACTS = """
    import os, sys
    print(sys.argv, sys.path[:2], os.getcwd(), __name__)
    for name, value in list(globals().items()):
        if name.startswith("__"):
            print(name, getattr(value, "name", ""), type(value), getattr(value, "path", value is None))
    print(__builtins__ is sys.modules["builtins"], sys.modules["__main__"].__dict__ is globals())
    print(__package__, globals().get("__cached__"), sorted(vars()))
    print(sys.stdin.read())
"""


def test_a_script_finds_the_world_that_python_gives_it(world: World) -> None:
    world.write("sub/facts.py", FACTS)
    ended = world.same("sub/facts.py", "--json", "x", "-m", "--help", "--", "ä", stdin="typed in")
    assert "['sub/facts.py', '--json', 'x', '-m', '--help', '--', 'ä']" in ended.stdout
    assert str(world.folder / "sub") in ended.stdout
    assert "typed in" in ended.stdout


def test_file_is_spelled_as_python_spells_it(world: World) -> None:
    world.fake_session("finds nothing")
    world.write("sub/named.py", "print(__file__, __loader__.path)")
    for name in ("sub/named.py", "./sub/../sub/named.py", str(world.folder / "sub/named.py")):
        assert "named.py" in world.same(name).stdout


def test_a_linked_script_imports_from_the_folder_it_really_lies_in(world: World) -> None:
    world.fake_session("finds nothing")
    world.write("real/neighbour.py", "print('found')")
    world.write("real/main.py", "import neighbour, sys; print(sys.path[0], __file__)")
    (world.folder / "link.py").symlink_to("real/main.py")
    assert world.same("link.py").stdout.startswith("found")


def test_the_installed_command_leaves_no_folder_of_its_own_on_the_path(world: World) -> None:
    world.write("bin/whygrad", "import sys\nfrom whygrad.cli import main\nsys.exit(main())")
    world.write("sub/main.py", "import sys; print(sys.path)")
    assert world.python("bin/whygrad", "run", "sub/main.py").stdout == world.python("sub/main.py").stdout


def test_safe_path_keeps_the_folder_of_the_script_out(world: World) -> None:
    world.write("sub/neighbour.py", "")
    world.write("sub/main.py", "import neighbour")
    world.settings["PYTHONSAFEPATH"] = "1"
    assert "No module named 'neighbour'" in world.same("sub/main.py").stderr


def test_a_module_of_a_package_runs_with_relative_imports(world: World) -> None:
    world.write("package/__init__.py", "print('package', __name__)")
    world.write("package/part.py", "text = 'from the part'")
    world.write(
        "package/program.py", "from .part import text\nimport sys\nprint(text, __spec__.name, sys.argv, sys.path[:2])"
    )
    ended = world.same("-m", "package.program", "-m", "--json", "x")
    assert "from the part package.program [" in ended.stdout
    assert "'-m', '--json', 'x']" in ended.stdout


def test_a_package_runs_its_main_file(world: World) -> None:
    world.write("package/__init__.py", "")
    world.write("package/__main__.py", "print(__name__, __package__)\nraise ValueError('from a module')")
    ended = world.same("-m", "package")
    assert ended.stdout == "__main__ package\n"
    assert ended.returncode == 1


def test_a_module_that_is_not_there_is_reported_in_the_words_of_python(world: World) -> None:
    ended = world.same("-m", "no_such_module")
    assert "No module named no_such_module" in ended.stderr
    assert ended.returncode == 1


def test_a_folder_and_a_zip_file_run_their_main_file(world: World) -> None:
    world.fake_session("finds nothing")
    text = world.write("folder/__main__.py", FACTS).read_text(encoding="utf-8")
    with zipfile.ZipFile(world.folder / "program.zip", "w") as archive:
        archive.writestr("__main__.py", text)
    for name in ("folder", "folder/", "program.zip"):
        assert f"['{name}', 'a']" in world.same(name, "a").stdout


def test_a_folder_without_main_file_is_one_line_and_status_1(world: World) -> None:
    world.fake_session("finds nothing")
    (world.folder / "empty").mkdir()
    ended = world.same("empty")
    assert ended.stderr.count("\n") == 1 and "can't find '__main__' module" in ended.stderr
    assert ended.returncode == 1


def test_a_compiled_script_runs_without_its_source(world: World) -> None:
    world.fake_session("finds nothing")
    source = world.write("facts.py", FACTS)
    py_compile.compile(str(source), cfile=str(world.folder / "facts.pyc"))
    py_compile.compile(str(source), cfile=str(world.folder / "unnamed"))
    source.unlink()
    assert "SourcelessFileLoader" in world.same("facts.pyc").stdout
    assert "['unnamed']" in world.same("unnamed").stdout


def test_a_compiled_script_of_another_python_fails_as_under_python(world: World) -> None:
    world.fake_session("finds nothing")
    (world.folder / "old.pyc").write_bytes(b"\x00" * 40)
    assert "Bad magic number" in world.same("old.pyc").stderr


def test_the_script_does_not_inherit_our_future_imports(world: World) -> None:
    world.write("future.py", "def f(x: 1 + 1): ...\nprint(f.__annotations__)")
    assert world.same("future.py").stdout == "{'x': 2}\n"


def test_a_class_of_the_main_module_can_be_pickled(world: World) -> None:
    world.write(
        "pickled.py",
        """
        import pickle
        class Point: pass
        print(type(pickle.loads(pickle.dumps(Point()))) is Point, Point.__module__)
        """,
    )
    assert world.same("pickled.py").stdout == "True __main__\n"


def test_spawned_processes_find_the_main_file_and_the_main_module(world: World) -> None:
    text = """
        import multiprocessing
        def square(x): return x * x
        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                print(pool.map(square, [1, 2, 3]))
        """
    world.write("spawning.py", text)
    assert world.same("spawning.py").stdout == "[1, 4, 9]\n"
    assert world.same("-m", "spawning").stdout == "[1, 4, 9]\n"


def test_modules_of_the_script_may_be_named_like_ours(world: World) -> None:
    world.fake_session("finds nothing")
    for name in ("session", "render", "record", "causes", "cli", "rich"):
        world.write(f"{name}.py", f"print('the {name} of the program')")
    world.write("main.py", "import session, render, record, causes, cli, rich")
    assert "the rich of the program" in world.same("main.py").stdout


def test_a_script_can_come_through_a_named_pipe(world: World) -> None:
    pipe = world.folder / "pipe"
    os.mkfifo(pipe)
    process = world.start("-m", "whygrad", "run", str(pipe))
    pipe.write_text("print('through the pipe')", encoding="utf-8")
    assert process.communicate(timeout=60) == ("through the pipe\n", "")


@pytest.mark.parametrize("glued", [False, True])
def test_a_text_is_run_as_by_python(world: World, glued: bool) -> None:
    text = "import sys; print(sys.argv, sys.path[0], __name__, sorted(globals())); sys.exit(4)"
    assert world.same(*([f"-c{text}"] if glued else ["-c", text]), "a", "--json", "b").returncode == 4


def test_an_error_in_a_text_is_the_error_of_python(world: World) -> None:
    world.same("-c", "def f():\n    raise ValueError('no')\nf()")
    world.same("-c", "def f(:")


def test_a_text_is_explained_with_its_lines(world: World) -> None:
    losing = "import torch\nw = torch.ones(3, requires_grad=True)\nw.detach().sum().backward()"
    assert "3 + w.sum().backward()" in world.whygrad("run", "-c", losing).stderr


def test_a_text_that_is_missing_is_refused(world: World) -> None:
    assert "no program given after -c" in world.whygrad("run", "-c").stderr
