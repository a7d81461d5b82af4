"""All messages between server and clients, as typed structs and nothing else.

`up` is what a client sends over the table's socket, `down` what the server sends, `rest` the bodies of the HTTP API,
`deals` those that compare matches with the same cards. The TypeScript types of the web client and the protocol's
documents are generated from here.
"""

from typing import Final

PROTOCOL: Final = 1
"""Goes up when an old page could no longer understand the server; `Welcome` names it, and an old page reloads."""
