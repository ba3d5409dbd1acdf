import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { receiptAad, type UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import { type MerchantSignature, verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };
import { envelopesOf, openForAll, readPlaintext } from "./sealed-at-till.ts";
import { catchFailure, expectEqual, expectTrue, type SuiteCase } from "./suite-case.ts";

const { keys, signers, sealed, refused, verdicts } = vectors;

/** What a running service publishes for programs in other languages, half of it sealed by one of those. */
export const tillVectorCases: SuiteCase[] = [
  ...sealed.map(({ name, sealedBy, readers, reservation, receipt, body, ...expected }) => ({
    name: `till vectors: each reader opens, by ${sealedBy}: ${name}`,
    run: async () => {
      const { paymentId } = reservation;
      const added = { paymentId, sealedTo: expected.sealedTo, sealedAt: "till" };
      const envelopes = envelopesOf(body);
      expectEqual(envelopes.length, readers.length, "recipients");
      for (const [at, envelope] of envelopes.entries()) {
        const pair = keyOf(readers[at]);
        expectEqual(envelope.aad, receiptAad(paymentId), "aad");
        const plaintext = new Uint8Array(await readPlaintext(envelope, pair));
        expectEqual(encodeBase64Url(plaintext), expected.plaintext, "plaintext");
        expectEqual(plaintext.length % 1024, 0, "padding");
        const { merchantSignature, ...fields } = await openAs(pair, envelope, paymentId);
        expectEqual(fields, { ...receipt, ...added }, "fields");
        expectEqual(merchantSignature !== undefined, expected.signer !== null, "signed or not");
        expectEqual(await judge(pair, envelope, paymentId), "none", "verdict");
        if (!merchantSignature) continue;
        const { thumbprint, binding } = await verifyMerchantSignature(toProof(merchantSignature));
        const signer = expected.signer === "ES256" ? signers.ES256 : signers.EdDSA;
        expectEqual([thumbprint, binding], [signer.thumbprint, expected.binding], "signer");
      }
    },
  })),
  {
    name: "till vectors: sealedTo has the thumbprints of the keys of the reservation",
    run: async () => {
      for (const { name, reservation, readers, sealedTo } of sealed) {
        const imported = await Promise.all(
          readers.map((reader) => importPublicKey(keyOf(reader).publicKey)),
        );
        const [first, ...others] = imported.map(({ thumbprint }) => thumbprint);
        expectEqual(sealedTo, others.length > 0 ? [first, ...others] : first, name);
        const kids = [reservation, ...("otherKeys" in reservation ? reservation.otherKeys : [])];
        const expected = readers.map((reader) => keyOf(reader).keyId);
        expectEqual(
          kids.map(({ keyId }) => keyId),
          expected,
          name,
        );
      }
    },
  },
  {
    name: "till vectors: both implementations seal the same bytes",
    run: () => {
      const [ours, theirs] = [sealed.slice(0, sealed.length / 2), sealed.slice(sealed.length / 2)];
      for (const [at, { name, signer, plaintext }] of ours.entries()) {
        const other = theirs[at];
        expectEqual([other?.name, other?.sealedBy], [name, "packages/python"], "case");
        // A signature of ES256 is another one each time.
        if (signer !== "ES256") expectEqual(other?.plaintext, plaintext, name);
      }
    },
  },
  {
    name: "till vectors: sealed again today, each opens to the same receipt",
    run: async () => {
      for (const { name, reservation, readers, receipt, sealedTo } of sealed) {
        const { paymentId } = reservation;
        const sent = await sealReceipt(reservation, receipt);
        const pairs = readers.map(keyOf);
        const added = { paymentId, sealedTo, sealedAt: "till" };
        for (const opened of await openForAll(sent, { paymentId, keys: pairs })) {
          expectEqual(opened, { ...receipt, ...added }, name);
        }
      }
    },
  },
  {
    name: "till vectors: 1,023, 1,024, and 1,025 bytes of JSON",
    run: () => {
      for (const length of [1023, 1024, 1025]) {
        for (const { plaintext } of sealed.filter(({ name }) => name.startsWith(`${length} `))) {
          const text = decodeUtf8(decodeBase64Url(plaintext));
          const lengths = [encodeUtf8(text.trimEnd()).length, encodeUtf8(text).length];
          expectEqual(lengths, [length, length > 1024 ? 2048 : 1024], "lengths");
        }
      }
    },
  },
  ...refused.map(({ name, verdict, reader, paymentId, envelope }) => ({
    name: `till vectors: refused as ${verdict}: ${name}`,
    run: async () => {
      expectTrue(Object.hasOwn(verdicts, verdict), "the verdict is explained");
      expectEqual(await judge(keyOf(reader), envelope, paymentId), verdict, "verdict");
    },
  })),
];

type Pair = (typeof keys)["rsa"];

function keyOf(name = ""): Pair {
  const [, pair] = Object.entries(keys).find(([known]) => known === name) ?? [];
  if (!pair) throw new Error(`The vectors have no key ${name}.`);
  return pair;
}

async function openAs({ privateKey }: Pair, sent: UncheckedEnvelope, paymentId: string) {
  return await openReceipt({
    sealed: sent,
    paymentId,
    privateKey: await importPrivateKey(privateKey),
  });
}

/** As short as a reader can be. */
async function judge(pair: Pair, sent: UncheckedEnvelope, paymentId: string): Promise<string> {
  const opened = await catchFailure(async () => {
    const { merchantSignature, ...fields } = await openAs(pair, sent, paymentId);
    if (fields.paymentId !== paymentId) throw new Error("another_payment");
    if (merchantSignature) {
      const { bytes } = await verifyMerchantSignature(toProof(merchantSignature));
      const isSame = decodeUtf8(bytes) === JSON.stringify(fields);
      if (!isSame) throw new Error("not_what_was_signed");
    }
    const { thumbprint } = await importPublicKey(pair.publicKey);
    if (![fields.sealedTo].flat().includes(thumbprint)) throw new Error("sealed_to_another_key");
  });
  if (opened instanceof CryptoError) {
    return opened.reason === "wrong_signature" ? "broken_signature" : opened.reason;
  }
  return opened instanceof Error ? opened.message : "none";
}

function toProof(merchantSignature: unknown): MerchantSignature {
  return JSON.parse(JSON.stringify(merchantSignature));
}
