"""A payment whose receipt is sealed at the till, with the Python client.

For a time without a network, `sealslip.queue` does this with each sale, and stores it.
"""

from sealslip import Client, seal_receipt


def pay(till, recipient, payment, receipt, signing_key=None):
    """`recipient` and `payment` are sent in the clear; `receipt` is what the service does not read."""
    client, gateway = Client(till["url"], till["apiKey"]), till["gateway"]
    [reservation] = client.payments.prepare(gateway, recipient)["reservations"]
    body = build_body(gateway, reservation, payment, recipient, receipt, signing_key)
    return client.payments.create_and_settle(gateway, body)


def build_body(gateway, reservation, payment, recipient, receipt, signing_key=None):
    """The body of create. Send it again as it is, and never seal again because an answer is missing."""
    whole = {**payment, **receipt, "gateway": gateway}
    return {**payment, **recipient, **seal_receipt(reservation, whole, signing_key)}
