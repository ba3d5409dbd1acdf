import { decodeHex, encodeHex, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { blindInput, createOprfKey, evaluateBlinded, finalizeOutput } from "#lib/crypto/oprf.ts";
import { expectEqual, expectRefusal, expectTrue, type SuiteCase } from "./suite-case.ts";

/** RFC 9497 appendix A.1.1, test vector 1. */
const vector = {
  key: "5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e",
  input: "00",
  blind: "64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706",
  blinded: "609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c",
  evaluated: "7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e",
  output:
    "527759c3d9366f277d8c6020418d96bb393ba2afb20ff90df23fb7708264e2f3ab9135e3bd69955851de4b1f9fe8a0973396719b7912ba9ee8aa7d0b5e24bcf6",
};

function compute(key: ReturnType<typeof createOprfKey>, text: string): string {
  const input = encodeUtf8(text);
  const { blind, blinded } = blindInput(input);
  const evaluated = evaluateBlinded(key, blinded);
  return encodeHex(finalizeOutput({ input, blind, evaluated }));
}

export const oprfCases: SuiteCase[] = [
  {
    name: "oprf: the test vector of RFC 9497",
    run: () => {
      const evaluated = evaluateBlinded(decodeHex(vector.key), decodeHex(vector.blinded));
      expectEqual(encodeHex(evaluated), vector.evaluated, "evaluated");
      const [input, blind] = [decodeHex(vector.input), decodeHex(vector.blind)];
      const output = finalizeOutput({ input, blind, evaluated });
      expectEqual(encodeHex(output), vector.output, "output");
    },
  },
  {
    name: "oprf: one output for one input and key, however it was blinded",
    run: () => {
      const [key, other] = [createOprfKey(), createOprfKey()];
      expectEqual(compute(key, "481597"), compute(key, "481597"), "the same");
      expectTrue(compute(key, "481597") !== compute(key, "481598"), "another input");
      expectTrue(compute(key, "481597") !== compute(other, "481597"), "another key");
      const blinded = [1, 2].map(() => encodeHex(blindInput(encodeUtf8("481597")).blinded));
      expectTrue(blinded[0] !== blinded[1], "what is sent differs each time");
    },
  },
  {
    name: "oprf: what is no element of the group is refused",
    run: async () => {
      const key = createOprfKey();
      for (const text of ["", "00", "00".repeat(32), "ff".repeat(32), `01${"00".repeat(31)}`]) {
        const evaluate = () => evaluateBlinded(key, decodeHex(text));
        await expectRefusal(evaluate, ["malformed_element"], `evaluate ${text.slice(0, 4)}`);
      }
    },
  },
];
