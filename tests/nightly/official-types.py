"""Prints the fields of classes in the generated types of SignalWire's own SDK, as JSON: class -> field -> its literal values, or null."""

import ast
import importlib.util
import json
import sys

path = importlib.util.find_spec("signalwire").submodule_search_locations[0]
with open(f"{path}/rest/namespaces/relay_rest_types_generated.py", encoding="utf-8") as file:
    body = ast.parse(file.read()).body
classes = {each.name: each.body for each in body if isinstance(each, ast.ClassDef)}
aliases = {each.targets[0].id: each.value for each in body if isinstance(each, ast.Assign) and hasattr(each.targets[0], "id")}
aliases |= {each.target.id: each.value for each in body if isinstance(each, ast.AnnAssign) and each.value}


def literals(annotation):
    """Returns the values of a Literal, which may have a name and may be optional."""
    if isinstance(annotation, ast.BinOp):
        return literals(annotation.left)
    if isinstance(annotation, ast.Name):
        return literals(aliases[annotation.id]) if annotation.id in aliases else None
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Literal":
        return list(ast.literal_eval(annotation.slice if isinstance(annotation.slice, ast.Tuple) else ast.Tuple([annotation.slice])))
    return None


def fields(name):
    return {each.target.id: literals(each.annotation) for each in classes[name] if isinstance(each, ast.AnnAssign)}


print(json.dumps({name: fields(name) for name in sys.argv[1:]}))
