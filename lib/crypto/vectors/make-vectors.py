"""Makes vectors.json, once: python3 make-vectors.py > vectors.json

Every value comes from implementations that share no code with this project: jwcrypto for the
envelopes, cryptography for keys and AES-GCM, the standard library for HMAC, SHA-256 and CRC-32.
Keys and IVs are random, so a second run makes other vectors; there is no need for one unless a
format gets a new version, and then the old vectors stay.
"""

import base64
import datetime
import hashlib
import hmac
import json
import os
import zlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from jwcrypto import jwe, jwk

PEM, DER = ser.Encoding.PEM, ser.Encoding.DER
SPKI, PKCS8 = ser.PublicFormat.SubjectPublicKeyInfo, ser.PrivateFormat.PKCS8
PKCS1 = ser.PrivateFormat.TraditionalOpenSSL
PLAIN = ser.NoEncryption()


def b64(raw):
    return base64.b64encode(raw).decode()


def b64u(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def public(key, encoding=PEM, form=SPKI):
    return key.public_key().public_bytes(encoding, form)


def private(key, encoding=PEM, form=PKCS8, encryption=PLAIN):
    return key.private_bytes(encoding, form, encryption)


def public_of(modulus, exponent=65537):
    return rsa.RSAPublicNumbers(exponent, modulus).public_key().public_bytes(PEM, SPKI).decode()


def key_id(key):
    numbers = key.public_key().public_numbers()
    size = (numbers.e.bit_length() + 7) // 8
    members = {"e": b64u(numbers.e.to_bytes(size, "big")), "kty": "RSA", "n": b64u(numbers.n.to_bytes(256, "big"))}
    return "key_" + b64u(hashlib.sha256(compact(members).encode()).digest())


def sealed(key, payment_id, receipt):
    envelope = jwe.JWE(
        compact(receipt).encode(),
        protected=compact({"enc": "A256GCM"}),
        aad=compact({"paymentId": payment_id, "v": 1}).encode(),
    )
    recipient = jwk.JWK.from_pem(public(key))
    envelope.add_recipient(recipient, header=compact({"alg": "RSA-OAEP-256", "kid": key_id(key)}))
    return {"paymentId": payment_id, "receipt": receipt, "sealed": json.loads(envelope.serialize())}


def card_index(peppers, hashed_pan):
    digits = hashed_pan.lower().encode()
    values = [{"version": v, "valueHex": hmac.new(p, digits, hashlib.sha256).hexdigest()} for v, p in peppers]
    return {"hashedPan": hashed_pan, "candidates": values}


def keyring_ciphertext(keys, version, plaintext, context):
    head, iv = version.to_bytes(2, "big"), os.urandom(12)
    body = AESGCM(keys[version]).encrypt(iv, plaintext.encode(), head + context.encode())
    return {"plaintext": plaintext, "context": context, "ciphertext": b64(head + iv + body)}


def api_key(prefix):
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    body = prefix + "".join(digits[byte % 62] for byte in os.urandom(32))
    rest, checksum = zlib.crc32(body.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        checksum = digits[digit] + checksum
    return body + checksum


def certificate(key):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "vector")])
    start = datetime.datetime(2026, 1, 1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, start, start + datetime.timedelta(days=1))
    return builder.sign(key, hashes.SHA256()).public_bytes(PEM).decode()


def even_modulus(spki):
    # The modulus ends right before 02 03 01 00 01, the exponent.
    at = len(spki) - 6
    return spki[:at] + bytes([spki[at] & 0xFE]) + spki[at + 1 :]


def der_of(tag, content):
    return bytes([tag, 0x82]) + len(content).to_bytes(2, "big") + content


def bytes_inside(key):
    algorithm, bits = public(key, DER)[4:19], public(key, DER)[23:]
    return der_of(0x30, algorithm + der_of(0x03, bits + b"\x00"))


def without_null(key):
    oid, bits = public(key, DER)[6:17], public(key, DER)[23:]
    return der_of(0x30, b"\x30\x0b" + oid + der_of(0x03, bits))


