"""The codes of the API's errors."""

ERROR_CODES = frozenset(
    {
        "invalid_request",
        "invalid_signature",
        "unauthorized",
        "payment_declined",
        "forbidden",
        "step_up_required",
        "second_factor_required",
        "not_found",
        "method_not_allowed",
        "conflict",
        "payload_too_large",
        "unsupported_media_type",
        "rate_limit_exceeded",
        "internal_server_error",
        "service_unavailable",
    }
)
