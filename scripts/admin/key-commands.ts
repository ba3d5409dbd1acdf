import { type KeyStatus, listKeys } from "#lib/keys/key-status.ts";
import { listMoves, type Move } from "#lib/keys/list-moves.ts";
import { startMove } from "#lib/keys/move-keys.ts";
import { type RetiredKey, retireKey } from "#lib/keys/retire-key.ts";
import { rotateKey } from "#lib/keys/rotate-key.ts";
import type { KeyCommand } from "./read-key-command.ts";

type Outcome = { result: unknown; text: string };

/** Carries the command out; what to print. */
export async function runKeyCommand(command: KeyCommand): Promise<string> {
  const { result, text } = await carryOut(command);
  return command.json ? `${JSON.stringify(result, null, 2)}\n` : `${text}\n`;
}

async function carryOut(command: KeyCommand): Promise<Outcome> {
  switch (command.name) {
    case "status":
      return await describeStatus();
    case "rotate": {
      const rotation = await rotateKey(command.purpose);
      return { result: rotation, text: describeRotation(rotation) };
    }
    case "reencrypt": {
      await startMove();
      const text = "A process of the service moves what can be moved: npm run admin -- keys status";
      return { result: { started: true }, text };
    }
    case "retire": {
      const retired = await retireKey(command);
      return { result: retired, text: describeRetired(retired) };
    }
  }
}

async function describeStatus(): Promise<Outcome> {
  const [keys, moves] = await Promise.all([listKeys(), listMoves()]);
  const text = [...keys.map(describeKey), ...moves.map(describeMove)].join("\n");
  return { result: { keys, moves }, text };
}

function describeKey({ purpose, version, state, recordedAt, rows, uses }: KeyStatus): string {
  const since = recordedAt.toISOString().slice(0, 10);
  const head = `${`${purpose} ${version}`.padEnd(12)}${state.padEnd(10)}since ${since}`;
  // Which sessions the current secret has sealed is written nowhere.
  if (state === "current") return purpose === "session" ? head : `${head}  used by ${rows}`;
  if (rows === 0) return `${head}  ${state === "retired" ? "" : "nothing needs it"}`.trimEnd();
  const lines = uses
    .filter((use) => use.rows > 0)
    .map((use) => `            ${use.rows} × ${use.name}, ${waitsFor(purpose, use)}`);
  return [`${head}  needed by ${rows}`, ...lines].join("\n");
}

/** What takes these rows away from an earlier version. */
function waitsFor(purpose: string, { name, endsAt }: KeyStatus["uses"][number]): string {
  if (purpose === "column" || purpose === "escrow") return "moved by the job";
  if (name === "cardholders") return "moved by the next payment or registration of the card";
  return `until ${endsAt?.toISOString().slice(0, 10) ?? "they end"}`;
}

function describeMove({ name, version, moved, state }: Move): string {
  return `${name}: ${moved} rows moved to version ${version}, ${state}`;
}

function describeRotation(rotation: Awaited<ReturnType<typeof rotateKey>>): string {
  const { name, version } = rotation;
  if (rotation.state === "written") {
    return `${rotation.path} has version ${version} of ${name}: restart the service to use it.`;
  }
  if (name === "SESSION_SECRET") {
    return [
      `A new SESSION_SECRET  (shown once): ${rotation.entry}`,
      "1. Set it as SESSION_SECRET_PREVIOUS, and restart every process.",
      "2. Swap the two, and restart every process.",
      "3. After a week: npm run admin -- keys retire session <the version before>",
    ].join("\n");
  }
  return [
    `Version ${version} of ${name}  (shown once): ${rotation.entry}`,
    `1. Add it at the end of ${name}, after a comma, and restart every process.`,
    "2. Move it to the front, and restart every process.",
    "3. When npm run admin -- keys status shows nothing that needs the one before, retire it.",
  ].join("\n");
}

function describeRetired({ purpose, version, removedFrom }: RetiredKey): string {
  const rest = removedFrom
    ? `removed from ${removedFrom}`
    : "take it out of the secrets of every process now";
  return `${purpose} ${version} is retired; ${rest}.`;
}
