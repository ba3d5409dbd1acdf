import base64, hmac, json, time


def verify(secret, headers, body):
    """The event of a delivery. Raises ValueError unless it is signed with your secret and less than five minutes old."""
    given = {name.lower(): value for name, value in headers.items()}
    id, at, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256")
    expected = "v1," + base64.b64encode(mac).decode()
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split()):
        raise ValueError("The signature is wrong")
    if not abs(time.time() - int(at)) < 300:
        raise ValueError("The delivery is too old")
    return json.loads(body)
