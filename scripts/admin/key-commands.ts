import { z } from "zod";
import { type KeyStatus, listKeys, listMoves, type Move } from "#lib/keys/key-status.ts";
import { startMove } from "#lib/keys/move-keys.ts";
import { makeNextVersion, type RetiredKey, retireKey } from "#lib/keys/versions.ts";
import { type RotatedPurpose, rotatedSecrets } from "#lib/secrets/rotate-secret.ts";
import { defineCommand, type Outcome, type Subject } from "./command.ts";
import { toDay } from "./text.ts";

const purposes = Object.keys(rotatedSecrets) as [RotatedPurpose, ...RotatedPurpose[]];
const purpose = z.enum(purposes, { error: `keys are ${purposes.join(", ")}` });
const version = z
  .string({ error: "the version is missing" })
  .regex(/^[1-9]\d{0,4}$/, { error: "the version is not a number" })
  .transform(Number);

export const subject: Subject = {
  commands: {
    status: defineCommand({
      does: "every version, and the data that still needs it",
      run: describeStatus,
    }),
    rotate: defineCommand({
      takes: "<key>",
      does: "a new version",
      words: { purpose },
      run: async (key) => {
        const result = await makeNextVersion(key.purpose);
        return { result, text: describeRotation(result) };
      },
    }),
    reencrypt: defineCommand({
      does: "move stored data to the current versions now",
      run: async () => {
        await startMove();
        const text =
          "A process of the service moves what can be moved: npm run admin -- keys status";
        return { result: { started: true }, text };
      },
    }),
    retire: defineCommand({
      takes: "<key> <version> [--despite reservations]",
      does: "end a version that is no longer needed",
      destroys: "The version is gone: backups that need it cannot be opened without it.",
      words: { purpose, version },
      options: { despite: z.literal("reservations").optional() },
      run: async (key) => {
        const result = await retireKey(key);
        return { result, text: describeRetired(result) };
      },
    }),
  },
  byDefault: "status",
  notes: `Keys: ${purposes.join(", ")}.`,
};

async function describeStatus(): Promise<Outcome> {
  const [keys, moves] = await Promise.all([listKeys(), listMoves()]);
  const text = [...keys.map(describeKey), ...moves.map(describeMove)].join("\n");
  return { result: { keys, moves }, text };
}

function describeKey(key: KeyStatus): string {
  const { state, recordedAt, rows, uses, reservedUntil } = key;
  const since = toDay(recordedAt);
  const head = `${`${key.purpose} ${key.version}`.padEnd(12)}${state.padEnd(10)}since ${since}`;
  // It is not stored which sessions the current secret has sealed.
  if (state === "current") return key.purpose === "session" ? head : `${head}  used by ${rows}`;
  const reserved = reservedUntil && `reserved by tills until ${toDay(reservedUntil)}`;
  if (rows === 0 && state !== "retired" && reserved) return `${head}  ${reserved}`;
  if (rows === 0) return `${head}  ${state === "retired" ? "" : "nothing needs it"}`.trimEnd();
  const lines = uses
    .filter((use) => use.rows > 0)
    .map((use) => `            ${use.rows} × ${use.name}, ${waitsFor(key.purpose, use)}`);
  const last = reserved ? [`            ${reserved}`] : [];
  return [`${head}  needed by ${rows}`, ...lines, ...last].join("\n");
}

/** How these rows will stop needing an earlier version. */
function waitsFor(of: string, { name, endsAt }: KeyStatus["uses"][number]): string {
  if (of === "column" || of === "escrow") return "moved by the job";
  if (name === "cardholders") return "moved by the next payment or registration of the card";
  return `until ${endsAt ? toDay(endsAt) : "they end"}`;
}

function describeMove(move: Move): string {
  return `${move.name}: ${move.moved} rows moved to version ${move.version}, ${move.state}`;
}

function describeRotation(rotation: Awaited<ReturnType<typeof makeNextVersion>>): string {
  const { name } = rotation;
  if (rotation.state === "written") {
    return `${rotation.path} has version ${rotation.version} of ${name}: restart the service to use it.`;
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
    `Version ${rotation.version} of ${name}  (shown once): ${rotation.entry}`,
    `1. Add it at the end of ${name}, after a comma, and restart every process.`,
    "2. Move it to the front, and restart every process.",
    "3. When npm run admin -- keys status shows nothing that needs the one before, retire it.",
  ].join("\n");
}

function describeRetired({ removedFrom, ...key }: RetiredKey): string {
  const rest = removedFrom
    ? `removed from ${removedFrom}`
    : "take it out of the secrets of every process now";
  return `${key.purpose} ${key.version} is retired; ${rest}.`;
}
