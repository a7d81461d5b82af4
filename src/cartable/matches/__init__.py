"""One match in progress, without a network: the log, the dealer, the judge's record, the referee."""
