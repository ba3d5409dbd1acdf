import functools
import hashlib
import hmac
import json
import pathlib
import time
import unittest
import unittest.mock
from base64 import b64encode

from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealslip import (
    CryptoError,
    WebhookError,
    generate_device_keys,
    hash_identifier,
    open_envelope,
    seal_receipt,
    sign_receipt,
    verify_webhook,
)
from sealslip._json import decode_b64u, encode_b64u
from sealslip._rsa_modulus import find_flaw
from sealslip.envelope import import_private_key

ROOT = pathlib.Path(__file__).resolve().parents[3]


def load(path):
    return json.loads((ROOT / path).read_text())


till = load("public/vectors/sealed-at-the-till.json")
rsa_vectors, p256_vectors = (
    load(f"lib/crypto/vectors/{name}.json") for name in ("vectors", "p256")
)


#: Checking an RSA key takes longer than opening with it.
import_key = functools.cache(import_private_key)


def envelopes_of(body):
    return [
        body["sealedReceipt"],
        *({**body["sealedReceipt"], **one} for one in body.get("otherRecipients", [])),
    ]


def signer(name):
    secret = decode_b64u(till["signers"][name]["privateKey"]["d"])
    if name == "EdDSA":
        return ed25519.Ed25519PrivateKey.from_private_bytes(secret)
    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())


