import { decodeBase64, encodeBase64, encodeHex } from "#lib/crypto/bytes.ts";
import { createCardIndexer } from "#lib/crypto/card-index.ts";
import { createEscrowKeys } from "#lib/crypto/escrow-keys.ts";
import { keyCheckValue, parseKeyVersions } from "#lib/crypto/key-versions.ts";
import { createKeyring } from "#lib/crypto/keyring.ts";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt, rewrapReceipt } from "#lib/crypto/sealed-receipt.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { expectEqual, expectRefusal, type SuiteCase } from "./suite-case.ts";

const { keyPair, otherKeyPair, escrow } = vectors;

/** Values from other implementations, for code that only the server runs. */
export const serverVectorCases: SuiteCase[] = [
  {
    name: "vectors: an escrowed envelope is handed over, and opens for its new owner only",
    run: async () => {
      const { current, versions, privateKey } = await createEscrowKeys(escrow.versions);
      expectEqual(
        [current.version, current.keyId, current.publicKeyPem],
        [3, escrow.keyId, escrow.publicKey],
        "current",
      );
      expectEqual(
        versions.map(({ version, keyId }) => [version, keyId]),
        [
          [3, escrow.keyId],
          [1, otherKeyPair.keyId],
        ],
        "versions",
      );
      const { key } = await importPublicKey(keyPair.publicKey);
      const to = { keyId: keyPair.keyId, key };
      const sealed = await rewrapReceipt({ sealed: escrow.sealed, from: privateKey(3), to });
      const { paymentId, receipt } = escrow;
      const owner = await importPrivateKey(keyPair.privateKey);
      expectEqual(await openReceipt({ sealed, paymentId, privateKey: owner }), receipt, "receipt");
      const openByEscrow = () => openReceipt({ sealed, paymentId, privateKey: privateKey(3) });
      await expectRefusal(openByEscrow, ["wrong_key"], "escrow key after the handover");
    },
  },
  {
    name: "vectors: card indexes under both peppers, the current one first",
    run: () => {
      const indexer = createCardIndexer(vectors.cardIndex.peppers);
      expectEqual([indexer.currentVersion, indexer.versions], [2, [2, 1]], "versions");
      for (const { hashedPan, candidates } of vectors.cardIndex.indexes) {
        const found = [indexer.index(hashedPan), ...indexer.candidates(hashedPan)];
        const readable = found.map(({ version, value }) => ({
          version,
          valueHex: encodeHex(value),
        }));
        expectEqual(readable, [candidates[0], ...candidates], "indexes");
      }
    },
  },
  {
    name: "vectors: keyring ciphertexts of both versions open, and check values agree",
    run: () => {
      const { keys, ciphertexts, checkValuesHex } = vectors.keyring;
      const keyring = createKeyring(keys);
      expectEqual([keyring.currentVersion, keyring.versions], [7, [7, 300]], "versions");
      for (const { plaintext, context, ciphertext } of ciphertexts) {
        const bytes = decodeBase64(ciphertext);
        expectEqual(encodeBase64(bytes), ciphertext, "base64");
        expectEqual(keyring.decrypt(bytes, context), plaintext, context);
      }
      const checks = [...parseKeyVersions(keys).keys.values()].map(keyCheckValue);
      expectEqual(checks.map(encodeHex), checkValuesHex, "check values");
    },
  },
  {
    name: "vectors: a token hash",
    run: () => {
      const { token, hashHex } = vectors.tokenHash;
      expectEqual(encodeHex(hashToken(token)), hashHex, "token hash");
    },
  },
];
