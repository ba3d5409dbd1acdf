"""A merchant that signs, for python.test.ts, which registers its key in between.

``signed_sale.py prove <challenge>`` prints a pair and the proof that it is the merchant's;
``signed_sale.py sell`` takes a payment and prints what is proven about its receipt.
"""

import dataclasses
import json
import os
import sys
import uuid

from sealslip import (
    Client,
    RequestSigningKey,
    generate_device_keys,
    generate_signing_keys,
    seal_receipt,
    sign_challenge,
    verify_receipt,
)


def prove(challenge, kind):
    keys = generate_signing_keys(kind)
    proof = sign_challenge(challenge, keys.private_key)
    return {**dataclasses.asdict(keys), "proof": proof}


def sell():
    key = os.environ["SIGNING_KEY"]
    signing = RequestSigningKey(key, os.environ["ORGANIZATION"])
    client = Client(
        os.environ["SEALSLIP_URL"], os.environ["SEALSLIP_API_KEY"], signing_key=signing
    )
    hashed_pan, device = uuid.uuid4().hex * 2, generate_device_keys()
    registration = {"keyId": device.key_id, "publicKey": device.public_key}
    user_id = client.users.register({**registration, "hashedPan": hashed_pan})["userId"]

    recipient = {"recipientHashedPan": hashed_pan}
    sale = {
        "receiptId": "r-1",
        "merchantId": "bakery-7",
        "transactionId": str(uuid.uuid4()),
        "transactionDate": "2026-11-28T10:00:00+01:00",
        "currency": "EUR",
        "amount": 1250,
    }
    name = {"merchantName": "Café ☕"}
    first = client.payments.create("gateway_one", {**sale, **name, **recipient})["paymentId"]
    refund = {
        **name,
        "transactionDate": sale["transactionDate"],
        "receiptId": "c-1",
        "transactionId": f"back-{sale['transactionId']}",
        "refundReference": "back",
    }
    client.payments.refund("gateway_one", first, refund)

    sale["transactionId"] += "-2"
    [reservation] = client.payments.prepare("gateway_one", recipient)["reservations"]
    sealed = seal_receipt(reservation, {**sale, **name}, key)
    client.payments.create("gateway_one", {**sale, **recipient, **sealed})

    def check(listed):
        receipt = client.receipts.open(
            user_id=user_id,
            key_id=device.key_id,
            payment_id=listed["paymentId"],
            private_key=device.private_key,
        )
        known = {"listed": listed, "public_key": device.public_key, "environment": "development"}
        return dataclasses.asdict(verify_receipt(receipt, **known))

    return [check(listed) for listed in client.receipts.list(user_id)]


print(json.dumps(sell() if sys.argv[1] == "sell" else prove(*sys.argv[2:])))
