import json
import unittest

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from misbehaving_server import fail, misbehave, succeed

from sealslip import (
    ApiError,
    Client,
    CryptoError,
    RequestSigningKey,
    generate_device_keys,
    generate_signing_keys,
    read_signing_keys,
    sign_challenge,
    sign_request,
)
from sealslip._json import decode_b64u, encode_b64u
from sealslip._merchant_signature import verify_merchant_signature
from sealslip._public_keys import to_jwk

SALE = {"receiptId": "r-1", "merchantName": "Café ☕", "amount": 5}
REFUND = {"refundReference": "back", "amount": 5}
API_KEY = "ssk_stg_" + "0" * 38


def jwk_of(keys):
    return to_jwk(serialization.load_pem_public_key(keys.public_key.encode()))


def verify(keys, signature, body):
    proof = {"jws": signature, "signedBytes": encode_b64u(body), "jwk": jwk_of(keys)}
    return verify_merchant_signature(proof)


class SigningKeysTest(unittest.TestCase):
    def test_each_kind_signs(self):
        for kind, alg in (("Ed25519", "EdDSA"), ("P-256", "ES256")):
            keys = generate_signing_keys(kind)
            self.assertEqual(keys.kind, kind)
            self.assertNotIn("PRIVATE", repr(keys))
            self.assertEqual(read_signing_keys(keys.private_key), keys)
            verified = verify(keys, sign_request(b"{}", keys.private_key), b"{}")
            self.assertEqual(verified.thumbprint, keys.kid)

            protected, payload, signature = sign_challenge("a/b", keys.private_key).split(".")
            header = json.loads(decode_b64u(protected))
            self.assertEqual(header, {"alg": alg, "kid": keys.kid})
            self.assertEqual(decode_b64u(payload), b"a/b")
            self.assertEqual(len(decode_b64u(signature)), 64)
        with self.assertRaises(ValueError):
            generate_signing_keys("RSA-2048")

    def test_keys_that_are_none(self):
        sec1 = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
        cases = [
            ("", "malformed_key"),
            ("no key", "malformed_key"),
            (generate_signing_keys().public_key, "unsupported_key"),
            (generate_device_keys("RSA-2048").private_key, "unsupported_key"),
            (sec1.decode(), "unsupported_key"),
        ]
        for text, reason in cases:
            for call in (
                read_signing_keys,
                lambda key: Client("https://a.b", "k", signing_key=key),
            ):
                with self.assertRaises(CryptoError, msg=text) as raised:
                    call(text)
                self.assertEqual(raised.exception.reason, reason, text)


class RequestsTest(unittest.TestCase):
    def signatures(self, behaviors, call, signing_key):
        with misbehave(*behaviors) as server:
            client = Client(
                server.url, API_KEY, signing_key=signing_key, on_wait=lambda seconds: None
            )
            call(client)
            return [
                (headers.get("x-merchant-signature"), body)
                for _, _, headers, body in server.requests
            ]

    def test_payments_and_refunds_are_signed(self):
        keys = generate_signing_keys()
        place = {"organization": "org_1", "environment": "staging", "gateway": "gateway_two"}
        cases = [
            (
                lambda client: client.payments.create("gateway_two", SALE),
                {**place, "request": "create"},
            ),
            (
                lambda client: client.payments.refund("gateway_two", "pay_1", REFUND),
                {**place, "request": "refund", "paymentId": "pay_1"},
            ),
        ]
        signing = RequestSigningKey(keys.private_key, "org_1")
        for call, binding in cases:
            [(signature, body)] = self.signatures([succeed({})], call, signing)
            verified = verify(keys, signature, body)
            self.assertEqual((verified.thumbprint, verified.binding), (keys.kid, binding))
            [(signature, body)] = self.signatures([succeed({})], call, keys.private_key)
            self.assertNotIn("sealslip", json.loads(decode_b64u(signature.split(".")[0])))
            verify(keys, signature, body)

    def test_each_attempt_has_the_same_signature(self):
        keys = generate_signing_keys("P-256")
        busy = fail(503, "service_unavailable", "", {"Retry-After": "0"})
        first, second = self.signatures(
            [busy, succeed({})],
            lambda client: client.payments.create("gateway_one", SALE),
            keys.private_key,
        )
        self.assertTrue(first[0])
        self.assertEqual(first, second)

    def test_other_calls_are_not_signed(self):
        def call(client):
            client.payments.cancel_by_reference("gateway_one", SALE)
            client.users.find({"kind": "card", "hash": "f"})

        keys = generate_signing_keys()
        sent = self.signatures([succeed({}), succeed({})], call, keys.private_key)
        self.assertEqual([signature for signature, _ in sent], [None, None])

    def test_a_header_of_the_call_is_used_in_place_of_the_signature(self):
        headers = {"x-merchant-signature": "mine"}
        [(signature, _)] = self.signatures(
            [succeed({})],
            lambda client: client.payments.create("gateway_one", SALE, headers=headers),
            generate_signing_keys().private_key,
        )
        self.assertEqual(signature, "mine")

    def test_an_organization_needs_its_environment(self):
        key = RequestSigningKey(generate_signing_keys().private_key, "org_1")
        with self.assertRaises(ValueError):
            Client("https://receipts.example", "key", signing_key=key)
        named = RequestSigningKey(key.key, "org_1", "staging")
        Client("https://receipts.example", "key", signing_key=named)
        self.assertNotIn("PRIVATE", repr(key))
        with self.assertRaises(ApiError):
            Client("http://127.0.0.1:9", "key", signing_key=named, max_attempts=1).payments.create(
                "gateway_one", SALE
            )


if __name__ == "__main__":
    unittest.main()
