"""A table with no server: the WebAssembly build, its host, and what it stores."""
