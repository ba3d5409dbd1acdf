import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const file = join(import.meta.dirname, "../../public/wallet-worker.js");
const paymentId = `pay_${"0".repeat(32)}`;

type Surroundings = {
  hasWindow: boolean;
  /** What the service answers to a request for a file; without one, it cannot be reached. */
  network?: Response;
  /** What the worker has kept of that file. */
  kept?: Response;
};

/** The service worker, with a window or without one, and what it did when it was called. */
async function startWorker({ hasWindow, network, kept }: Surroundings) {
  const calls: unknown[][] = [];
  const listeners = new Map<string, (event: object) => void>();
  const wallet = {
    focus: async () => void calls.push(["focus"]),
    postMessage: ({ path }: { path: string }) => void calls.push(["postMessage", path]),
  };
  const self = {
    location: { origin: "https://wallet.test" },
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, listener),
    registration: {
      showNotification: async (title: string, options: { data: object }) =>
        void calls.push([title, { ...options, data: { ...options.data } }]),
    },
    clients: {
      matchAll: async () => (hasWindow ? [wallet] : []),
      openWindow: async (path: string) => void calls.push(["openWindow", path]),
    },
  };
  runInNewContext(await readFile(file, "utf8"), {
    self,
    URL,
    Response,
    fetch: async () => {
      if (network) return network;
      throw new TypeError("unreachable");
    },
    caches: { open: async () => ({ match: async () => kept }) },
  });

  async function dispatch(type: string, event: object): Promise<void> {
    const work: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
    await Promise.all(work);
  }
  return { calls, dispatch };
}

const messages: [what: string, message: object | null, path: string][] = [
  ["of a sale", { paymentId }, `/wallet/receipts/${paymentId}`],
  ["of a refund", { paymentId: `ref_${"1".repeat(32)}` }, `/wallet/receipts/ref_${"1".repeat(32)}`],
  ["with anything else", { paymentId: "../../sign-in" }, "/wallet"],
  ["with nothing", null, "/wallet"],
];
for (const [what, message, path] of messages) {
  test(`a message ${what} is shown in the same words`, async () => {
    const { calls, dispatch } = await startWorker({ hasWindow: false });
    await dispatch("push", { data: message && { json: () => message } });
    const options = { tag: "receipt", icon: "/wallet-icon-192.png", data: { path } };
    assert.deepEqual(calls, [["A new receipt arrived", options]]);
  });
}

const notification = { data: { path: "/wallet/receipts/pay_1" }, close: () => undefined };

test("a click goes to the receipt in the wallet that is open", async () => {
  const { calls, dispatch } = await startWorker({ hasWindow: true });
  await dispatch("notificationclick", { notification });
  assert.deepEqual(calls, [["postMessage", "/wallet/receipts/pay_1"], ["focus"]]);
});

test("a click opens the wallet where none is open", async () => {
  const { calls, dispatch } = await startWorker({ hasWindow: false });
  await dispatch("notificationclick", { notification });
  assert.deepEqual(calls, [["openWindow", "/wallet/receipts/pay_1"]]);
});

const gone = () => new Response("gone", { status: 404 });
const files: [
  what: string,
  network: Response | undefined,
  kept: Response | undefined,
  text: string,
][] = [
  ["of the network is the newest", new Response("new"), new Response("kept"), "new"],
  ["that an upgrade removed is the kept one", gone(), new Response("kept"), "kept"],
  ["that was removed and not kept stays missing", gone(), undefined, "gone"],
  ["without a network is the kept one", undefined, new Response("kept"), "kept"],
];
for (const [what, network, kept, text] of files) {
  test(`a file ${what}`, async () => {
    const { dispatch } = await startWorker({
      hasWindow: true,
      ...(network ? { network } : {}),
      ...(kept ? { kept } : {}),
    });
    const url = "https://wallet.test/_next/static/chunks/a.js";
    const answers: Promise<Response>[] = [];
    const respondWith = (answer: Promise<Response>) => void answers.push(answer);
    await dispatch("fetch", { request: { url, mode: "no-cors" }, respondWith });
    assert.equal(await (await answers[0])?.text(), text);
  });
}
