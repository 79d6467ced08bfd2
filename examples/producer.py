#!/usr/bin/env python3
"""Sends events to a Headpond buffer, as NDJSON, and honours its refusals. Python's standard library only.

    examples/producer.py URL < events.ndjson          URL: the buffer's endpoint, .../v1/events

202 or 200: the events are taken (what that promises depends on the buffer's acknowledge mode). 429 and 503: nothing of the
request was taken; wait as Retry-After says, with jitter so that many producers do not come back in one moment, and send it
again. Any other answer: sending the same again will not help.
"""

import itertools
import json
import random
import sys
import time
import urllib.error
import urllib.request

EVENTS_PER_REQUEST = 100
BYTES_PER_REQUEST = 1 << 20
ATTEMPTS_MAX = 20


def send(url: str, lines: list[bytes]) -> dict:
    """Sends whole lines in one request; all of them are taken or none, but for lines that are no JSON."""
    request = urllib.request.Request(url, b"".join(lines), {"Content-Type": "application/x-ndjson"})
    for _ in range(ATTEMPTS_MAX):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503):
                raise SystemExit(f"refused for good: {refusal.code} {refusal.read().decode()}") from None
            wait = int(refusal.headers.get("Retry-After", "1"))
        time.sleep(wait * random.uniform(1, 1.5))
    raise SystemExit(f"refused {ATTEMPTS_MAX} times; the buffer is over its limits")


def requests(lines):
    """Cuts lines into requests by number and size."""
    group, size = [], 0
    for line in lines:
        if group and (len(group) == EVENTS_PER_REQUEST or size + len(line) > BYTES_PER_REQUEST):
            yield group
            group, size = [], 0
        group.append(line)
        size += len(line)
    if group:
        yield group


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    accepted, rejected = 0, []
    for group in requests(line for line in sys.stdin.buffer if line.strip()):
        answer = send(sys.argv[1], group)
        accepted += answer["accepted"]
        rejected += answer.get("rejected", [])
    print(f"accepted {accepted}, rejected {len(rejected)}", *itertools.islice(rejected, 5))


main()
