"""A payment whose receipt is sealed at the till, with the package `cryptography` alone."""
import base64, hashlib, json, os, urllib.request

from cryptography.hazmat.primitives import hashes, keywrap, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash


def prepare(till, recipient, count=1):
    """For a time without a network, `recipient` is {"anyRecipient": True}: such reservations are good for each sale."""
    return call(till, "prepare", to_json({**recipient, "count": count}))["reservations"]


def build_body(till, reservation, payment, recipient, receipt, signing_key=None):
    """The body of create. Store it before you send it, and send it again as it is until there is an answer."""
    whole = {**payment, **receipt, "gateway": till["gateway"]}
    return to_json({**payment, **recipient, **seal(reservation, whole, signing_key)})


def create(till, body):
    return call(till, "create", body)


def call(till, step, body):
    """Raises urllib.error.HTTPError for an answer that is no success, and URLError if there is none."""
    headers = {"X-API-Key": till["apiKey"], "Content-Type": "application/json"}
    address = f"{till['url']}/api/v1/payments/{till['gateway']}/{step}"
    with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=30) as answer:
        return json.load(answer)["data"]


def seal(reservation, receipt, signing_key=None, binding=None):
    """The fields of the body that carry the receipt."""
    payment_id = reservation["paymentId"]
    named = [reservation, *reservation.get("otherKeys", [])]
    keys = [serialization.load_pem_public_key(one["publicKey"].encode()) for one in named]
    thumbprints = [thumbprint(public_jwk(key)) for key in keys]
    sealed_to = thumbprints if len(thumbprints) > 1 else thumbprints[0]
    sealed = {**receipt, "paymentId": payment_id, "sealedTo": sealed_to, "sealedAt": "till"}
    if signing_key:
        sealed["merchantSignature"] = sign(to_json(sealed), signing_key, binding)
    plaintext = to_json(sealed)
    plaintext += b" " * (-len(plaintext) % 1024)

    content_key, iv = os.urandom(32), os.urandom(12)
    protected, aad = b64u(to_json({"enc": "A256GCM"})), b64u(to_json({"paymentId": payment_id, "v": 1}))
    encrypted = AESGCM(content_key).encrypt(iv, plaintext, f"{protected}.{aad}".encode())
    first, *others = [wrap(content_key, one["keyId"], key) for one, key in zip(named, keys)]
    content = {"iv": b64u(iv), "ciphertext": b64u(encrypted[:-16]), "tag": b64u(encrypted[-16:])}
    envelope = {"protected": protected, **first, **content, "aad": aad}
    fields = {"reservation": reservation["reservation"], "sealedReceipt": envelope}
    return {**fields, "otherRecipients": others} if others else fields


def wrap(content_key, key_id, key):
    """RFC 7518 section 4.3 for RSA, section 4.6 for P-256."""
    if isinstance(key, rsa.RSAPublicKey):
        sha256 = hashes.SHA256()
        wrapped = key.encrypt(content_key, padding.OAEP(padding.MGF1(sha256), sha256, None))
        return {"header": {"alg": "RSA-OAEP-256", "kid": key_id}, "encrypted_key": b64u(wrapped)}
    ephemeral = ec.generate_private_key(ec.SECP256R1())
    name = b"ECDH-ES+A256KW"
    info = uint32(len(name)) + name + uint32(0) + uint32(0) + uint32(256)
    shared = ephemeral.exchange(ec.ECDH(), key)
    wrapping_key = ConcatKDFHash(hashes.SHA256(), 32, info).derive(shared)
    header = {"alg": name.decode(), "kid": key_id, "epk": public_jwk(ephemeral.public_key())}
    return {"header": header, "encrypted_key": b64u(keywrap.aes_key_wrap(wrapping_key, content_key))}


def sign(fields, key, binding=None):
    """A detached JWS (RFC 7515 appendix F, RFC 7797) by a private key of P-256 or Ed25519."""
    jwk = public_jwk(key.public_key())
    is_ec = jwk["kty"] == "EC"
    header = {"alg": "ES256" if is_ec else "EdDSA", "kid": thumbprint(jwk), "b64": False, "crit": ["b64"]}
    if binding:
        header.update(sealslip=binding, crit=["b64", "sealslip"])
    protected = b64u(to_json(header))
    data = protected.encode() + b"." + fields
    signature = key.sign(data, ec.ECDSA(hashes.SHA256())) if is_ec else key.sign(data)
    if is_ec:
        signature = b"".join(part.to_bytes(32, "big") for part in utils.decode_dss_signature(signature))
    return {"jws": f"{protected}..{b64u(signature)}", "signedBytes": b64u(fields), "jwk": jwk}


def public_jwk(key):
    if isinstance(key, rsa.RSAPublicKey) and key.key_size == 2048:
        numbers = key.public_numbers()
        return {"kty": "RSA", "n": b64u(numbers.n.to_bytes(256, "big")), "e": b64u(exponent(numbers.e))}
    if isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == "secp256r1":
        numbers = key.public_numbers()
        x, y = (b64u(value.to_bytes(32, "big")) for value in (numbers.x, numbers.y))
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y}
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return {"kty": "OKP", "crv": "Ed25519", "x": b64u(raw)}


def thumbprint(jwk):
    """RFC 7638: the members in order, without white space."""
    return b64u(hashlib.sha256(to_json(dict(sorted(jwk.items())))).digest())


def to_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def b64u(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def uint32(value):
    return value.to_bytes(4, "big")


def exponent(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "big")
