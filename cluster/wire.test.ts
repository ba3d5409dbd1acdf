import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { listContractTests } from "./contract.ts";
import { openWire, type Wire } from "./wire.ts";

/** Sends back what it gets. */
const echo = createServer((socket) => socket.pipe(socket).on("error", () => undefined));
let wire: Wire;

before(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  wire = await openWire((echo.address() as AddressInfo).port);
});
beforeEach(() => wire.set({ kind: "open" }));
after(async () => {
  await wire[Symbol.asyncDispose]();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: wire.port });
  await once(socket, "connect");
  return socket;
}

async function answerTo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [chunk] = await once(socket, "data");
  return String(chunk);
}

test("an open wire carries what is sent", async () => {
  const socket = await open();
  assert.equal(await answerTo(socket, "hello"), "hello");
  socket.destroy();
});

test("a slow one carries it later, each way", async () => {
  const socket = await open();
  wire.set({ kind: "slow", delayMs: 40 });
  const sentAt = performance.now();
  assert.equal(await answerTo(socket, "hello"), "hello");
  assert.ok(performance.now() - sentAt >= 78);
  socket.destroy();
});

test("a silent one holds it, and it comes in order once the wire is open", async () => {
  const socket = await open();
  wire.set({ kind: "silent" });
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  for (const word of ["one", "two", "three"]) socket.write(word);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(received, "");
  wire.set({ kind: "open" });
  while (received.length < "onetwothree".length) await once(socket, "data");
  assert.equal(received, "onetwothree");
  socket.destroy();
});

test("a cut one ends what is connected, and takes nothing", async () => {
  const socket = await open();
  const closed = once(socket, "close").catch(() => undefined);
  wire.set({ kind: "cut" });
  await closed;
  const another = connect({ host: "127.0.0.1", port: wire.port }).on("error", () => undefined);
  await once(another, "close");
  assert.equal(another.bytesRead, 0);
});

test("npm run cluster finds the tests that can be pointed to an address", () => {
  const files = listContractTests();
  assert.ok(files.length > 20, String(files.length));
  assert.ok(files.includes("app/api/v1/payments/[gateway]/create/at-once.test.ts"));
});
