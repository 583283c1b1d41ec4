"""Small faults put into the functions of the rules on purpose, one node of the syntax tree each. `mutate_rules.py` runs the tests on them.

Only functions that a clause id tags are changed: their own docstring or comments name one, or else the module's docstring does. Left alone are
docstrings, asserts, calls of `emit` and what compiles to the same bytecode as the function itself or an earlier mutant.
"""

import ast
import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

from coverage_of_rules import clauses_in

NOT_RULES = {"__init__", "codes", "record", "jit"}  # vocabularies, record layout, decorator
COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
            ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
COUNTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Div: ast.Mult,
           ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift}
SWAPPED = {"min": "max", "max": "min"}
BLOCKS = (ast.If, ast.While, ast.For)


@dataclass
class Mutant:
    """One fault: where it is, the statement (of a block its first line) before and after, and the function's code with it."""

    file: str
    function: str
    line: int
    lines: tuple  # of the statement that it changes; tests that run one of them can notice it
    before: str
    after: str
    id: str
    clauses: set  # of the function; tests that name one of them are tried first
    code: CodeType = field(repr=False)


# -- which functions -------------------------------------------------------------------------------------------------------
def core_files(core):
    """Files of the core that hold rules."""
    return [path for path in sorted(Path(core).glob("*.py")) if path.stem not in NOT_RULES]


def tagged_functions(path):
    """([(FunctionDef, clause ids)], [name]): a file's top-level functions that a clause id tags, and the others."""
    text = path.read_text(encoding="utf-8")
    rows, tree = text.splitlines(), ast.parse(text, str(path))
    of_module = clauses_in(ast.get_docstring(tree) or "")
    tagged, others = [], []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            while first > 0 and rows[first - 1].startswith("#"):
                first -= 1
            clauses = clauses_in("\n".join(rows[first:node.end_lineno])) or of_module
            if clauses:
                tagged.append((node, clauses))
            else:
                others.append(node.name)
    return tagged, others


