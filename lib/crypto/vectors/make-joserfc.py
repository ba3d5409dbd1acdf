"""Makes joserfc.json, once, for the key pair of vectors.json: python3 make-joserfc.py > joserfc.json

A second implementation beside the jwcrypto of make-vectors.py: joserfc 1.7.5 of the Python package
index. `python3 make-joserfc.py open < envelope.json` prints the receipt of an envelope that this
project has sealed for that key pair.
"""

import json
import pathlib
import sys

from joserfc import jwe
from joserfc.jwk import RSAKey

pair = json.loads(pathlib.Path(__file__).with_name("vectors.json").read_text())["keyPair"]
algorithms = ["RSA-OAEP-256", "A256GCM"]


def seal(payment_id, receipt):
    plaintext = json.dumps(receipt, ensure_ascii=False).encode()
    aad = json.dumps({"paymentId": payment_id, "v": 1}, separators=(",", ":")).encode()
    envelope = jwe.FlattenedJSONEncryption({"enc": "A256GCM"}, plaintext, aad=aad)
    header = {"alg": "RSA-OAEP-256", "kid": pair["keyId"]}
    envelope.add_recipient(header, RSAKey.import_key(pair["publicKey"]))
    return jwe.encrypt_json(envelope, None, algorithms=algorithms)


if sys.argv[1:] == ["open"]:
    opened = jwe.decrypt_json(json.load(sys.stdin), RSAKey.import_key(pair["privateKey"]), algorithms=algorithms)
    print(opened.plaintext.decode())
else:
    receipt = {"merchantName": "Café ☕ 😀", "totalAmount": 1250}
    vector = {"paymentId": "pay_joserfc", "receipt": receipt, "sealed": seal("pay_joserfc", receipt)}
    print(json.dumps(vector, indent=2, ensure_ascii=False))
