"""Runs programs against Pulumi's mocks, and prints what each registers and exports. `${name.property}` is what a resource answers.

Arguments: the stack's configuration, by type what a resource answers besides its arguments, and the programs.
"""

import json
import runpy
import sys
from typing import Any

import pulumi
from pulumi.runtime import MockCallArgs, MockResourceArgs, Mocks

config, answers, programs = json.loads(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
resources: dict[str, Any] = {}
exports: dict[str, Any] = {}


class Recorder(Mocks):
    def new_resource(self, args: MockResourceArgs) -> tuple[str, dict[str, Any]]:
        resources[args.name] = {"type": args.typ, "properties": args.inputs}
        answered = {each: f"${{{args.name}.{each}}}" for each in answers[args.typ]}
        return f"${{{args.name}.id}}", {**args.inputs, **answered}

    def call(self, args: MockCallArgs) -> dict[str, Any]:
        return {"id": f"${{{next(iter(args.args.values())).lower()}.id}}", "encryption": "new", "codecs": ["new"]}


@pulumi.runtime.test
def run(program: str) -> pulumi.Output[None]:
    pulumi.runtime.set_mocks(Recorder(), project="tested", stack="test", preview=False)
    pulumi.runtime.set_all_config({f"tested:{key}": value for key, value in config.items()})
    runpy.run_path(program)
    told = {"resources": resources, "outputs": pulumi.Output.all(**exports)}
    return pulumi.Output.all(**told).apply(lambda each: print(json.dumps(each)))


pulumi.export = exports.__setitem__
for program in programs:
    resources.clear()
    exports.clear()
    run(program)
