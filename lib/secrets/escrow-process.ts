import { type EscrowKeeper, openEscrowKeeper } from "./escrow-keeper.ts";
import type { EscrowOrder, EscrowReply, EscrowSettings } from "./escrow-messages.ts";
import { readSecrets } from "./read-secrets.ts";

// The only process that holds the private parts of the escrow keys: see start-escrow-process.ts.

// A Ctrl-C reaches this process, too, while its parent still finishes what it has begun.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

process.once("message", async (settings: EscrowSettings) => {
  try {
    const { ESCROW_KEYS } = await readSecrets(settings);
    const keeper = await openEscrowKeeper(ESCROW_KEYS);
    process.on("message", async (order: EscrowOrder) => reply(await carryOut(keeper, order)));
    const versions = keeper.versions.map(({ key: _key, ...rest }) => rest);
    reply({ kind: "open", versions });
  } catch (error) {
    reply({ kind: "refused", ...nameFailure(error) });
    process.disconnect();
  }
});

async function carryOut(keeper: EscrowKeeper, { id, keys, publicKey }: EscrowOrder) {
  try {
    const rewrapped = await keeper.rewrap(keys, publicKey);
    return { kind: "rewrapped", id, rewrapped } as const;
  } catch (error) {
    return { kind: "failed", id, ...nameFailure(error) } as const;
  }
}

/** Errors of this service hold no key; of others only the name is passed on. */
function nameFailure(error: unknown): { name: string; message: string } {
  if (!(error instanceof Error)) return { name: "Error", message: "unknown" };
  const isOurs = ["SecretsError", "CryptoError", "KeyServiceError"].includes(error.name);
  return { name: error.name, message: isOurs ? error.message : "the escrow process failed" };
}

function reply(message: EscrowReply): void {
  process.send?.(message);
}