class VectorsTest(unittest.TestCase):
    def refuse(self, call, *reasons, name=None):
        with self.assertRaises(CryptoError, msg=name) as raised:
            call()
        self.assertIn(raised.exception.reason, reasons, name)

    def test_each_reader_opens_what_was_sealed_at_a_till(self):
        for case in till["sealed"]:
            payment_id = case["reservation"]["paymentId"]
            for reader, envelope in zip(case["readers"], envelopes_of(case["body"])):
                opened = open_envelope(
                    envelope, payment_id, import_key(till["keys"][reader]["privateKey"])
                )
                self.assertEqual(opened, json.loads(decode_b64u(case["plaintext"])), case["name"])

    def test_sealed_again_it_is_the_same(self):
        for case in till["sealed"]:
            key = case["signer"] and signer(case["signer"])
            body = seal_receipt(case["reservation"], case["receipt"], key, case["binding"])
            self.assertEqual(body["reservation"], case["reservation"]["reservation"])
            for reader, envelope in zip(case["readers"], envelopes_of(body)):
                keys = till["keys"][reader]
                opened = open_envelope(
                    envelope, case["reservation"]["paymentId"], import_key(keys["privateKey"])
                )
                self.assertEqual(envelope["header"]["kid"], keys["keyId"])
                expected = json.loads(decode_b64u(case["plaintext"]))
                if case["signer"] == "ES256":
                    # Another signature each time.
                    (
                        opened["merchantSignature"].pop("jws"),
                        expected["merchantSignature"].pop("jws"),
                    )
                self.assertEqual(json.dumps(opened), json.dumps(expected), case["name"])
            self.assertEqual(len(decode_b64u(body["sealedReceipt"]["ciphertext"])) % 1024, 0)

    def test_what_does_not_open(self):
        of_the_content = (
            "broken_signature",
            "not_what_was_signed",
            "another_payment",
            "sealed_to_another_key",
        )
        refused = [case for case in till["refused"] if case["verdict"] not in of_the_content]
        self.assertGreater(len(refused), 8)
        for case in refused:
            key = import_key(till["keys"][case["reader"]]["privateKey"])
            self.refuse(
                lambda: open_envelope(case["envelope"], case["paymentId"], key),
                case["verdict"],
                name=case["name"],
            )

    def test_envelopes_of_other_implementations(self):
        for vectors in (rsa_vectors, p256_vectors):
            for case in vectors["sealedReceipts"]:
                opened = open_envelope(
                    case["sealed"], case["paymentId"], import_key(vectors["keyPair"]["privateKey"])
                )
                self.assertEqual(opened, case["receipt"])
                other = import_key(vectors["otherKeyPair"]["privateKey"])
                self.refuse(
                    lambda: open_envelope(case["sealed"], case["paymentId"], other), "wrong_key"
                )
        other = load("lib/crypto/vectors/joserfc.json")
        opened = open_envelope(
            other["sealed"], other["paymentId"], import_key(rsa_vectors["keyPair"]["privateKey"])
        )
        self.assertEqual(opened, other["receipt"])
        array = rsa_vectors["notAnObject"]
        key = import_key(rsa_vectors["keyPair"]["privateKey"])
        self.refuse(
            lambda: open_envelope(array["sealed"], array["paymentId"], key), "malformed_envelope"
        )

    def test_changed_envelopes(self):
        case, key = (
            p256_vectors["sealedReceipts"][0],
            import_key(p256_vectors["keyPair"]["privateKey"]),
        )
        sealed, header = case["sealed"], case["sealed"]["header"]

        def open_with(**changes):
            return open_envelope({**sealed, **changes}, case["paymentId"], key)

        malformed = [
            {"unprotected": {}},
            {"header": None},
            {"header": {**header, "kid": ""}},
            {"header": {**header, "enc": "A256GCM"}},
            {"header": {**header, "epk": None}},
            {"header": {**header, "epk": {**header["epk"], "crv": "P-384"}}},
            {"encrypted_key": sealed["encrypted_key"][:-2]},
            {"iv": sealed["iv"] + "="},
            {"iv": 7},
            {"tag": ""},
            {"protected": encode_b64u(b'{"enc":"A256GCM","alg":"ECDH-ES+A256KW"}')},
            {"protected": encode_b64u(b"[]")},
            {"protected": encode_b64u(b'{"enc":NaN}')},
            {"ciphertext": "é"},
        ]
        for changes in malformed:
            self.refuse(lambda: open_with(**changes), "malformed_envelope", name=str(changes))
        unsupported = [
            {"header": {**header, "alg": "RSA1_5"}},
            {"header": {**header, "apu": ""}},
            {"header": {**header, "zip": "DEF"}},
            {"protected": encode_b64u(b'{"enc":"A128GCM"}')},
            {"protected": encode_b64u(b'{"enc":"A256GCM","crit":[]}')},
        ]
        for changes in unsupported:
            self.refuse(lambda: open_with(**changes), "unsupported_algorithm", name=str(changes))
        for name in ("encrypted_key", "iv", "ciphertext", "tag"):
            data = bytearray(decode_b64u(sealed[name]))
            data[0] ^= 1
            self.refuse(
                lambda: open_with(**{name: encode_b64u(bytes(data))}), "wrong_key", name=name
            )
        self.refuse(
            lambda: open_with(header={"alg": "RSA-OAEP-256", "kid": "k"}), "malformed_envelope"
        )

    def test_keys_that_are_refused(self):
        reservation = {"reservation": "rsv_1", "paymentId": "pay_1", "keyId": "k"}
        for vectors in (rsa_vectors, p256_vectors):
            sealed = vectors["sealedReceipts"][0]
            for case in vectors["refusedPrivateKeys"]:
                self.refuse(
                    lambda: open_envelope(sealed["sealed"], sealed["paymentId"], case["text"]),
                    case["reason"],
                    name=case["name"],
                )
            for case in [*vectors["refusedPublicKeys"], *vectors.get("unsoundPublicKeys", [])]:
                reasons = (
                    [case["reason"]]
                    if "reason" in case
                    else ["weak_key", "unsupported_key", "malformed_key"]
                )
                sound = {**reservation, "publicKey": vectors["keyPair"]["publicKey"]}
                bad = {"keyId": "k", "publicKey": case["text"]}
                for one in ({**reservation, **bad}, {**sound, "otherKeys": [bad]}):
                    self.refuse(lambda: seal_receipt(one, {}), *reasons, name=case["name"])

    def test_flaws_of_a_modulus(self):
        prime = 2**521 - 1
        cases = {
            2 * prime: "even",
            3 * prime: "small factor",
            prime: "prime",
            prime**4: "power",
            prime * (2**127 - 1): None,
            (2**61 - 1) ** 3: "power",
        }
        for modulus, flaw in cases.items():
            self.assertIn(flaw or "", find_flaw(modulus) or "")
            self.assertEqual(find_flaw(modulus) is None, flaw is None)
        near = next(n for n in range(prime + 2, prime + 10_000, 2) if pow(2, n - 1, n) == 1)
        self.assertIn("close together", find_flaw(prime * near))
        self.assertIn("ROCA", find_flaw(pow(65537, 300)))

    def test_a_receipt_that_cannot_be_sealed(self):
        reservation = {"reservation": "rsv_1", **generate_named(), "paymentId": "pay_1"}
        for receipt in (
            {"sealedTo": "x"},
            {"sealedAt": "till"},
            {"merchantSignature": {}},
            {"paymentId": "pay_2"},
            {"amount": float("nan")},
            {"amount": 1j},
            {"name": "\ud800"},
        ):
            self.refuse(
                lambda: seal_receipt(reservation, receipt), "malformed_receipt", name=str(receipt)
            )
        seal_receipt(reservation, {"paymentId": "pay_1"})
        p384 = ec.generate_private_key(ec.SECP384R1())
        for key in (p384, till["keys"]["rsa"]["privateKey"]):
            self.refuse(lambda: sign_receipt({}, key), "unsupported_key")
        self.refuse(lambda: sign_receipt({}, "no key"), "malformed_key")


def generate_named():
    keys = generate_device_keys()
    return {"keyId": keys.key_id, "publicKey": keys.public_key}


class DeviceKeysTest(unittest.TestCase):
    def test_each_kind_opens_what_is_sealed_to_it(self):
        for kind in ("P-256", "RSA-2048"):
            keys = generate_device_keys(kind)
            reservation = {
                "reservation": "r",
                "paymentId": "p",
                "keyId": keys.key_id,
                "publicKey": keys.public_key,
            }
            sealed = seal_receipt(reservation, {"merchantName": "Café ☕"})
            opened = open_envelope(sealed["sealedReceipt"], "p", keys.private_key)
            self.assertEqual(
                (opened["merchantName"], f"key_{opened['sealedTo']}"), ("Café ☕", keys.key_id)
            )
            self.assertNotIn("PRIVATE", repr(keys))
        with self.assertRaises(ValueError):
            generate_device_keys("P-384")


