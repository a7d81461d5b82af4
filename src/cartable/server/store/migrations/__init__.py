"""The steps from an empty database to the present schema, run when a store is opened."""
