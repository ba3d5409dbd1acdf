import { calculateJwkThumbprint } from "jose";
import { decodeBase64, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { signReceipt } from "#lib/crypto/sign-receipt.ts";
import { sealWithJose } from "#lib/crypto/suite/seal-with-jose.ts";
import { openForAll, readPlaintext, reserve } from "#lib/crypto/suite/sealed-at-till.ts";
import p256 from "./p256.json" with { type: "json" };
import vectors from "./vectors.json" with { type: "json" };

// Makes public/vectors/sealed-at-the-till.json, once. A second implementation adds what it seals:
// node make-till-vectors.ts | python3 verify_till.py add > ../../../public/vectors/sealed-at-the-till.json

const about = [
  "Receipts that were sealed at the till, for programs in other languages that seal or open them.",
  "keys: key pairs of readers. signers: signing keys of merchants. They are public: use them for nothing else.",
  "sealed: with the key of each of `readers`, its recipient of `body` opens to the bytes `plaintext` (base64url). " +
    "Their JSON is `receipt` with what sealing adds to it: `sealedTo` has the RFC 7638 thumbprints of the keys of the " +
    "reservation, in its order, and `merchantSignature` is there where there is a `signer`.",
  "refused: what the holder of the key `reader` must not take for the receipt of `paymentId`; `verdict` says why.",
];

const verdicts = {
  wrong_payment: "The aad names another payment. Nothing is opened.",
  wrong_key: "It does not open: for another key, or changed.",
  malformed_envelope: "It is no envelope of a receipt.",
  unsupported_algorithm: "It asks for an algorithm or extension that is not ours.",
  another_payment: "It opens, and its paymentId is that of another payment.",
  broken_signature: "It opens, and its merchantSignature is not by the key beside it.",
  not_what_was_signed: "It opens, and its fields are not those of signedBytes.",
  sealed_to_another_key: "It opens, and sealedTo does not have the thumbprint of the reader's key.",
};

const [, escrowKey = ""] = /^3:([^,]+)/.exec(vectors.escrow.versions) ?? [];
const keys = {
  rsa: vectors.keyPair,
  p256: p256.keyPair,
  otherP256: p256.otherKeyPair,
  escrow: {
    keyId: vectors.escrow.keyId,
    publicKey: vectors.escrow.publicKey,
    privateKey: formatPem("PRIVATE KEY", decodeBase64(escrowKey)),
  },
};
type KeyName = keyof typeof keys;

const signers = {
  ES256: await generateSigner({ name: "ECDSA", namedCurve: "P-256" }),
  EdDSA: await generateSigner({ name: "Ed25519" }),
};
type SignerName = keyof typeof signers;

const place = { organization: "org_1", environment: "development", gateway: "gateway_one" };
const saleBinding = { request: "create", ...place };
const refundBinding = { request: "refund", ...place, paymentId: "pay_sale" };

const bakery = {
  receiptId: "r-1001",
  transactionId: "t-1001",
  transactionDate: "2026-11-28T10:00:00Z",
  merchantId: "bakery-7",
  merchantName: "Corner Bakery",
  currency: "eur",
  amount: 1250,
  gateway: "gateway_one",
  items: [
    { lineItemId: "1", name: "Rye bread", quantity: 1, unitPrice: 650, totalPrice: 650 },
    { lineItemId: "2", name: "Coffee", quantity: 2, unitPrice: 300, totalPrice: 600 },
  ],
};
const creditNote = { ...bakery, receiptId: "c-1", kind: "refund", refundOf: "pay_sale" };
const world = { ...bakery, merchantName: "Café Zürich ☕ 東京 مخبز 😀", note: '\u0000\\"\n\u2028' };

type Options = {
  receipt?: Record<string, unknown>;
  readers: readonly [KeyName, ...KeyName[]];
  signer?: SignerName;
};

const sealed = [
  await seal("to an RSA key", { readers: ["rsa"] }),
  await seal("to a P-256 key", { readers: ["p256"] }),
  await seal("to three devices", { readers: ["p256", "rsa", "otherP256"] }),
  await seal("to the escrow", { readers: ["escrow"] }),
  await seal("signed, ES256", { readers: ["p256"], signer: "ES256" }),
  await seal("signed, EdDSA", { readers: ["rsa", "otherP256"], signer: "EdDSA" }),
  await seal("a credit note", { receipt: creditNote, readers: ["rsa"], signer: "ES256" }),
  await seal("text beyond ASCII", { receipt: world, readers: ["p256"], signer: "EdDSA" }),
  ...(await Promise.all([1023, 1024, 1025].map(sealOfLength))),
];

const refused = await makeRefused();
const whole = { about, keys, signers: describeSigners(), sealed, verdicts, refused };
process.stdout.write(`${JSON.stringify(whole)}\n`);

async function seal(name: string, { receipt = { ...bakery }, readers, signer }: Options) {
  const [first, ...others] = readers;
  const isRefund = receipt.kind === "refund";
  const paymentId = paymentIdOf(name, isRefund ? "ref" : "pay");
  const reservation = {
    ...reserve(paymentId, [keys[first], ...others.map((other) => keys[other])]),
    keyKind: first === "escrow" ? "escrow" : "cardholder",
  };
  const binding = isRefund ? refundBinding : saleBinding;
  const signingKey = signer && { ...signers[signer], binding };
  const body = await sealReceipt(reservation, receipt, signingKey);
  const [opened] = await openForAll(body, { paymentId, keys: readers.map((one) => keys[one]) });
  return {
    name,
    sealedBy: "lib/crypto/seal-receipt.ts",
    readers,
    signer: signer ?? null,
    binding: signer ? binding : null,
    reservation,
    receipt,
    sealedTo: opened?.sealedTo,
    plaintext: encodeBase64Url(
      new Uint8Array(await readPlaintext(body.sealedReceipt, keys[first])),
    ),
    body,
  };
}

/** With so many bytes of JSON once it is sealed. */
async function sealOfLength(length: number) {
  const name = `${length} bytes of JSON`;
  const { thumbprint } = await importPublicKey(keys.p256.publicKey);
  const added = { paymentId: paymentIdOf(name), sealedTo: thumbprint, sealedAt: "till" };
  const bare = encodeUtf8(JSON.stringify({ ...bakery, note: "", ...added })).length;
  // Of two bytes each, so that a reader does not count characters.
  const note = "é".repeat((length - bare) >> 1) + "x".repeat((length - bare) & 1);
  return await seal(name, { receipt: { ...bakery, note }, readers: ["p256"] });
}

function paymentIdOf(name: string, prefix = "pay"): string {
  return `${prefix}_${name.replaceAll(/\W+/g, "_")}`;
}

/** What a reader must not show as an honest receipt, and why. */
async function makeRefused() {
  const paymentId = "pay_refused";
  const reader = "p256";
  const { keyId, publicKey } = keys[reader];
  const { key, thumbprint } = await importPublicKey(publicKey);
  const { thumbprint: foreign } = await importPublicKey(keys.rsa.publicKey);
  const reservation = reserve(paymentId, [keys[reader]]);
  const { sealedReceipt } = await sealReceipt(reservation, bakery, signers.ES256);
  const [honest = {}] = await openForAll({ sealedReceipt }, { paymentId, keys: [keys[reader]] });
  const { merchantSignature, ...fields } = honest;
  // A thief of one of the keys can seal whatever it likes for the reader, and cannot sign.
  const forge = async (name: string, verdict: string, receipt: object) => ({
    name,
    verdict,
    reader,
    paymentId,
    envelope: await sealWithJose({ receipt, paymentId, recipient: { keyId, key } }),
  });
  const change = (name: string, verdict: string, members: object) => {
    const envelope: UncheckedEnvelope = { ...sealedReceipt, ...members };
    return { name, verdict, reader, paymentId, envelope };
  };
  const signed = async (changed: object) => ({
    ...changed,
    merchantSignature: await signReceipt(changed, signers.ES256),
  });
  const { jws, ...proof } = await signReceipt(fields, signers.ES256);
  const flip = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
  const [protectedPart = "", , signature = ""] = jws.split(".");
  const { header } = sealedReceipt;
  const aad = encodeBase64Url(encodeUtf8('{"paymentId":"pay_another","v":1}'));
  const zipped = encodeBase64Url(encodeUtf8('{"enc":"A256GCM","zip":"DEF"}'));
  const offCurve = "epk" in header ? { ...header, epk: { ...header.epk, y: header.epk.x } } : {};
  return [
    change("the aad of another payment", "wrong_payment", { aad }),
    { ...change("at another payment", "wrong_payment", {}), paymentId: "pay_another" },
    { ...change("moved to another payment", "wrong_key", { aad }), paymentId: "pay_another" },
    change("another tag", "wrong_key", { tag: flip(sealedReceipt.tag) }),
    change("another ciphertext", "wrong_key", { ciphertext: flip(sealedReceipt.ciphertext) }),
    change("another IV", "wrong_key", { iv: flip(sealedReceipt.iv) }),
    { ...change("another device's key", "wrong_key", {}), reader: "otherP256" },
    change("an ephemeral key off the curve", "malformed_envelope", { header: offCurve }),
    change("compressed", "unsupported_algorithm", { protected: zipped }),
    await forge("no object", "malformed_envelope", [fields]),
    await forge("another signature", "broken_signature", {
      ...fields,
      merchantSignature: { ...proof, jws: `${protectedPart}..${flip(signature)}` },
    }),
    await forge("another signer's key", "broken_signature", {
      ...fields,
      merchantSignature: { ...proof, jws, jwk: describeSigners().EdDSA.publicKey },
    }),
    await forge("other bytes than were signed", "broken_signature", {
      ...fields,
      merchantSignature: { ...proof, jws, signedBytes: encodeBase64Url(encodeUtf8("{}")) },
    }),
    await forge("another amount than was signed", "not_what_was_signed", {
      ...honest,
      amount: 125,
    }),
    await forge("sealedTo put right after a swap", "not_what_was_signed", {
      ...(await signed({ ...fields, sealedTo: foreign })),
      sealedTo: thumbprint,
    }),
    await forge("the signed receipt of another sale", "another_payment", {
      ...(await signed({ ...fields, paymentId: "pay_another" })),
    }),
    await forge("sealed to a swapped key first", "sealed_to_another_key", {
      ...(await signed({ ...fields, sealedTo: foreign })),
    }),
    await forge("sealed to a swapped key, unsigned", "sealed_to_another_key", {
      ...fields,
      sealedTo: [foreign],
    }),
  ];
}

async function generateSigner(algorithm: { name: string; namedCurve?: string }) {
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("a signing key is a pair");
  const [privateKey, { kty = "", crv = "", x = "", y }] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("jwk", pair.publicKey),
  ]);
  const publicKey = { kty, crv, x, ...(y !== undefined && { y }) };
  const thumbprint = await calculateJwkThumbprint(publicKey);
  const { d = "" } = privateKey;
  return { ...pair, jwk: { thumbprint, publicKey, privateKey: { ...publicKey, d } } };
}

function describeSigners() {
  return { ES256: signers.ES256.jwk, EdDSA: signers.EdDSA.jwk };
}
