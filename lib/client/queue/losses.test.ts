import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { createClient } from "#lib/client/create-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { createTillQueue } from "./create-till-queue.ts";
import { fileStorage } from "./file-storage.ts";
import { createSale } from "./testing/sale.ts";

const service = setUpTestService();
const home = mkdtempSync(join(tmpdir(), "queue-losses-"));
after(() => rmSync(home, { recursive: true }));

async function createPlace() {
  const folder = join(home, randomUUID());
  const client = createClient({ baseUrl: service.url, apiKey: await createTestKey() });
  const open = () =>
    createTillQueue({ client, gateway: "gateway_one", storage: fileStorage(folder) });
  return { folder, open, client };
}

/** A place with sales in it, closed. */
async function createUsed(sales = 3) {
  const place = await createPlace();
  const queue = await place.open();
  assert.equal((await queue.status()).isNew, true);
  for (let index = 1; index <= sales; index++) {
    await queue.add(createSale(`${place.folder}-${index}`), { id: `sale-${index}` });
  }
  await queue.close();
  return place;
}

async function reopen({ open }: Awaited<ReturnType<typeof createPlace>>) {
  const queue = await open();
  const { losses, isNew, isGuarded } = await queue.status();
  return { queue, losses, isNew, isGuarded };
}

test("nothing is reported where nothing was lost", async () => {
  const place = await createUsed();
  const { queue, losses, isNew, isGuarded } = await reopen(place);
  assert.deepEqual({ losses, isNew, isGuarded }, { losses: [], isNew: false, isGuarded: true });
  await queue.close();
});

const deletions: [string, (folder: string) => void][] = [
  ["a deleted folder", (folder) => rmSync(folder, { recursive: true })],
  ["an emptied folder", (folder) => emptyFolder(folder)],
  ["a file of no bytes", (folder) => truncateSync(join(folder, "queue.db"), 0)],
];
for (const [name, lose] of deletions) {
  test(`${name} is noticed, and numbers go on`, async () => {
    const place = await createUsed();
    lose(place.folder);
    const { queue, losses, isNew } = await reopen(place);
    assert.equal(isNew, false);
    assert.deepEqual(losses, [{ kind: "emptied", highest: 3, found: 0, ids: [] }]);
    assert.equal((await queue.add(createSale(randomUUID()))).number, 4);
    assert.deepEqual(await queue.send(), { state: "done" });
    await queue.close();

    const again = await reopen(place);
    assert.equal(again.losses.length, 1, "until a person has seen it");
    await again.queue.acceptLoss();
    await again.queue.close();
    assert.deepEqual((await reopen(place)).losses, []);
  });
}

test("with the marker gone, too, the queue says that it is new", async () => {
  const place = await createUsed();
  rmSync(place.folder, { recursive: true });
  rmSync(`${place.folder}.seen`);
  const { losses, isNew } = await reopen(place);
  assert.deepEqual({ losses, isNew }, { losses: [], isNew: true });
});

test("a torn marker is no loss of sales", async () => {
  const place = await createUsed();
  truncateSync(`${place.folder}.seen`, 5);
  const { queue, losses, isGuarded } = await reopen(place);
  assert.deepEqual({ losses, isGuarded }, { losses: [], isGuarded: true });
  assert.equal((await queue.list()).length, 3);
  await queue.close();
});

test("an older copy is noticed, and nothing of it is sent before a person has looked", async () => {
  const place = await createUsed();
  const backup = `${place.folder}-backup`;
  cpSync(place.folder, backup, { recursive: true });
  const queue = await place.open();
  await queue.cancel("sale-1");
  await queue.close();
  rmSync(place.folder, { recursive: true });
  cpSync(backup, place.folder, { recursive: true });

  const restored = await reopen(place);
  assert.deepEqual(restored.losses, [{ kind: "rolled_back", highest: 3, found: 3, ids: [] }]);
  const sent = await restored.queue.send();
  assert.equal(sent.state, "held");
  assert.equal((await restored.queue.get("sale-1"))?.state, "queued");
  await restored.queue.cancel("sale-1");
  await restored.queue.acceptLoss();
  assert.deepEqual(await restored.queue.send(), { state: "done" });
  const states = (await restored.queue.list()).map(({ state }) => state);
  assert.deepEqual(states, ["canceled", "paid", "paid"]);
  await restored.queue.close();
});

test("the folder of another till is noticed", async () => {
  const [place, other] = [await createUsed(), await createUsed(1)];
  rmSync(place.folder, { recursive: true });
  cpSync(other.folder, place.folder, { recursive: true });
  const { queue, losses } = await reopen(place);
  assert.deepEqual(losses, [{ kind: "replaced", highest: 3, found: 1, ids: [] }]);
  assert.equal((await queue.send()).state, "held");
  await queue.close();
});

