"""Brings the program of this folder up by Pulumi's Automation API, which needs no language host for Python."""

import runpy

from pulumi import automation


def program() -> None:
    runpy.run_path("__main__.py")


options = automation.LocalWorkspaceOptions(work_dir=".")
stack = automation.select_stack("test", "tested", program, opts=options)
stack.up(on_output=print, color="never")
