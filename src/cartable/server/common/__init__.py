"""What every part of the server uses: clocks, codes and keys, logs, metrics, credentials, rate limits."""
