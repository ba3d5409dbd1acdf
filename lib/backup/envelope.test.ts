import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { pack, unpack } from "./envelope.ts";

async function* inPieces(bytes: Uint8Array, length = 10_000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

// Several chunks of age's 64 KiB.
const plain = randomBytes(200_000);

async function packed(recipients: string[]): Promise<Buffer> {
  const target = new PassThrough();
  const [bytes] = await Promise.all([buffer(target), pack(inPieces(plain), recipients, target)]);
  return bytes;
}

const open = (bytes: Uint8Array, identity: string) =>
  unpack(inPieces(bytes), identity, (contents) => buffer(contents));

test("each of several recipients opens it, and nobody else", async () => {
  const identities = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
  const file = await packed(await Promise.all(identities.map((one) => identityToRecipient(one))));
  for (const identity of identities) assert.deepEqual(await open(file, identity), plain);
  await assert.rejects(open(file, await generateX25519Identity()), { name: "BackupError" });
  await assert.rejects(open(file, "AGE-SECRET-KEY-1"), { message: /^the identity is none/ });
});

describe("is refused", () => {
  const damages: [string, (file: Buffer) => Buffer][] = [
    ["with a byte changed", (file) => flip(file, 100_000)],
    ["with the last byte changed", (file) => flip(file, file.length - 1)],
    ["with a byte of its head changed", (file) => flip(file, 60)],
    ["cut off", (file) => file.subarray(0, 150_000)],
    ["cut off between chunks", (file) => file.subarray(0, headOf(file) + 2 * CHUNK)],
    ["with chunks in another order", swapChunks],
  ];
  for (const [name, damage] of damages) {
    test(name, async () => {
      const identity = await generateX25519Identity();
      const file = await packed([await identityToRecipient(identity)]);
      await assert.rejects(open(damage(file), identity), { name: "BackupError" });
    });
  }
});

const CHUNK = 64 * 1024 + 16;

/** Header and nonce */
function headOf(file: Buffer): number {
  return file.indexOf("\n", file.indexOf("\n---") + 1) + 1 + 16;
}

function swapChunks(file: Buffer): Buffer {
  const head = headOf(file);
  const [first, second] = [head, head + CHUNK];
  return Buffer.concat([
    file.subarray(0, head),
    file.subarray(second, second + CHUNK),
    file.subarray(first, second),
    file.subarray(second + CHUNK),
  ]);
}

function flip(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
