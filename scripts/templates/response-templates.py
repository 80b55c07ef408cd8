"""Prints, as JSON, the response templates in Python files and the answers that their tests read with them.

Only literals are evaluated: strings, lists, dicts, f-strings of these, and loops that put such strings together.
"""

import ast
import json
import sys

ALLOWED = (
    ast.Assign, ast.For, ast.Expression, ast.Name, ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.JoinedStr,
    ast.FormattedValue, ast.BinOp, ast.Add, ast.Mult, ast.Load, ast.Store, ast.Call, ast.UnaryOp, ast.USub,
)  # fmt: skip


def harmless(node):
    return all(
        isinstance(each, ALLOWED) and (not isinstance(each, ast.Call) or getattr(each.func, "id", "") == "range")
        for each in ast.walk(node)
    )


def run(node, names):
    if not harmless(node):
        return
    try:
        exec(compile(ast.Module([node], []), "<literals>", "exec"), {"__builtins__": {"range": range}}, names)
    except Exception:
        pass


def value(node, names):
    try:
        return eval(compile(ast.Expression(node), "<literal>", "eval"), {"__builtins__": {}}, names) if harmless(node) else None
    except Exception:
        return None


def is_template(thing):
    return isinstance(thing, dict) and "fields" in thing and ("start_anchor" in thing or "start_anchor_pattern" in thing)


def answers(function, names):
    names = dict(names)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            run(node, names)
    for node in ast.walk(function):
        if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "assertEqual" and len(node.args) == 2):
            continue
        asked, expected = node.args
        if not (isinstance(asked, ast.Call) and getattr(asked.func, "id", "") == "parse_response" and len(asked.args) == 2):
            continue
        given = {word.arg: value(word.value, names) for word in asked.keywords}
        text, template, wanted = value(asked.args[0], names), value(asked.args[1], names), value(expected, names)
        if isinstance(text, str) and is_template(template) and isinstance(wanted, dict) and not given.get("tools"):
            yield {"test": function.name, "template": template, "prefix": given.get("prefix") or "", "text": text, "expected": wanted}


found = {"templates": [], "answers": []}
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names = {}
    for node in tree.body:
        run(node, names)
    found["templates"] += [{"file": path, "name": name, "template": it} for name, it in names.items() if is_template(it)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            found["answers"] += answers(node, names)
print(json.dumps(found))