test("a damaged record is a lost sale, which can be given again", async () => {
  const place = await createUsed();
  damage(place.folder, "entry/sale-2");
  const { queue, losses } = await reopen(place);
  assert.deepEqual(losses, [{ kind: "damaged", highest: 3, found: 3, ids: ["sale-2"] }]);
  assert.equal((await queue.get("sale-2"))?.state, "lost");
  assert.deepEqual(await queue.send(), { state: "done" });
  const states = (await queue.list()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [
    ["sale-1", "paid"],
    ["sale-2", "lost"],
    ["sale-3", "paid"],
  ]);
  await queue.add(createSale(`${place.folder}-2`), { id: "sale-2" });
  await queue.send();
  assert.equal((await queue.get("sale-2"))?.state, "paid");
  await queue.close();
});

test("damaged lists are written again from the sales", async () => {
  const place = await createUsed();
  damage(place.folder, "open/000000000000001");
  damage(place.folder, "meta");
  const { queue, losses } = await reopen(place);
  assert.equal(losses[0]?.kind, "damaged");
  assert.deepEqual(await queue.send(), { state: "done" });
  const states = (await queue.list()).map(({ state }) => state);
  assert.deepEqual(states, ["paid", "paid", "paid"]);
  await queue.close();
});

const tears: [string, (path: string) => void][] = [
  ["cut in half", (path) => truncateSync(path, readFileSync(path).length / 2)],
  ["overwritten at its beginning", (path) => overwrite(path, 0)],
  ["overwritten in the middle", (path) => overwrite(path, 4096)],
];
for (const [name, tear] of tears) {
  test(`a file ${name} is set aside, and reported`, async () => {
    const place = await createUsed(100);
    tear(join(place.folder, "queue.db"));
    const { queue, losses } = await reopen(place);
    assert.equal(losses[0]?.kind, "damaged");
    assert.equal(losses[0]?.highest, 100);
    assert.ok(readdirSync(place.folder).some((file) => file.startsWith("queue.db.damaged-")));
    assert.equal((await queue.add(createSale(randomUUID()))).number, 101);
    assert.deepEqual(await queue.send(), { state: "done" });
    await queue.close();
  });
}

test("a folder that is deleted while the queue is open takes no more sales", async () => {
  const place = await createUsed();
  const queue = await place.open();
  rmSync(place.folder, { recursive: true });
  await assert.rejects(queue.add(createSale(randomUUID())), { code: "storage_gone" });
  await assert.rejects(queue.send(), { code: "storage_failed" });
  await queue.close();
  assert.equal((await reopen(place)).losses[0]?.kind, "emptied");
});

const addLarge = `
import { createClient } from "#lib/client/create-client.ts";
import { createTillQueue } from "#lib/client/queue/create-till-queue.ts";
import { fileStorage } from "#lib/client/queue/file-storage.ts";
import { createSale } from "#lib/client/queue/testing/sale.ts";
const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "unused" });
const storage = fileStorage(process.argv[1]);
const queue = await createTillQueue({ client, gateway: "gateway_one", storage });
const codes = [];
for (const [name, size] of [["before", 1], ["large", 1_000_000], ["after", 1]]) {
  const sale = { ...createSale(process.argv[1] + name), merchantCity: "x".repeat(size) };
  codes.push(await queue.add(sale, { id: name }).then(() => "added", ({ code }) => code));
}
process.stdout.write(codes.join(" "));
`;

test("a full disk refuses the sale, and the others are sent", async () => {
  const place = await createPlace();
  // The system fails every write beyond 500 blocks of a file, as a full disk does.
  const limited = `trap "" XFSZ; ulimit -f 500; exec "$@"`;
  const node = [process.execPath, "--input-type=module-typescript", "-e", addLarge, place.folder];
  const program = promisify(execFile)("bash", ["-c", limited, "bash", ...node]);
  assert.equal((await program).stdout, "added storage_failed added");
  const { queue, losses } = await reopen(place);
  assert.deepEqual(losses, []);
  assert.deepEqual(await queue.send(), { state: "done" });
  const states = (await queue.list()).map(({ id, state }) => [id, state]);
  assert.deepEqual(states, [
    ["before", "paid"],
    ["after", "paid"],
  ]);
  await queue.close();
});

const isRoot = process.getuid?.() === 0;

test("a read-only folder is said at once", { skip: isRoot && "root may write there" }, async () => {
  const place = await createUsed();
  chmodSync(place.folder, 0o500);
  await assert.rejects(place.open(), { code: "storage_failed" });
  chmodSync(place.folder, 0o700);
});

test("a folder that cannot be written to is said at once", async () => {
  const path = join(home, randomUUID());
  writeFileSync(path, "a file");
  const client = createClient({ baseUrl: service.url, apiKey: "unused" });
  const opened = createTillQueue({ client, gateway: "gateway_one", storage: fileStorage(path) });
  await assert.rejects(opened, { code: "storage_failed" });
});

function emptyFolder(folder: string): void {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
}

function damage(folder: string, key: string): void {
  const db = new DatabaseSync(join(folder, "queue.db"));
  const { changes } = db
    .prepare("UPDATE record SET value = replace(value, '0', '1') || ' ' WHERE key = ?")
    .run(key);
  assert.equal(changes, 1);
  db.close();
}

function overwrite(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, at, at + 2048);
  writeFileSync(path, bytes);
}
