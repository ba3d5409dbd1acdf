// Keeps the wallet's shell for a reload without a connection: three documents, the hashed files that they
// name, and those that these load later, fonts included. What the API answers, and what a receipt says, never passes through here.

const cacheName = "wallet-shell";

/** The longest beginning of a path decides; each tab has its own document. */
const screens = ["/wallet/vault", "/wallet/cards", "/wallet"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(renewShell());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(visit(event, pathname));
  else if (origin === self.location.origin && isStatic(pathname)) {
    event.respondWith(load(request, pathname));
  }
});

self.addEventListener("push", (event) => event.waitUntil(notify(readPath(event.data))));

self.addEventListener("message", (event) => {
  // The cardholder chose another language, which the kept documents do not have.
  if (event.data === "renew") event.waitUntil(renewShell());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** In the language of the wallet, as the kept document has it. */
const notifications = { en: "A new receipt arrived", de: "Ein neuer Beleg ist da" };

async function notify(path) {
  const document = await (await findKept("/wallet")).text();
  const [, language] = /<html[^>]* lang="(\w+)"/.exec(document) ?? [];
  await self.registration.showNotification(notifications[language] ?? notifications.en, {
    tag: "receipt",
    icon: "/wallet-icon-192.png",
    data: { path },
  });
}

/** A message has the id of a payment, and nothing else of it. */
function readPath(message) {
  const { paymentId } = message?.json() ?? {};
  return /^(?:pay|ref)_[0-9a-f]{32}$/.test(paymentId) ? `/wallet/receipts/${paymentId}` : "/wallet";
}

/** In a wallet that is open, which goes there by itself and keeps what was opened in it; else in a new one. */
async function show(path) {
  const [wallet] = await self.clients.matchAll({ type: "window" });
  if (!wallet) return await self.clients.openWindow(path);
  wallet.postMessage({ path });
  await wallet.focus();
}

async function visit(event, pathname) {
  try {
    const page = await fetch(event.request);
    // Another build names other files: what is kept follows what was seen.
    if (page.ok) event.waitUntil(renewShell());
    return page;
  } catch {
    return await findKept(screens.find((screen) => pathname.startsWith(screen)) ?? pathname);
  }
}

/** Keeps the present build, whole, and then drops what only an older one needed. */
async function renewShell() {
  const pages = await Promise.all(screens.map((screen) => fetch(screen, { cache: "no-store" })));
  if (!pages.every(({ ok }) => ok)) return;

  const cache = await caches.open(cacheName);
  const before = await cache.keys();
  const texts = await Promise.all(pages.map((page) => page.clone().text()));
  const files = new Set();
  let named = texts.flatMap(listFiles);
  while (named.length > 0) {
    const added = [...new Set(named)].filter((file) => !files.has(file));
    for (const file of added) files.add(file);
    named = (await Promise.all(added.map((file) => keepFile(cache, file)))).flatMap(listFiles);
  }
  await Promise.all(pages.map((page, at) => cache.put(screens[at], page)));

  const outdated = before.filter(({ url }) => {
    const { pathname } = new URL(url);
    return isStatic(pathname) && !files.has(pathname);
  });
  await Promise.all(outdated.map((request) => cache.delete(request)));
}

/** The text of a script or a style sheet, which names what it loads later. */
async function keepFile(cache, file) {
  if (!(await cache.match(file))) await cache.add(file);
  return /\.(?:js|css)$/.test(file) ? await (await cache.match(file)).text() : "";
}

/** A page that is open over an upgrade loads parts that the new build does not have. */
async function load(request, pathname) {
  const answer = await fetch(request).catch(() => Response.error());
  return answer.ok ? answer : await findKept(pathname, answer);
}

async function findKept(pathname, otherwise = Response.error()) {
  const cache = await caches.open(cacheName);
  return (await cache.match(pathname)) ?? otherwise;
}

/**
 * Documents name files by their paths, scripts name others without what stands before `static`, and style sheets name
 * fonts from the folder beside their own.
 */
function listFiles(text) {
  const named =
    text.match(/(?:static|\.\.)\/(?:chunks|media)\/[\w./~-]+\.(?:js|css|woff2?)/g) ?? [];
  return named.map((file) => `/_next/static/${file.slice(file.indexOf("/") + 1)}`);
}

function isStatic(pathname) {
  return pathname.startsWith("/_next/static/");
}
