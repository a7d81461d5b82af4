"""A bot from outside: it sits down at a table by its code and plays any game, choosing among its legal acts.

python lab/examples/bot.py http://127.0.0.1:8765 BCDFGH
"""

import hashlib
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def play(base: str, code: str, name: str = "Outsider") -> Any:
    """Sit down, play one match to its end, and tell its outcome."""
    table = f"{base}/api/tables/{code}"
    body = json.dumps({"name": name}).encode()
    with urlopen(Request(f"{table}/sit", body, {"content-type": "application/json"})) as seated:
        bearer = {"authorization": f"Bearer {json.load(seated)['key']}"}
    nonce, k, waiting, legal = secrets.token_bytes(32), -1, False, []
    with connect(f"{table.replace('http', 'ws', 1)}/socket", additional_headers=bearer, compression=None) as socket:
        socket.send('{"t": "hello", "v": 1}')
        for message in map(json.loads, socket):
            reply: dict[str, Any] = {}
            match message["t"]:
                case "welcome":  # whoever comes back goes on counting where the seat was left
                    k = message.get("k", -1)
                case "ping":  # at once: it measures the connection
                    reply = {"t": "pong", "p": message["p"]}
                case "deal":  # every device adds to the shuffle, so that nobody can steer it
                    reply = {"t": "nonce-hash", "deal": message["deal"], "hash": hashlib.sha256(nonce).hexdigest()}
                case "header":
                    reply = {"t": "nonce", "deal": message["deal"], "nonce": nonce.hex()}
                case "snapshot":
                    legal = message["shown"].get("legal", [])
                case "update":
                    legal = message.get("legal", legal)
                    reply = {"t": "seen", "n": message["n"]} if message.get("race") else {}
                case "answer":
                    waiting = False
            if reply:
                socket.send(json.dumps(reply))
            if message.get("outcome"):
                return message["outcome"]
            if legal and not waiting:
                k, waiting = k + 1, True
                socket.send(json.dumps({"t": "act", "k": k, "act": random.choice(legal)}))
    return None


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2]))
