"""Against the service of the environment: SEALSLIP_URL, SEALSLIP_API_KEY."""

import json
import os
import unittest
import uuid

from cryptography.hazmat.primitives.asymmetric import ed25519

from sealslip import ApiError, Client, generate_device_keys, hash_identifier, seal_receipt

client = Client(os.environ["SEALSLIP_URL"], os.environ["SEALSLIP_API_KEY"])


def create_sale(**fields):
    id = str(uuid.uuid4())
    return {
        "receiptId": f"r-{id}",
        "merchantId": "bakery-7",
        "merchantName": "Café ☕",
        "transactionId": f"t-{id}",
        "transactionDate": "2026-11-28T10:00:00+01:00",
        "currency": "eur",
        "amount": 1250,
        "recipientHashedPan": uuid.uuid4().hex * 2,
        **fields,
    }


def references_of(sale):
    return {name: sale[name] for name in ("merchantId", "receiptId", "transactionId")}


class ServiceTest(unittest.TestCase):
    def test_a_payment_goes_from_the_till_to_each_device(self):
        hashed_pan = uuid.uuid4().hex * 2
        phone, tablet = generate_device_keys(), generate_device_keys("RSA-2048")
        registration = {
            "hashedPan": hashed_pan,
            "publicKey": phone.public_key,
            "keyId": phone.key_id,
        }
        user_id = client.users.register(registration)["userId"]
        client.keys.add(user_id, {"keyId": tablet.key_id, "publicKey": tablet.public_key})
        self.assertEqual(len(client.keys.list(user_id)["keys"]), 2)
        self.assertIn(user_id, [user["userId"] for user in client.users.list()])
        email = {"kind": "email", "hash": hash_identifier("email", f"{uuid.uuid4()}@example.com")}
        identifier = client.users.add_identifier(user_id, email)
        self.assertEqual(client.users.find(email)["userId"], user_id)

        plain = client.payments.create_and_settle(
            "gateway_one", create_sale(recipientHashedPan=hashed_pan)
        )
        self.assertEqual(plain.state, "paid")
        sale = create_sale(recipientHashedPan=hashed_pan)
        [reservation] = client.payments.prepare("gateway_one", {"recipientHashedPan": hashed_pan})[
            "reservations"
        ]
        clear = {name: value for name, value in sale.items() if name != "merchantName"}
        receipt = {name: value for name, value in sale.items() if name != "recipientHashedPan"}
        key = ed25519.Ed25519PrivateKey.generate()
        body = {**clear, **seal_receipt(reservation, {**receipt, "gateway": "gateway_one"}, key)}
        sealed = client.payments.create("gateway_one", body)
        self.assertEqual(sealed["veroMetadata"]["sealedAt"], "till")

        summaries = list(client.receipts.list(user_id, {"limit": 1}))
        paid = [plain.payment["paymentId"], sealed["paymentId"]]
        self.assertCountEqual([one["paymentId"] for one in summaries], paid)
        for payment_id in paid:
            for keys in (phone, tablet):
                opened = client.receipts.open(
                    user_id=user_id,
                    key_id=keys.key_id,
                    payment_id=payment_id,
                    private_key=keys.private_key,
                    consent_method="pin",
                )
                self.assertEqual(
                    (opened["merchantName"], opened["paymentId"]), ("Café ☕", payment_id)
                )
        grant = client.keys.grant_access(
            {"userId": user_id, "keyId": phone.key_id, "paymentId": paid[0]}
        )
        decryption = {
            "paymentId": paid[0],
            "tokenId": grant["tokenId"],
            "privateKey": phone.private_key,
        }
        self.assertEqual(
            client.receipts.decrypt(decryption)["receiptId"], summaries[1]["receiptId"]
        )

        client.keys.retire(user_id, tablet.key_id)
        client.users.end_identifier(user_id, identifier["identifierId"])
        self.assertEqual(len(client.users.list_identifiers(user_id)["identifiers"]), 1)
        client.users.erase(user_id)

    def test_each_outcome_of_the_sandbox(self):
        def settle(method, **options):
            sale = create_sale(paymentMethod=method)
            return client.payments.create_and_settle("gateway_one", sale, **options), sale

        declined, sale = settle("pm_card_chargeDeclined")
        self.assertEqual((declined.state, declined.error.code), ("declined", "payment_declined"))
        undecided, sale = settle("sandbox_error", max_attempts=1)
        self.assertIn(undecided.state, ("canceled", "undecided"))
        waiting, sale = settle("sandbox_requires_confirmation")
        self.assertEqual(waiting.state, "requires_confirmation")
        payment_id = waiting.payment["paymentId"]
        confirmed = client.payments.confirm_in_sandbox(
            "gateway_one", payment_id, {"outcome": "succeeded"}
        )
        self.assertEqual(confirmed["paymentId"], payment_id)
        self.assertEqual(
            client.payments.get("gateway_one", payment_id)["veroMetadata"]["paymentStatus"],
            "succeeded",
        )
        [found] = client.payments.list(references_of(sale))
        self.assertEqual(found["paymentId"], payment_id)
        refund = {
            **{name: sale[name] for name in ("merchantName", "transactionDate")},
            "amount": 250,
            "receiptId": "c-1",
            "transactionId": "ct-1",
            "refundReference": "ref-1",
        }
        refunded = client.payments.refund("gateway_one", payment_id, refund)
        self.assertIn(
            refunded["refundId"], [one["refundId"] for one in client.payments.list_refunds()]
        )
        client.payments.cancel("gateway_one", payment_id)

    def test_a_sale_that_was_canceled_is_never_charged(self):
        sale = create_sale()
        canceled = client.payments.cancel_by_reference("gateway_one", references_of(sale))
        self.assertEqual(canceled["outcome"], "not_charged")
        with self.assertRaises(ApiError) as raised:
            client.payments.create("gateway_one", sale)
        self.assertEqual((raised.exception.status, raised.exception.code), (409, "conflict"))

    def test_a_key_says_whose_it_is(self):
        self.assertEqual(client.caller.get()["environment"], "development")

    def test_a_refusal_names_its_fields(self):
        with self.assertRaises(ApiError) as raised:
            client.payments.create("gateway_one", create_sale(amount="12"))
        self.assertEqual([field.path for field in raised.exception.fields], ["amount"])
        self.assertTrue(raised.exception.request_id)

    def test_webhook_endpoints_and_events(self):
        endpoint = client.webhook_endpoints.create(
            {"url": "http://127.0.0.1:9/hook", "types": ["payment.succeeded"]}
        )
        endpoint_id = endpoint["endpointId"]
        self.assertTrue(endpoint["secret"].startswith("whsec_"))
        self.assertNotEqual(
            client.webhook_endpoints.rotate_secret(endpoint_id)["secret"], endpoint["secret"]
        )
        client.webhook_endpoints.change(endpoint_id, {"description": "till"})
        self.assertEqual(client.webhook_endpoints.get(endpoint_id)["description"], "till")
        self.assertIn(endpoint_id, json.dumps(client.webhook_endpoints.list()))
        client.webhook_endpoints.resend_since(endpoint_id, {"since": "2026-11-28T10:00:00Z"})
        self.assertIsInstance(list(client.webhook_endpoints.list_deliveries(endpoint_id)), list)
        client.webhook_endpoints.delete(endpoint_id)
        for call in (
            client.events.get,
            lambda id: client.webhook_endpoints.get_delivery(endpoint_id, id),
            lambda id: client.webhook_endpoints.resend_delivery(endpoint_id, id),
            client.webhook_endpoints.test,
        ):
            with self.assertRaises(ApiError) as raised:
                call("evt_" + "0" * 32)
            self.assertEqual(raised.exception.status, 404)
        self.assertIsInstance(list(client.events.list()), list)


if __name__ == "__main__":
    unittest.main()
