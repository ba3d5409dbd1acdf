"""Checks public/vectors/sealed-at-the-till.json with the package `cryptography` alone: python3 verify_till.py

Opens every envelope, checks every signature, and finds what is wrong with each refused one. `python3 verify_till.py add`
reads the vectors of make-till-vectors.ts and adds what the Python client seals for the same keys.
"""

import base64
import hashlib
import json
import pathlib
import sys

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, keywrap, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

root = pathlib.Path(__file__).resolve().parents[3]


class Refused(Exception):
    """Its text is the verdict."""


def open_envelope(envelope, payment_id, key):
    """The bytes that were sealed."""
    header = envelope["header"]
    if json.loads(decode(envelope["protected"])) != {"enc": "A256GCM"}:
        raise Refused("unsupported_algorithm")
    if json.loads(decode(envelope["aad"])) != {"paymentId": payment_id, "v": 1}:
        raise Refused("wrong_payment")
    try:
        content_key = unwrap(decode(envelope["encrypted_key"]), header, key)
        data = f"{envelope['protected']}.{envelope['aad']}".encode()
        encrypted = decode(envelope["ciphertext"]) + decode(envelope["tag"])
        return AESGCM(content_key).decrypt(decode(envelope["iv"]), encrypted, data)
    except (InvalidTag, keywrap.InvalidUnwrap):
        raise Refused("wrong_key") from None


def unwrap(wrapped, header, key):
    if isinstance(key, rsa.RSAPrivateKey):
        assert header["alg"] == "RSA-OAEP-256"
        return key.decrypt(wrapped, padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None))
    assert header["alg"] == "ECDH-ES+A256KW"
    try:
        ephemeral = read_point(header["epk"])
    except ValueError:
        raise Refused("malformed_envelope") from None
    # RFC 7518 section 4.6.2: one round of the Concat KDF, spelled out.
    secret, algorithm = key.exchange(ec.ECDH(), ephemeral), b"\0\0\0\x0eECDH-ES+A256KW"
    wrapping_key = hashlib.sha256(b"\0\0\0\1" + secret + algorithm + bytes(8) + b"\0\0\1\0").digest()
    return keywrap.aes_key_unwrap(wrapping_key, wrapped)


def read_receipt(plaintext):
    receipt = json.loads(plaintext)
    if not isinstance(receipt, dict):
        raise Refused("malformed_envelope")
    return receipt


def check(receipt, payment_id, own):
    """Returns the signer's thumbprint, None without a signature."""
    fields = {name: value for name, value in receipt.items() if name != "merchantSignature"}
    if fields["paymentId"] != payment_id:
        raise Refused("another_payment")
    signer = None
    if "merchantSignature" in receipt:
        signed, signer = verify(receipt["merchantSignature"])
        if json.loads(signed) != fields:
            raise Refused("not_what_was_signed")
    sealed_to = fields["sealedTo"]
    if own not in (sealed_to if isinstance(sealed_to, list) else [sealed_to]):
        raise Refused("sealed_to_another_key")
    return signer


def verify(proof):
    """RFC 7515 appendix F, RFC 7797."""
    protected, empty, signature = proof["jws"].split(".")
    header, jwk, raw = json.loads(decode(protected)), proof["jwk"], decode(signature)
    signed = decode(proof["signedBytes"])
    data = protected.encode() + b"." + signed
    known = ["b64", "sealslip"] if "sealslip" in header else ["b64"]
    assert empty == "" and header["b64"] is False and header["crit"] == known
    try:
        if jwk["kty"] == "EC":
            der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
            read_point(jwk).verify(der, data, ec.ECDSA(hashes.SHA256()))
        else:
            ed25519.Ed25519PublicKey.from_public_bytes(decode(jwk["x"])).verify(raw, data)
    except InvalidSignature:
        raise Refused("broken_signature") from None
    if header["kid"] != thumbprint(jwk):
        raise Refused("broken_signature")
    return signed, header["kid"]


def read_binding(proof):
    return json.loads(decode(proof["jws"].split(".")[0])).get("sealslip")


