import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { openForAll, pairs, reserve } from "./sealed-at-till.ts";
import { expectEqual, expectRefusal, type SuiteCase } from "./suite-case.ts";

/** What a till does not seal. */
export const tillRefusalCases: SuiteCase[] = [
  {
    name: "till: what JSON cannot carry as an object is no receipt",
    run: async () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const throwing = { toJSON: () => Promise.reject };
      const refused = [[], [{}], circular, { a: 1n }, { toJSON: () => [] }, throwing, new Date(0)];
      for (const [at, receipt] of refused.entries()) {
        const seal = () => sealReceipt(reserve("pay_1", [pairs.rsa]), receipt);
        await expectRefusal(seal, ["malformed_receipt"], `receipt ${at}`);
      }
    },
  },
  {
    name: "till: what sealing adds cannot be there already, but for the same paymentId",
    run: async () => {
      const keys = [pairs.p256] as const;
      const reservation = reserve("pay_1", keys);
      const taken = [
        { sealedTo: "x" },
        { sealedAt: "till" },
        { sealedAt: null },
        { merchantSignature: {} },
        { paymentId: "pay_2" },
        { paymentId: null },
      ];
      for (const receipt of taken) {
        const seal = () => sealReceipt(reservation, receipt);
        await expectRefusal(seal, ["malformed_receipt"], JSON.stringify(receipt));
      }
      const sealed = await sealReceipt(reservation, { paymentId: "pay_1", a: 1 });
      const [opened] = await openForAll(sealed, { paymentId: "pay_1", keys });
      expectEqual([opened?.paymentId, opened?.a], ["pay_1", 1], "receipt");
    },
  },
  {
    name: "till: a key that the service should not have named is refused, the first one or another",
    run: async () => {
      const refusals = [
        "private_key_given",
        "unsupported_key",
        "weak_key",
        "malformed_key",
      ] as const;
      const unsound = vectors.unsoundPublicKeys;
      for (const { name, text } of [
        ...vectors.refusedPublicKeys,
        ...p256.refusedPublicKeys,
        ...unsound,
      ]) {
        const bad = { keyId: "key_1", publicKey: text };
        for (const named of [[bad], [pairs.rsa, bad]] as const) {
          await expectRefusal(() => sealReceipt(reserve("pay_1", named), {}), refusals, name);
        }
      }
    },
  },
];
