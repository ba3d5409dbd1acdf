import type { Hostile } from "./hostile.ts";

/** Just below the largest body that is read. */
const SIZE = 256 * 1024 - 100;

/** Sixteen digits may be a whole number that is not exact, and are looked at again. */
const DIGITS = "1234567890123456";

export const bodies: Record<string, Hostile> = {
  "bodies, wide": keyless(`{"blinded":${DIGITS},"b":[${"0,".repeat(SIZE / 2 - 20)}0]}`),
  "bodies, deep": keyless(
    `{"blinded":${DIGITS},"b":${"[".repeat(SIZE / 2 - 20)}${"]".repeat(SIZE / 2 - 20)}}`,
  ),
  "bodies, of digits": keyless(`{"blinded":[${`${DIGITS},`.repeat(SIZE / 17 - 2)}1]}`),
};

function keyless(body: string): Hostile {
  return {
    connections: 8,
    prepare: async () => () => ({ method: "POST", path: "/api/wallet/pins", body }),
  };
}
