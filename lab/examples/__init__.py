"""Examples for researchers: each is a script, and the tests run each in a short form."""
