import { KeyServiceError } from "#lib/secrets/key-service.ts";
import { holdServiceSecrets, serviceSecrets } from "#lib/secrets/secrets.ts";
import { until } from "./until.ts";

/** Only a failure takes this long. */
const ASKED_MS = 30_000;

export type HeldRewrap = {
  /** How many content keys it is about. */
  keys: number;
  answer(): void;
  /** As a key service that is away. */
  fail(): void;
};

/** Holds up the keeper of the escrow keys, as a key service that takes long does, until the scope ends. */
export function holdEscrow(): Disposable & { next(): Promise<HeldRewrap>; waiting: HeldRewrap[] } {
  const secrets = serviceSecrets();
  const { escrow } = secrets;
  const waiting: HeldRewrap[] = [];
  const rewrap: typeof escrow.rewrap = async (keys, publicKeys, probe) => {
    const turn = Promise.withResolvers<void>();
    waiting.push({
      keys: keys.length,
      answer: () => turn.resolve(),
      fail: () => turn.reject(new KeyServiceError("away")),
    });
    await turn.promise;
    return await escrow.rewrap(keys, publicKeys, probe);
  };
  holdServiceSecrets({ ...secrets, escrow: { ...escrow, rewrap } });
  return {
    waiting,
    async next() {
      await until(async () => waiting.length > 0, ASKED_MS);
      const [call] = waiting.splice(0, 1);
      if (!call) throw new Error("a call that waits was just there");
      return call;
    },
    [Symbol.dispose]() {
      holdServiceSecrets(secrets);
      for (const { answer } of waiting) answer();
    },
  };
}
