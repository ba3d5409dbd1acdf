import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const file = join(import.meta.dirname, "../../public/wallet-worker.js");
const paymentId = `pay_${"0".repeat(32)}`;

/** The service worker, with a window or without one, and what it did when it was called. */
async function startWorker({ hasWindow }: { hasWindow: boolean }) {
  const calls: unknown[][] = [];
  const listeners = new Map<string, (event: object) => void>();
  const wallet = {
    focus: async () => void calls.push(["focus"]),
    postMessage: ({ path }: { path: string }) => void calls.push(["postMessage", path]),
  };
  const self = {
    location: { origin },
    skipWaiting: () => undefined,
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
  const shell = createShell();
  runInNewContext(await readFile(file, "utf8"), { self, URL, Response, ...shell });

  async function dispatch(type: string, event: object): Promise<void> {
    const work: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
    await Promise.all(work);
  }

  async function load(path: string): Promise<Response> {
    const answers: Promise<Response>[] = [];
    const respondWith = (answer: Promise<Response>) => void answers.push(answer);
    const request = { url: `${origin}${path}`, mode: "no-cors" };
    listeners.get("fetch")?.({ request, respondWith });
    return (await answers[0]) ?? Response.error();
  }
  return { calls, dispatch, load, ...shell };
}

const origin = "https://wallet.example";

/** A network with the files of one build, and the cache beside it. */
function createShell() {
  const network = new Map<string, string>();
  const kept = new Map<string, Response>();
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === "string" ? request : request.url, origin).pathname;
  async function fetch(request: string | { url: string }): Promise<Response> {
    const text = network.get(pathOf(request));
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  }
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `${origin}${path}` })),
    match: async (request: string) => kept.get(pathOf(request))?.clone(),
    put: async (path: string, response: Response) => void kept.set(path, response),
    add: async (path: string) => void kept.set(path, await fetch(path)),
    delete: async ({ url }: { url: string }) => kept.delete(pathOf(url)),
  };
  return { network, kept, fetch, caches: { open: async () => cache } };
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

test("a message is in the language of the wallet that is kept", async () => {
  const { calls, dispatch, kept } = await startWorker({ hasWindow: false });
  kept.set("/wallet", new Response('<!DOCTYPE html><html lang="de" data-theme="dark"><body>'));
  await dispatch("push", { data: null });
  assert.equal(calls[0]?.[0], "Ein neuer Beleg ist da");
});

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

const css = "/_next/static/chunks/a.css";
const font = "/_next/static/media/geist-latin-wght-normal.20f3.woff2";
const script = "/_next/static/chunks/b.js";

const pdfFont = "/_next/static/media/geist-mono-latin-400-normal.9a.woff";

test("the fonts that a style sheet or a script names are kept with it", async () => {
  const { dispatch, network, kept } = await startWorker({ hasWindow: false });
  for (const page of ["/wallet", "/wallet/cards", "/wallet/vault"]) {
    network.set(page, `<link href="${css}"><script src="${script}">`);
  }
  network.set(css, "@font-face{src:url(../media/geist-latin-wght-normal.20f3.woff2)}");
  network.set(script, 'e.v("static/media/geist-mono-latin-400-normal.9a.woff")');
  network.set(font, "");
  network.set(pdfFont, "");
  await dispatch("install", {});
  assert.ok([css, script, font, pdfFont].every((path) => kept.has(path)));
});

test("the catalog that only a script names is kept, and the documents of a language chosen since", async () => {
  const { dispatch, network, kept } = await startWorker({ hasWindow: false });
  const german = "/_next/static/chunks/german.js";
  for (const page of ["/wallet", "/wallet/cards", "/wallet/vault"]) {
    network.set(page, `<html lang="en"><script src="${script}">`);
  }
  network.set(script, 'e.l("static/chunks/german.js")');
  network.set(german, "");
  await dispatch("install", {});
  assert.ok(kept.has(german));

  network.set("/wallet", `<html lang="de"><script src="${script}">`);
  await dispatch("message", { data: "renew" });
  assert.match((await kept.get("/wallet")?.clone().text()) ?? "", /lang="de"/);
});

test("a part that a newer build no longer has comes from what is kept", async () => {
  const { load, kept } = await startWorker({ hasWindow: false });
  kept.set(script, new Response("kept"));
  assert.equal(await (await load(script)).text(), "kept");
  assert.equal((await load("/_next/static/chunks/c.js")).status, 404);
});