def vocabularies(core):
    """{name: [names of its vocabulary]}: constants of the core that are assigned together, in upper case."""
    out = {}
    for path in sorted(core.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                names = [part.id for part in node.targets[0].elts]
                out.update({name: names for name in names if name.isupper()})
    return out


def neighbour(name, words):
    """The next code of a vocabulary; for the last the one before it."""
    place = words.index(name)
    return words[place + 1] if place + 1 < len(words) else words[place - 1]


# -- the faults of one function --------------------------------------------------------------------------------------------
class Faults:
    """Walks a function; `found` holds (statement, owner, field, index or None, replacement)."""

    def __init__(self, function, words):
        self.words, self.found, self.statement = words, [], None
        arguments = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
        changed = [n.target for n in ast.walk(function) if isinstance(n, ast.AugAssign)]
        given = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n not in changed]
        self.kept = {name for name in given if given.count(name) == 1} - arguments  # without its one assignment a name does not exist
        self.block(function, "body")

    def add(self, owner, name, index, new):
        old = getattr(owner, name) if index is None else getattr(owner, name)[index]
        if not isinstance(old, (ast.operator, ast.cmpop, ast.boolop)):
            ast.fix_missing_locations(ast.copy_location(new, old))
        self.found.append((self.statement, owner, name, index, new))

    def block(self, owner, name):
        """The statements of a body."""
        for n, node in enumerate(getattr(owner, name)):
            text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if text or isinstance(node, (ast.Assert, ast.Raise, ast.Pass)) or is_emit(node):
                continue
            self.statement = node
            if self.can_go(node):
                self.add(owner, name, n, ast.Pass())
            if isinstance(node, (ast.If, ast.While)):
                for value in (True, False)[isinstance(node, ast.While):]:
                    self.add(node, "test", None, ast.Constant(value))
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Attribute) and node.value.attr.startswith("WHY_"):
                self.add(node, "value", None, ast.Attribute(node.value.value, "OK", ast.Load()))
            self.parts(node)
            if isinstance(node, BLOCKS):
                self.block(node, "body")
                self.block(node, "orelse")

    def can_go(self, node):
        """Whether a statement can be left out: a call, `continue`, `break`, or an assignment whose names exist without it."""
        if isinstance(node, ast.Assign):
            names = {n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            return not self.kept & names
        return isinstance(node, (ast.AugAssign, ast.Continue, ast.Break)) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)

    def parts(self, node):
        """The operators and expressions of a node, without the statements in it."""
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in COUNTED:
            self.add(node, "op", None, COUNTED[type(node.op)]())
        for name, value in ast.iter_fields(node):
            for n, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(part, ast.cmpop) and type(part) in COMPARED:
                    self.add(node, name, n, COMPARED[type(part)]())
                elif isinstance(part, ast.expr) and not is_emit(part):
                    self.expression(node, name, n, part)
                elif isinstance(part, (ast.keyword, ast.comprehension)):
                    self.parts(part)

    def expression(self, owner, name, n, node):
        """The faults of one expression, then those of its parts."""
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            self.add(owner, name, n, ast.Constant(not node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            down = node.value != 0 and not (isinstance(owner, ast.AugAssign) and node.value == 1)  # += 0 is the statement left out
            for value in (node.value + 1, node.value - 1)[:1 + down]:
                self.add(owner, name, n, ast.Constant(value))
        elif isinstance(node, ast.BoolOp):
            self.add(node, "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)) and not isinstance(node.operand, ast.Constant):
            self.add(owner, name, n, node.operand)
        elif isinstance(node, ast.IfExp):
            for value in (True, False):
                self.add(node, "test", None, ast.Constant(value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            self.add(node, "func", None, ast.Name(SWAPPED[node.func.id], ast.Load()))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("k", "codes") and node.attr in self.words:
            self.add(owner, name, n, ast.Attribute(node.value, neighbour(node.attr, self.words[node.attr]), ast.Load()))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.words:
            self.add(owner, name, n, ast.Name(neighbour(node.id, self.words[node.id]), ast.Load()))
        self.parts(node)


def is_emit(node):
    """Whether a node is a call of `emit`, as an expression or a statement."""
    node = node.value if isinstance(node, ast.Expr) else node
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "emit"


# -- text and code of a fault ----------------------------------------------------------------------------------------------
def put(owner, name, index, value):
    """Set a field of a node, or an element of it, and give back what was there."""
    if index is None:
        old = getattr(owner, name)
        setattr(owner, name, value)
    else:
        old = getattr(owner, name)[index]
        getattr(owner, name)[index] = value
    return old


def head(statement):
    """A statement as one line of text; of an `if` or a loop its first line only."""
    return ast.unparse(statement).splitlines()[0]


def head_lines(statement):
    """The lines of the file on which a statement's own expressions stand."""
    last = statement.body[0].lineno - 1 if isinstance(statement, BLOCKS) else statement.end_lineno
    return tuple(range(statement.lineno, max(statement.lineno, last) + 1))


def compiled(function, path):
    """Code of a function definition, without its decorators."""
    plain = ast.FunctionDef(function.name, function.args, function.body, [], function.returns, None)
    module = ast.Module([ast.copy_location(plain, function)], [])
    if "type_params" in plain._fields:
        plain.type_params = []
    return next(c for c in compile(module, str(path), "exec").co_consts if isinstance(c, CodeType) and c.co_name == function.name)


def bytecode(code):
    """What a code object does, without where it stands."""
    constants = tuple(bytecode(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


def mutants_of(path, root, words, values):
    """[Mutant] of a file. words: `vocabularies`; values: {name: code}, for names that a file may not have imported."""
    file, out = path.relative_to(root).as_posix(), []
    for function, clauses in tagged_functions(path)[0]:
        source = hashlib.sha1(ast.dump(function).encode()).hexdigest()
        seen = {bytecode(compiled(function, path))}
        for n, (statement, owner, name, index, new) in enumerate(Faults(function, words).found):
            before, lines = head(statement), head_lines(statement)
            old = put(owner, name, index, new)
            after = "pass" if isinstance(new, ast.Pass) else head(statement)
            if isinstance(new, ast.Name) and new.id in values:
                put(owner, name, index, ast.copy_location(ast.Constant(int(values[new.id])), new))
            code = compiled(function, path)
            put(owner, name, index, old)
            what = bytecode(code)
            if what not in seen:
                seen.add(what)
                short = hashlib.sha1(f"{file} {source} {n}".encode()).hexdigest()[:16]
                out.append(Mutant(file, function.name, getattr(new, "lineno", statement.lineno), lines, before, after, short, clauses, code))
    return out
