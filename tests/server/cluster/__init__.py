"""The bus between the processes of a house, and the channels on it."""
