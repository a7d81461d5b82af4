"""The stores, by themselves."""
