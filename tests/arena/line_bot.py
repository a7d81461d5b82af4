"""A bot that speaks the line protocol and nothing else: it imports nothing of ours. It takes the first legal act."""

import json
import sys


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "decide" in message:
            print(json.dumps({"act": message["decide"]["legal"][0]}), flush=True)


if __name__ == "__main__":
    main()
