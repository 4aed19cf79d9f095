"""Reads HTTP answers as JSON lines and prints what httplint notes about each: a list of [level, class, summary] a line."""

import json
import sys
import time

from httplint import HttpResponseLinter

for line in sys.stdin:
    answer = json.loads(line)
    linter = HttpResponseLinter(start_time=time.time())
    linter.is_head_response = answer["isHead"]
    linter.process_response_topline(b"1.1", str(answer["status"]).encode(), answer["phrase"].encode())
    linter.process_headers([(name.encode(), value.encode()) for name, value in answer["headers"]])
    linter.feed_content(answer["body"].encode())
    linter.finish_content(True, [])
    notes = [note for each in linter.notes for note in [each, *each.subnotes]]
    print(json.dumps([[note.level.name, type(note).__name__, str(note.summary)] for note in notes]))
