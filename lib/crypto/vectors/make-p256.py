"""Makes p256.json, once: python3 make-p256.py > p256.json

What vectors.json is for RSA, for recipients with a P-256 key: envelopes by joserfc 1.6.5 of the Python package
index, keys by cryptography 48. `python3 make-p256.py open < envelope.json` prints the receipt of an envelope that
this project has sealed for that key pair.
"""

import base64
import hashlib
import json
import pathlib
import sys

from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwe
from joserfc.jwk import ECKey

PEM, DER = ser.Encoding.PEM, ser.Encoding.DER
SPKI, PKCS8 = ser.PublicFormat.SubjectPublicKeyInfo, ser.PrivateFormat.PKCS8
SEC1 = ser.PrivateFormat.TraditionalOpenSSL
X962, COMPRESSED = ser.Encoding.X962, ser.PublicFormat.CompressedPoint
PLAIN = ser.NoEncryption()

algorithms = ["ECDH-ES+A256KW", "A256GCM"]
prime = 2**256 - 2**224 + 2**192 + 2**96 - 1


def b64(raw):
    return base64.b64encode(raw).decode()


def b64u(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def public(key, encoding=PEM, form=SPKI):
    return key.public_key().public_bytes(encoding, form)


def private(key, encoding=PEM, form=PKCS8):
    return key.private_bytes(encoding, form, PLAIN)


def key_id(key):
    numbers = key.public_key().public_numbers()
    x, y = (b64u(value.to_bytes(32, "big")) for value in (numbers.x, numbers.y))
    members = {"crv": "P-256", "kty": "EC", "x": x, "y": y}
    return "key_" + b64u(hashlib.sha256(compact(members).encode()).digest())


def described(key):
    return {"keyId": key_id(key), "publicKey": public(key).decode(), "privateKey": private(key).decode()}


def seal(key, payment_id, receipt):
    plaintext = json.dumps(receipt, ensure_ascii=False).encode()
    aad = compact({"paymentId": payment_id, "v": 1}).encode()
    envelope = jwe.FlattenedJSONEncryption({"enc": "A256GCM"}, plaintext, aad=aad)
    header = {"alg": "ECDH-ES+A256KW", "kid": key_id(key)}
    envelope.add_recipient(header, ECKey.import_key(public(key).decode()))
    sealed = jwe.encrypt_json(envelope, None, algorithms=algorithms)
    return {"paymentId": payment_id, "receipt": receipt, "sealed": sealed}


def refused_public_keys(key):
    der, numbers = public(key, DER), key.public_key().public_numbers()
    head, point = der[:26], der[26:]
    compressed = bytes.fromhex("3039301306072a8648ce3d020106082a8648ce3d030107032200") + public(key, X962, COMPRESSED)
    given, unsupported, malformed, weak = "private_key_given", "unsupported_key", "malformed_key", "weak_key"
    off_curve = head + b"\x04" + point[1:33] + (numbers.y ^ 1).to_bytes(32, "big")
    other = {name: ec.generate_private_key(curve) for name, curve in curves.items()}
    table = [
        ("private PEM PKCS#8", private(key).decode(), given),
        ("private base64 PKCS#8", b64(private(key, DER)), given),
        ("private PEM SEC 1", private(key, form=SEC1).decode(), given),
        ("private base64 SEC 1", b64(private(key, DER, SEC1)), given),
        ("private JWK", json.dumps(ECKey.import_key(private(key).decode()).as_dict(private=True)), given),
        *((name, public(value).decode(), unsupported) for name, value in other.items()),
        ("compressed point", b64(compressed), unsupported),
        ("hybrid point", b64(head + bytes([6 + (numbers.y & 1)]) + point[1:]), unsupported),
        ("zero point", b64(head + b"\x04" + bytes(32) + bytes(32)), weak),
        ("point off the curve", b64(off_curve), weak),
        ("coordinate of the prime or more", b64(head + b"\x04" + prime.to_bytes(32, "big") + point[33:]), weak),
        ("point at infinity", b64(bytes.fromhex("3019301306072a8648ce3d020106082a8648ce3d03010703020000")), unsupported),
        ("raw point", b64(point), malformed),
        ("cut short", b64(der[:-1]), malformed),
        ("trailing bytes", b64(der + b"\x00"), malformed),
        ("public JWK", json.dumps(ECKey.import_key(public(key).decode()).as_dict(private=False)), malformed),
    ]
    return [{"name": name, "text": value, "reason": reason} for name, value, reason in table]


def refused_private_keys(key):
    table = [
        *((name, private(ec.generate_private_key(curve)).decode(), "unsupported_key") for name, curve in curves.items()),
        ("PEM SEC 1", private(key, form=SEC1).decode(), "malformed_key"),
        ("base64 SEC 1", b64(private(key, DER, SEC1)), "malformed_key"),
        ("public PEM", public(key).decode(), "malformed_key"),
        ("cut short", b64(private(key, DER)[:-1]), "malformed_key"),
    ]
    return [{"name": name, "text": value, "reason": reason} for name, value, reason in table]


curves = {"P-384": ec.SECP384R1(), "P-521": ec.SECP521R1(), "secp256k1": ec.SECP256K1()}


def make():
    key, other = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    receipt = {"merchantName": "Café Zürich ☕ 東京 😀", "totalAmount": 1250, "unknownField": {"nested": [None, True, -0.5, ""]}}
    return {
        "keyPair": described(key),
        "otherKeyPair": described(other),
        "sealedReceipts": [
            seal(key, "pay_01JZ0000000000000000000000", receipt),
            seal(key, "pay_empty", {}),
            seal(key, "pay_\"quoted\" ü", {"a": 1}),
        ],
        "refusedPublicKeys": refused_public_keys(key),
        "refusedPrivateKeys": refused_private_keys(key),
    }


if sys.argv[1:] == ["open"]:
    pair = json.loads(pathlib.Path(__file__).with_name("p256.json").read_text())["keyPair"]
    opened = jwe.decrypt_json(json.load(sys.stdin), ECKey.import_key(pair["privateKey"]), algorithms=algorithms)
    print(opened.plaintext.decode())
else:
    print(json.dumps(make(), indent=2, ensure_ascii=False))
