import type { Config } from "#lib/config.ts";
import type { EscrowKeeper, Probe } from "./escrow-keeper.ts";

/** The first message to the process that holds the escrow keys: the source of the keys. */
export type EscrowSettings = Pick<Config, "secrets" | "secretsFile" | "dataDir" | "productionMode">;

/** Each message after it. */
export type EscrowOrder = {
  id: number;
  keys: Parameters<EscrowKeeper["rewrap"]>[0];
  publicKeys: Parameters<EscrowKeeper["rewrap"]>[1];
  probe: Probe;
};

type PublicPart = Omit<EscrowKeeper["current"], "key">;

export type EscrowReply =
  /** The current version first. */
  | { kind: "open"; versions: PublicPart[] }
  | { kind: "refused"; name: string; reasons: readonly string[] }
  | { kind: "rewrapped"; id: number; rewrapped: Awaited<ReturnType<EscrowKeeper["rewrap"]>> }
  | { kind: "failed"; id: number; name: string; message: string };
