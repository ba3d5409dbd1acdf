import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { keyServiceVariables } from "#lib/config.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { log } from "#lib/log/logger.ts";
import type { EscrowKeeper } from "./escrow-keeper.ts";
import type { EscrowOrder, EscrowReply, EscrowSettings } from "./escrow-messages.ts";
import { KeyServiceError } from "./key-service.ts";
import { SecretsError } from "./secrets-error.ts";

export type EscrowProcess = EscrowKeeper & {
  /** Fulfilled when the process has ended. */
  exited: Promise<void>;
  stop(): Promise<void>;
};

type Rewrapped = Extract<EscrowReply, { kind: "rewrapped" }>["rewrapped"];

/**
 * Starts a process that holds the private escrow keys, so that the processes that take payments hold none.
 * Each use is logged with its number of keys. Throws `SecretsError` if the keys are missing or unusable.
 */
export async function startEscrowProcess(settings: EscrowSettings): Promise<EscrowProcess> {
  const child = fork(join(import.meta.dirname, "escrow-process.ts"), {
    // Bytes travel as bytes.
    serialization: "advanced",
    // Of this process's environment, which may contain secrets, only the variables for a key service.
    env: keyServiceVariables(),
    execArgv: [],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
  try {
    const { secrets, secretsFile, dataDir, productionMode } = settings;
    child.send({ secrets, secretsFile, dataDir, productionMode } satisfies EscrowSettings);
    const versions = await readPublicParts(child);
    const [current] = versions;
    if (!current) throw new SecretsError("ESCROW_KEYS: there is none");
    return { current, versions, rewrap: callProcess(child), exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readPublicParts(child: ChildProcess): Promise<EscrowKeeper["versions"]> {
  const reply = await new Promise<EscrowReply>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(ended()));
  });
  if (reply.kind === "open") {
    return reply.versions.map((part) => ({
      ...part,
      key: importStoredPublicKey(part.publicKeyPem),
    }));
  }
  if (reply.kind !== "refused") throw new Error("the escrow process answered before it was asked");
  if (reply.name === "SecretsError") throw new SecretsError(reply.reasons);
  throw new Error(`${reply.name}: ${reply.reasons.join("; ")}`);
}

function callProcess(child: ChildProcess): EscrowKeeper["rewrap"] {
  const waiting = new Map<number, PromiseWithResolvers<Rewrapped>>();
  const count = { orders: 0 };
  child.on("message", (reply: EscrowReply) => {
    if (reply.kind !== "rewrapped" && reply.kind !== "failed") return;
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === "rewrapped") caller?.resolve(reply.rewrapped);
    else caller?.reject(toError(reply));
  });
  child.on("exit", () => {
    for (const caller of waiting.values()) caller.reject(ended());
    waiting.clear();
  });

  return async (keys, publicKeys, probe = "fresh") => {
    if (!child.connected) throw ended();
    count.orders += 1;
    const order: EscrowOrder = {
      id: count.orders,
      keys: [...keys],
      publicKeys: [...publicKeys],
      probe,
    };
    const answer = Promise.withResolvers<Rewrapped>();
    waiting.set(order.id, answer);
    child.send(order);
    const rewrapped = await answer.promise;
    log().info({ keys: rewrapped.length }, "escrow keys used");
    return rewrapped;
  };
}

function toError({ name, message }: { name: string; message: string }): Error {
  return name === "KeyServiceError"
    ? new KeyServiceError(message)
    : new Error(`${name}: ${message}`);
}

function ended(): Error {
  return new Error("the process with the escrow keys has ended");
}
