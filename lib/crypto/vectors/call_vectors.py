"""Checks public/vectors/signed-requests.json and webhooks.json with `cryptography` alone: python3 call_vectors.py

`python3 call_vectors.py make` wrote them, with the signers of sealed-at-the-till.json.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

folder = pathlib.Path(__file__).resolve().parents[3] / "public" / "vectors"
signers = json.loads((folder / "sealed-at-the-till.json").read_text())["signers"]


class Refused(Exception):
    """Its text is the verdict."""


# Requests: RFC 7515 appendix F, RFC 7797.


def verify_request(body, signature, jwk):
    """What the signature is for, None where it does not say."""
    parts = signature.split(".")
    if len(parts) != 3 or parts[1] != "":
        raise Refused("malformed_signature")
    header = json.loads(decode(parts[0]))
    known = ["b64", "sealslip"] if "sealslip" in header else ["b64"]
    if header["alg"] not in ("ES256", "EdDSA") or header.get("b64") is not False:
        raise Refused("unsupported_algorithm")
    if "b64" not in header.get("crit", []) or not set(header["crit"]) <= set(known):
        raise Refused("unsupported_algorithm")
    verify_bytes(f"{parts[0]}.".encode() + body, decode(parts[2]), header["alg"], jwk)
    if header["kid"] != thumbprint(jwk):
        raise Refused("wrong_signature")
    return header.get("sealslip")


def verify_bytes(message, signature, algorithm, jwk):
    if algorithm != ("ES256" if jwk["kty"] == "EC" else "EdDSA"):
        raise Refused("wrong_signature")
    try:
        if algorithm == "EdDSA":
            read_public(jwk).verify(signature, message)
            return
        r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
        der = utils.encode_dss_signature(r, s)
        read_public(jwk).verify(der, message, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise Refused("wrong_signature") from None


def read_public(jwk):
    if jwk["kty"] == "OKP":
        return ed25519.Ed25519PublicKey.from_public_bytes(decode(jwk["x"]))
    x, y = (int.from_bytes(decode(jwk[name]), "big") for name in ("x", "y"))
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def thumbprint(jwk):
    """RFC 7638."""
    members = {name: jwk[name] for name in sorted(jwk) if name in ("crv", "kty", "x", "y")}
    return encode(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


# Webhooks: Standard Webhooks.


def verify_delivery(headers, body, secret, now):
    """The event."""
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    if not all(given.get(name) for name in names):
        raise Refused("missing_header")
    event_id, time, signatures = (given[name] for name in names)
    expected = sign_delivery(secret, event_id, time, body)
    if not any(hmac.compare_digest(one, expected) for one in signatures.split(" ")):
        raise Refused("wrong_signature")
    if abs(now - int(time)) > 300:
        raise Refused("wrong_time")
    try:
        event = json.loads(body)
        return {"eventId": event_id, "type": event["type"], "createdAt": event["timestamp"], "data": event["data"]}
    except (ValueError, KeyError, TypeError):
        raise Refused("not_an_event") from None


def sign_delivery(secret, event_id, time, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"{event_id}.{time}.{body}".encode(), "sha256")
    return f"v1,{base64.b64encode(mac).decode()}"


# Both


def check():
    """How many are valid, and how many refused, of each file."""
    counts = {}
    for name in ("signed-requests", "webhooks"):
        cases = json.loads((folder / f"{name}.json").read_text())["cases"]
        verdicts = [judge(name, case) for case in cases]
        for case, verdict in zip(cases, verdicts, strict=True):
            assert verdict == case["verdict"], (name, case["name"], verdict)
        valid = verdicts.count("valid")
        counts[name] = {"valid": valid, "refused": len(cases) - valid}
    return counts


def judge(name, case):
    try:
        if name == "webhooks":
            event = verify_delivery(case["headers"], case["body"], case["secret"], case["now"])
            assert event == case["event"], case["name"]
        else:
            binding = verify_request(case["body"].encode(), case["signature"], case["publicKey"])
            assert binding == case["binding"], case["name"]
    except Refused as refused:
        return str(refused)
    return "valid"


def make():
    write("signed-requests", make_requests(), requests_about)
    write("webhooks", make_deliveries(), webhooks_about)


requests_about = [
    "Requests with their X-Merchant-Signature: a detached JWS with an unencoded payload (RFC 7515 appendix F, RFC 7797).",
    "The payload is `body` in UTF-8, byte for byte. `binding` is the member `sealslip` of the JWS header.",
    "The keys are those of `signers` in sealed-at-the-till.json. They are public: use them for nothing else.",
]

webhooks_about = [
    "Deliveries of webhooks (Standard Webhooks): HMAC-SHA256 over id, time, and body, under the bytes behind whsec_.",
    "`now` is the receiver's clock in Unix seconds. It may be 300 seconds from webhook-timestamp.",
    "The secrets are public: use them for nothing else.",
]


def make_requests():
    binding = {"organization": "org_vectors", "environment": "development", "request": "create", "gateway": "gateway_one"}
    body = '{"receiptId":"r-1001","merchantName":"Café ☕ 東京","amount":1250}'
    cases = []

    def add(name, verdict="valid", *, signer="ES256", sent=body, key=None, edit=None, **header):
        own = {"b64": False, "crit": ["b64"], **header}
        signature = sign(body, signer, own)
        public = signers[key or signer]["publicKey"]
        cases.append({
            "name": name, "verdict": verdict, "body": sent, "signature": edit(signature) if edit else signature,
            "publicKey": public, "publicKeyPem": write_pem(public), "binding": own.get("sealslip"),
        })

    bound = {"crit": ["b64", "sealslip"], "sealslip": binding}
    for signer in ("ES256", "EdDSA"):
        add(f"{signer}", signer=signer)
        add(f"{signer}, with what it is for", signer=signer, **bound)
    add("one byte of the body changed", "wrong_signature", sent=body.replace("1250", "1251"))
    spaced = json.dumps(json.loads(body), ensure_ascii=False)
    add("the JSON written anew", "wrong_signature", sent=spaced)
    add("a byte order mark before the body", "wrong_signature", sent="\ufeff" + body)
    add("the key of another signer", "wrong_signature", key="EdDSA")
    add("a kid that is not the key's", "wrong_signature", kid=signers["EdDSA"]["thumbprint"])
    add("a payload between the dots", "malformed_signature", edit=lambda jws: jws.replace("..", f".{encode(body.encode())}."))
    add("no dots", "malformed_signature", edit=lambda jws: jws.replace(".", ""))
    add("an encoded payload", "unsupported_algorithm", b64=True)
    add("b64 that is not critical", "unsupported_algorithm", crit=[])
    add("an unknown critical member", "unsupported_algorithm", crit=["b64", "exp"], exp=1)
    add("alg none", "unsupported_algorithm", alg="none")
    return cases


def sign(body, signer, header):
    jwk = signers[signer]
    header = {"alg": signer, "kid": jwk["thumbprint"], **header}
    protected = encode(json.dumps(header, separators=(",", ":")).encode())
    message, secret = f"{protected}.{body}".encode(), decode(jwk["privateKey"]["d"])
    if signer == "EdDSA":
        signature = ed25519.Ed25519PrivateKey.from_private_bytes(secret).sign(message)
    else:
        key = ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())
        r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return f"{protected}..{encode(signature)}"


def write_pem(jwk):
    spki = serialization.PublicFormat.SubjectPublicKeyInfo
    return read_public(jwk).public_bytes(serialization.Encoding.PEM, spki).decode()


def make_deliveries():
    secret, other = (f"whsec_{base64.b64encode(hashlib.sha256(name).digest()).decode()}" for name in (b"one", b"two"))
    event_id, now = "evt_01a2000000007000a000000000000000", 1796000000
    data = {"paymentId": "pay_vectors", "note": "Café ☕ 東京"}
    event = {"type": "receipt.delivered", "timestamp": "2026-11-29T09:33:20.000Z", "data": data}
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    cases = []

    def add(name, verdict="valid", *, sent=body, signed=body, age=0, by=secret, more="", drop=None, titled=False):
        time = str(now - age)
        headers = {
            "webhook-id": event_id, "webhook-timestamp": time,
            "webhook-signature": more + sign_delivery(by, event_id, time, signed),
        }
        if titled:
            headers = {name.title(): value for name, value in headers.items()}
        headers.pop(drop, None)
        found = {"eventId": event_id, "type": event["type"], "createdAt": event["timestamp"], "data": data}
        cases.append({
            "name": name, "verdict": verdict, "secret": secret, "now": now, "headers": headers, "body": sent,
            "event": found if verdict == "valid" else None,
        })

    add("a delivery")
    add("names of headers in another case", titled=True)
    add("two signatures, while a secret is rotated", more=f"{sign_delivery(other, event_id, str(now), body)} ")
    add("a signature of a later version beside it", more="v2,AAAA ")
    add("300 seconds old", age=300)
    add("300 seconds from the future", age=-300)
    add("301 seconds old", "wrong_time", age=301)
    add("301 seconds from the future", "wrong_time", age=-301)
    add("the secret of another endpoint", "wrong_signature", by=other)
    add("a changed body", "wrong_signature", sent=body.replace("delivered", "opened"))
    add("the JSON written anew", "wrong_signature", sent=json.dumps(event, ensure_ascii=False))
    add("no id", "missing_header", drop="webhook-id")
    add("no time", "missing_header", drop="webhook-timestamp")
    add("no signature", "missing_header", drop="webhook-signature")
    add("a body that is not an event", "not_an_event", sent="[]", signed="[]")
    add("a body that is not JSON", "not_an_event", sent="hello", signed="hello")
    return cases


def write(name, cases, about):
    text = json.dumps({"about": about, "cases": cases}, indent=2, ensure_ascii=False)
    (folder / f"{name}.json").write_text(f"{text}\n")


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


if sys.argv[1:] == ["make"]:
    make()
print(json.dumps(check()))