def read_point(jwk):
    x, y = (int.from_bytes(decode(jwk[name]), "big") for name in "xy")
    return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()


def thumbprint(jwk):
    text = json.dumps(jwk, sort_keys=True, separators=(",", ":"))
    return encode(hashlib.sha256(text.encode()).digest())


def thumbprint_of(public_key):
    numbers = public_key.public_numbers()
    if isinstance(public_key, rsa.RSAPublicKey):
        e = numbers.e.to_bytes((numbers.e.bit_length() + 7) // 8, "big")
        return thumbprint({"kty": "RSA", "n": encode(numbers.n.to_bytes(256, "big")), "e": encode(e)})
    x, y = (encode(value.to_bytes(32, "big")) for value in (numbers.x, numbers.y))
    return thumbprint({"kty": "EC", "crv": "P-256", "x": x, "y": y})


def decode(text):
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), b"-_", validate=True)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_keys(vectors):
    pairs = vectors["keys"].items()
    return {name: serialization.load_pem_private_key(pair["privateKey"].encode(), None) for name, pair in pairs}


def envelopes_of(body):
    sealed = body["sealedReceipt"]
    return [sealed, *({**sealed, **other} for other in body.get("otherRecipients", []))]


def verify_all(vectors):
    keys = read_keys(vectors)
    own = {name: thumbprint_of(key.public_key()) for name, key in keys.items()}
    opened = 0
    for case in vectors["sealed"]:
        payment_id, readers = case["reservation"]["paymentId"], case["readers"]
        sealed_to = [own[name] for name in readers]
        assert case["sealedTo"] == (sealed_to if len(readers) > 1 else sealed_to[0]), case["name"]
        envelopes = envelopes_of(case["body"])
        assert len(envelopes) == len(readers), case["name"]
        for reader, envelope in zip(readers, envelopes):
            plaintext = open_envelope(envelope, payment_id, keys[reader])
            assert plaintext == decode(case["plaintext"]) and len(plaintext) % 1024 == 0, case["name"]
            receipt = read_receipt(plaintext)
            signer = check(receipt, payment_id, own[reader])
            expected = case["signer"] and vectors["signers"][case["signer"]]["thumbprint"]
            assert signer == expected, case["name"]
            proof = receipt.pop("merchantSignature", None)
            assert proof is None or read_binding(proof) == case["binding"], case["name"]
            added = {"paymentId": payment_id, "sealedTo": case["sealedTo"], "sealedAt": "till"}
            assert receipt == {**case["receipt"], **added}, case["name"]
            opened += 1
    for case in vectors["refused"]:
        reader, payment_id = case["reader"], case["paymentId"]
        try:
            check(read_receipt(open_envelope(case["envelope"], payment_id, keys[reader])), payment_id, own[reader])
            verdict = "none"
        except Refused as refusal:
            verdict = str(refusal)
        assert verdict == case["verdict"], (case["name"], verdict)
    print(json.dumps({"opened": opened, "refused": len(vectors["refused"])}))


def add(vectors):
    sys.path.insert(0, str(root / "packages/python"))
    from sealslip import seal_receipt

    signers = {}
    for name, pair in vectors["signers"].items():
        raw = decode(pair["privateKey"]["d"])
        signers[name] = (
            ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
            if name == "ES256"
            else ed25519.Ed25519PrivateKey.from_private_bytes(raw)
        )
    keys = read_keys(vectors)
    for case in list(vectors["sealed"]):
        body = seal_receipt(case["reservation"], case["receipt"], signers.get(case["signer"]), case["binding"])
        plaintext = open_envelope(body["sealedReceipt"], case["reservation"]["paymentId"], keys[case["readers"][0]])
        other = {"sealedBy": "packages/python", "plaintext": encode(plaintext), "body": body}
        vectors["sealed"].append({**case, **other})
    print(json.dumps(vectors, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    if sys.argv[1:] == ["add"]:
        add(json.load(sys.stdin))
    else:
        verify_all(json.loads((root / "public/vectors/sealed-at-the-till.json").read_text()))
