import { type Bytes, decodeBase64Url, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import {
  confirmPinOperation,
  createPinOperation,
  evaluatePinOperation,
} from "#lib/pins/contract.ts";
import { callWalletApi } from "./call-api.ts";
import type { Observe } from "./observation.ts";
import { WalletError } from "./wallet-error.ts";

// The service keeps a share of the PIN. It answers each try without seeing the PIN, and imposes a wait after
// wrong ones. Without its answers, the browser's files cannot be used to search for the PIN.

/** The OPRF output, which takes both the right PIN and the service's share. */
type Output = Bytes;

type Called = { observe?: Observe | undefined };

const environment = "development";

/** A share for a new PIN. Throws `pin_needs_service`, or as callWalletApi does. */
export async function createShare(
  input: Bytes,
  { observe }: Called,
): Promise<{ pinId: string; output: Output }> {
  const { response } = createPinOperation;
  const { blinded, finish } = await blind(input);
  const { pinId, evaluated } = await needService(
    callWalletApi(
      "POST /api/wallet/pins",
      { environment, response, observe },
      { body: { blinded } },
    ),
  );
  return { pinId, output: finish(evaluated) };
}

/**
 * One try. `tries`: all at this share that were not right, and this one; `waitSeconds`: until the next, if this one is
 * wrong. Throws `pin_needs_service`, `pin_delayed`, or `pin_destroyed`.
 */
export async function askShare(
  pinId: string,
  input: Bytes,
  { observe }: Called,
): Promise<{ output: Output; tries: number; waitSeconds: number }> {
  const { response } = evaluatePinOperation;
  const refusals = { 404: "pin_destroyed", 429: "pin_delayed" } as const;
  const { blinded, finish } = await blind(input);
  const { evaluated, ...counted } = await needService(
    callWalletApi(
      "POST /api/wallet/pins/{pinId}/evaluate",
      { environment, response, refusals, observe },
      { params: { pinId }, body: { blinded } },
    ),
  );
  return { output: finish(evaluated), ...counted };
}

/** Proves to the service that the PIN was right: the wait ends, and the try does not count. */
export async function confirmShare(
  pinId: string,
  proof: Bytes,
  { observe }: Called,
): Promise<void> {
  const { response } = confirmPinOperation;
  await needService(
    callWalletApi(
      "POST /api/wallet/pins/{pinId}/confirm",
      { environment, response, observe },
      { params: { pinId }, body: { proof: encodeBase64Url(proof) } },
    ),
  );
}

async function blind(input: Bytes) {
  // Only wallets with a PIN load the curve.
  const { blindInput, finalizeOutput } = await import("#lib/crypto/oprf.ts");
  const { blind: secret, blinded } = blindInput(input);
  return {
    blinded: encodeBase64Url(blinded),
    finish(evaluated: string): Output {
      try {
        return finalizeOutput({ input, blind: secret, evaluated: decodeBase64Url(evaluated) });
      } catch (cause) {
        if (!(cause instanceof CryptoError)) throw cause;
        throw new WalletError("unexpected_answer", { cause });
      }
    },
  };
}

async function needService<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    const isAway =
      cause instanceof WalletError && ["offline", "service_down"].includes(cause.reason);
    throw isAway ? new WalletError("pin_needs_service", { cause }) : cause;
  }
}