class IdentifiersTest(unittest.TestCase):
    def test_each_kind_is_hashed_in_its_form(self):
        cases = [
            ("card", "4242 4242-4242 4242", "4242424242424242"),
            ("card", "4242.4242\u20104242\u00a04242", "4242424242424242"),
            ("card", "4242 4242 4242 4241", "4242424242424241"),
            ("par", "q1j4 abcdefghijklmnopqrstuvwxy", "Q1J4ABCDEFGHIJKLMNOPQRSTUVWXY"),
            ("phone", " +1 (212) 555-0143 ", "+12125550143"),
            ("phone", "+49 30\u00a090.18/20", "+4930901820"),
            ("email", " Ada@Example.COM ", "ada@example.com"),
            ("reference", " K-0042 ", "K-0042"),
        ]
        for kind, text, form in cases:
            self.assertEqual(
                hash_identifier(kind, text), hashlib.sha256(form.encode()).hexdigest()
            )
        self.assertTrue(hash_identifier("card", "4242424242424242").startswith("477bba133c18"))

    def test_what_is_no_identifier(self):
        cases = [
            ("card", "4242 4242 424"),
            ("card", "42424242424242424242"),
            ("card", "4242 4242 4242 424X"),
            ("card", "٤" * 16),
            ("phone", "212 555 0143"),
            ("phone", "+49 (0)30 901820"),
            ("phone", "+1 212 CALL-ME"),
            ("phone", "+0 30 901820"),
            ("phone", "+1 212 55"),
            ("phone", "+1234567890123456"),
            ("email", "ada@localhost"),
            ("par", "Q1J4"),
            ("reference", "x" * 129),
            ("phone", "  "),
            ("name", "Ada"),
        ]
        for kind, text in cases:
            with self.assertRaises(ValueError, msg=(kind, text)) as raised:
                hash_identifier(kind, text)
            self.assertFalse(text.strip() and text in str(raised.exception))


class WebhookTest(unittest.TestCase):
    secret = "whsec_" + b64encode(b"secret").decode()
    body = '{"type":"ping","timestamp":"2026-11-28T09:30:00.000Z","data":{"name":"Café"}}'

    def headers(self, at=None, key=b"secret", body=None):
        at = str(int(time.time()) if at is None else at)
        mac = hmac.digest(key, f"msg_1.{at}.{body or self.body}".encode(), "sha256")
        signature = f"v1,AAAA v2,x v1,{b64encode(mac).decode()}"
        return {"Webhook-Id": "msg_1", "webhook-timestamp": at, "WEBHOOK-SIGNATURE": signature}

    def test_a_delivery(self):
        event = {
            "eventId": "msg_1",
            "type": "ping",
            "createdAt": "2026-11-28T09:30:00.000Z",
            "data": {"name": "Café"},
        }
        for body in (self.body, self.body.encode()):
            for secret in (self.secret, ["whsec_b2xk", self.secret]):
                self.assertEqual(verify_webhook(self.headers(), body, secret), event)
        old = self.headers(int(time.time()) - 400)
        self.assertEqual(verify_webhook(old, self.body, self.secret, tolerance=500), event)

    def test_published_deliveries(self):
        for case in load("public/vectors/webhooks.json")["cases"]:
            arguments = case["headers"], case["body"], case["secret"]
            with self.subTest(case["name"]), unittest.mock.patch("time.time", lambda: case["now"]):
                if case["verdict"] == "valid":
                    self.assertEqual(verify_webhook(*arguments), case["event"])
                    continue
                with self.assertRaises(WebhookError) as raised:
                    verify_webhook(*arguments)
                self.assertEqual(raised.exception.reason, case["verdict"])

    def test_what_is_refused(self):
        now = self.headers()
        cases = [
            ({}, self.body, "missing_header"),
            ({**now, "Webhook-Id": "msg_2"}, self.body, "wrong_signature"),
            (now, self.body + " ", "wrong_signature"),
            (self.headers(key=b"other"), self.body, "wrong_signature"),
            (self.headers(int(time.time()) - 301), self.body, "wrong_time"),
            (self.headers(int(time.time()) + 310), self.body, "wrong_time"),
            (self.headers("nan"), self.body, "wrong_time"),
            (self.headers(body="no JSON"), "no JSON", "not_an_event"),
            (self.headers(body="[]"), "[]", "not_an_event"),
            (self.headers(body='{"type":"ping"}'), '{"type":"ping"}', "not_an_event"),
        ]
        for headers, body, reason in cases:
            with self.assertRaises(WebhookError, msg=reason) as raised:
                verify_webhook(headers, body, self.secret)
            self.assertEqual(raised.exception.reason, reason)
        for secret in ("whsec_é", "whsec_", "", [self.secret, ""]):
            with self.assertRaises(TypeError):
                verify_webhook(self.headers(key=b""), self.body, secret)


if __name__ == "__main__":
    unittest.main()
