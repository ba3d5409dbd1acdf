import { type EscrowKeeper, openEscrowKeeper } from "./escrow-keeper.ts";
import type { EscrowOrder, EscrowReply, EscrowSettings } from "./escrow-messages.ts";
import { findSecrets } from "./read-secrets.ts";
import { SecretsError } from "./secrets-error.ts";

// The only process that holds the private parts of the escrow keys: see start-escrow-process.ts.

// A Ctrl-C reaches this process, too, while its parent still finishes its work.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

process.once("message", async (settings: EscrowSettings) => {
  try {
    // The parent reports problems with the other secrets itself.
    const { texts, problems } = await findSecrets(settings);
    const { ESCROW_KEYS } = texts;
    if (ESCROW_KEYS === undefined) throw new SecretsError(problems);
    const keeper = await openEscrowKeeper(ESCROW_KEYS);
    process.on("message", async (order: EscrowOrder) => reply(await carryOut(keeper, order)));
    const versions = keeper.versions.map(({ key: _key, ...rest }) => rest);
    reply({ kind: "open", versions });
  } catch (error) {
    const { name, message } = nameFailure(error);
    reply({ kind: "refused", name, reasons: reasonsOf(error) ?? [message] });
    process.disconnect();
  }
});

async function carryOut(keeper: EscrowKeeper, { id, keys, publicKeys, probe }: EscrowOrder) {
  try {
    const rewrapped = await keeper.rewrap(keys, publicKeys, probe);
    return { kind: "rewrapped", id, rewrapped } as const;
  } catch (error) {
    return { kind: "failed", id, ...nameFailure(error) } as const;
  }
}

function reasonsOf(error: unknown): readonly string[] | undefined {
  return error instanceof SecretsError ? error.reasons : undefined;
}

/** Errors of this service contain no key; of others only the name is passed on. */
function nameFailure(error: unknown): { name: string; message: string } {
  if (!(error instanceof Error)) return { name: "Error", message: "unknown" };
  const isOurs = ["SecretsError", "CryptoError", "KeyServiceError"].includes(error.name);
  return { name: error.name, message: isOurs ? error.message : "the escrow process failed" };
}

function reply(message: EscrowReply): void {
  process.send?.(message);
}
