"""Makes signatures.json, once: python3 make-signatures.py > signatures.json

Detached signatures with an unencoded payload (RFC 7797) by joserfc 1.6.5 of the Python package index.
`python3 make-signatures.py verify < proof.json` prints the algorithm of a proof that another
implementation has signed, `{"jws": …, "signedBytes": …, "jwk": …}`, or fails.
"""

import base64
import json
import sys

from joserfc import jws
from joserfc.jwk import ECKey, OKPKey

algorithms = ["ES256", "EdDSA"]
body = '{\n  "merchantName": "Café ☕ 😀",\n  "amount": 1250\n}'.encode()


def sign(algorithm, key):
    jwk = key.as_dict(private=False)
    material = {name: jwk[name] for name in ("kty", "crv", "x", "y") if name in jwk}
    header = {"alg": algorithm, "kid": key.thumbprint(), "b64": False, "crit": ["b64"]}
    detached = jws.serialize_compact(header, body, key, algorithms=algorithms)
    signed_bytes = base64.urlsafe_b64encode(body).decode().rstrip("=")
    return {"jws": detached, "signedBytes": signed_bytes, "jwk": material}


if sys.argv[1:] == ["verify"]:
    proof = json.load(sys.stdin)
    padded = proof["signedBytes"] + "=" * (-len(proof["signedBytes"]) % 4)
    key = (ECKey if proof["jwk"]["kty"] == "EC" else OKPKey).import_key(proof["jwk"])
    payload = base64.urlsafe_b64decode(padded)
    verified = jws.deserialize_compact(proof["jws"], key, algorithms=algorithms, payload=payload)
    print(verified.headers()["alg"])
else:
    proofs = {
        "ES256": sign("ES256", ECKey.generate_key("P-256")),
        "EdDSA": sign("EdDSA", OKPKey.generate_key("Ed25519")),
    }
    print(json.dumps(proofs, indent=2))
