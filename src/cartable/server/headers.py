"""What every response says about itself: nothing is framed, guessed, remembered or loaded from elsewhere."""

from collections.abc import Iterable

Pairs = tuple[tuple[bytes, bytes], ...]


def security(script_hashes: Iterable[str] = ()) -> Pairs:
    """The headers. Scripts are our own files, and those in the page itself that have one of these hashes."""
    policy = "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *script_hashes)),
            "style-src 'self' 'unsafe-inline'",  # the client moves cards by setting their styles
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    }
    return tuple((name.encode(), value.encode()) for name, value in headers.items())