def refused_public_keys(key, others):
    spki, text = public(key, DER), public(key).decode()
    names_private, unsupported, malformed = "private_key_given", "unsupported_key", "malformed_key"
    encrypted = private(key, encryption=ser.BestAvailableEncryption(b"secret")).decode()
    sec1 = private(others["ec"], DER, PKCS1)
    private_jwk = jwk.JWK.from_pem(private(key)).export_private()
    numbers = key.public_key().public_numbers()
    # The last byte of the algorithm identifier: 1 is rsaEncryption, 10 is id-RSASSA-PSS.
    pss = spki[:16] + b"\x0a" + spki[17:]
    table = [
        ("private PEM PKCS#8", private(key).decode(), names_private),
        ("private PEM PKCS#1", private(key, form=PKCS1).decode(), names_private),
        ("private PEM, encrypted", encrypted, names_private),
        ("private base64 PKCS#8", b64(private(key, DER)), names_private),
        ("private base64url PKCS#8", b64u(private(key, DER)), names_private),
        ("private base64 PKCS#1", b64(private(key, DER, PKCS1)), names_private),
        ("private under a public label", text.split("\n")[0] + "\n" + b64(private(key, DER)) + "\n-----END PUBLIC KEY-----", names_private),
        ("public and private PEM", text + private(key).decode(), names_private),
        ("private JWK", private_jwk, names_private),
        ("private EC PEM", private(others["ec"], form=PKCS1).decode(), names_private),
        ("private EC base64 SEC1", b64(sec1), names_private),
        ("private Ed25519 PEM", private(others["ed25519"]).decode(), names_private),
        ("Ed25519", public(others["ed25519"]).decode(), unsupported),
        ("RSASSA-PSS identifier", b64(pss), unsupported),
        ("RSA-1024", public(others["rsa1024"]).decode(), unsupported),
        ("RSA-3072", public(others["rsa3072"]).decode(), unsupported),
        ("RSA-4096", b64(public(others["rsa4096"], DER)), unsupported),
        ("RSA-2048, exponent 3", public(others["exponent3"]).decode(), unsupported),
        ("RSA-2047", public_of(numbers.n >> 1 | 1), unsupported),
        ("certificate", certificate(key), malformed),
        ("PKCS#1 PEM", public(key, form=ser.PublicFormat.PKCS1).decode(), malformed),
        ("PKCS#1 base64", b64(public(key, DER, ser.PublicFormat.PKCS1)), malformed),
        ("OpenSSH", public(key, ser.Encoding.OpenSSH, ser.PublicFormat.OpenSSH).decode(), malformed),
        ("trailing bytes inside", b64(spki + b"\x00"), malformed),
        ("text behind the last line", text.rstrip() + "x", malformed),
        ("text in front of the first line", "x" + text, malformed),
        ("two PEM blocks", text + text, malformed),
        ("other END label", text.replace("END PUBLIC KEY", "END RSA PUBLIC KEY"), malformed),
        ("no END line", text.split("-----END")[0], malformed),
        ("PEM header lines", text.replace("KEY-----\n", "KEY-----\nComment: x\n\n", 1), malformed),
        ("cut short", b64(spki[:-1]), malformed),
        ("length not in shortest form", b64(b"\x30\x83\x00" + spki[2:]), malformed),
        ("bytes after the key, inside", b64(bytes_inside(key)), malformed),
        ("algorithm without its NULL", b64(without_null(key)), malformed),
        ("empty", "", malformed),
        ("white space", " \r\n\t", malformed),
        ("empty PEM", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", malformed),
        ("not base64", "not a key!", malformed),
        ("base64 of text", b64(b"not a key"), malformed),
        ("hexadecimal", spki.hex(), malformed),
        ("too much padding", b64u(spki) + "===", malformed),
        ("NUL", text + "\x00", malformed),
    ]
    return [{"name": name, "text": value, "reason": reason} for name, value, reason in table]


def unsound_public_keys(key):
    spki, modulus = public(key, DER), key.public_key().public_numbers().n
    table = [
        ("even modulus", b64(even_modulus(spki))),
        ("even exponent", b64(spki[:-1] + b"\x02")),
        ("exponent of 257 bits", public_of(modulus, 2**256 + 1)),
    ]
    return [{"name": name, "text": value} for name, value in table]


def refused_private_keys(key, others):
    der, text = private(key, DER), private(key).decode()
    unsupported, malformed = "unsupported_key", "malformed_key"
    table = [
        ("RSA-1024", private(others["rsa1024"]).decode(), unsupported),
        ("RSA-3072", private(others["rsa3072"]).decode(), unsupported),
        ("RSA-2048, exponent 3", private(others["exponent3"]).decode(), unsupported),
        ("Ed25519", private(others["ed25519"]).decode(), unsupported),
        ("PKCS#1 PEM", private(key, form=PKCS1).decode(), malformed),
        ("PKCS#1 base64", b64(private(key, DER, PKCS1)), malformed),
        ("encrypted", private(key, encryption=ser.BestAvailableEncryption(b"secret")).decode(), malformed),
        ("public PEM", public(key).decode(), malformed),
        ("public base64", b64(public(key, DER)), malformed),
        ("public under a private label", "-----BEGIN PRIVATE KEY-----\n" + b64(public(key, DER)) + "\n-----END PRIVATE KEY-----", malformed),
        ("certificate", certificate(key), malformed),
        ("PKCS#8 under the PKCS#1 label", text.replace("PRIVATE", "RSA PRIVATE"), malformed),
        ("length not in shortest form", b64(b"\x30\x83\x00" + der[2:]), malformed),
        ("trailing bytes inside", b64(der + b"\x00"), malformed),
        ("text behind the last line", text.rstrip() + "x", malformed),
        ("cut short", b64(der[:-1]), malformed),
        ("empty", "", malformed),
        ("not base64", "not a key!", malformed),
        ("JWK", jwk.JWK.from_pem(private(key)).export_private(), malformed),
    ]
    return [{"name": name, "text": value, "reason": reason} for name, value, reason in table]


def make():
    def new_rsa(bits, exponent=65537):
        return rsa.generate_private_key(exponent, bits)

    key, other, escrow = new_rsa(2048), new_rsa(2048), new_rsa(2048)
    others = {
        "ec": ec.generate_private_key(ec.SECP256R1()),
        "ed25519": ed25519.Ed25519PrivateKey.generate(),
        "rsa1024": new_rsa(1024),
        "rsa3072": new_rsa(3072),
        "rsa4096": new_rsa(4096),
        "exponent3": new_rsa(2048, 3),
    }
    receipt = {
        "version": "1.0",
        "merchantName": "Café Zürich ☕ 東京 😀",
        "totalAmount": 1250,
        "items": [{"lineItemId": "1", "name": "Espresso \"doppio\"", "quantity": 1.5, "unitPrice": 833, "totalPrice": 1250}],
        "unknownField": {"nested": [None, True, -0.5, ""]},
    }
    peppers = [(2, os.urandom(32)), (1, os.urandom(48))]
    keys = {7: os.urandom(32), 300: os.urandom(32)}
    return {
        "keyPair": {"keyId": key_id(key), "publicKey": public(key).decode(), "privateKey": private(key).decode()},
        "otherKeyPair": {"keyId": key_id(other), "publicKey": public(other).decode(), "privateKey": private(other).decode()},
        "sealedReceipts": [
            sealed(key, "pay_01JZ0000000000000000000000", receipt),
            sealed(key, "pay_empty", {}),
            sealed(key, "pay_\"quoted\" ü", {"a": 1}),
        ],
        "notAnObject": sealed(key, "pay_list", [1, 2]),
        "escrow": {
            "versions": "3:" + b64(private(escrow, DER)) + ",1:" + b64(private(other, DER)),
            "keyId": key_id(escrow),
            "publicKey": public(escrow).decode(),
            **sealed(escrow, "pay_escrow", receipt),
        },
        "cardIndex": {
            "peppers": ",".join(f"{version}:{b64(pepper)}" for version, pepper in peppers),
            "indexes": [card_index(peppers, hashlib.sha256(b"4242424242424242").hexdigest()), card_index(peppers, "AB" * 32)],
        },
        "keyring": {
            "keys": ",".join(f"{version}:{b64(value)}" for version, value in keys.items()),
            "checkValuesHex": [hmac.new(value, b"sealslip key check v1", hashlib.sha256).hexdigest() for value in keys.values()],
            "ciphertexts": [
                keyring_ciphertext(keys, 7, "pi_secret_ü", "payment.client_secret:pay_1"),
                keyring_ciphertext(keys, 300, "", "gateway_connection.credentials:con_1"),
            ],
        },
        "apiKeys": [
            {"environment": "production", "key": api_key("ssk_prod_")},
            {"environment": "staging", "key": api_key("ssk_stg_")},
            {"environment": "development", "key": api_key("ssk_dev_")},
        ],
        "tokenHash": {"token": "tok_example", "hashHex": hashlib.sha256(b"tok_example").hexdigest()},
        "otherExponent": public_of(key.public_key().public_numbers().n, 65539),
        "refusedPublicKeys": refused_public_keys(key, others),
        "unsoundPublicKeys": unsound_public_keys(key),
        "refusedPrivateKeys": refused_private_keys(key, others),
    }


if __name__ == "__main__":
    print(json.dumps(make(), indent=2, ensure_ascii=False))
