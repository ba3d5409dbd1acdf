import { expect, type Page, type Route, test } from "@playwright/test";
import { pin } from "./seed-vault.ts";
import { countTries, setPinWait } from "./stored-pin.ts";
import {
  addAuthenticator,
  callWallet,
  openWalletPage,
  readStorage,
  walletOrigin,
} from "./wallet-page.ts";
import { connectService } from "./wallet-service.ts";

const byPin = { method: "pin", pin };
const byPasskey = { method: "passkey" };
const newPasskey = { method: "passkey", accountName: "Test" };

const create = (page: Page, consent: object) =>
  callWallet(page, "vault.ts", "createVault", consent);
const add = (page: Page, consent: object, added: object) =>
  callWallet(page, "vault.ts", "addConsent", { consent, added });
const open = (page: Page, consent: object) =>
  callWallet(page, "locks.ts", "openLock", consent, { extractable: false });
const done = { value: undefined };

test.beforeEach(async ({ page, baseURL }) => {
  await openWalletPage(page);
  await connectService(page, baseURL ?? "");
});

test("a passkey opens the vault, and its key cannot be taken out", async ({ page }) => {
  await addAuthenticator(page);
  expect(await create(page, newPasskey)).toEqual(done);
  await page.reload();
  expect(await open(page, byPasskey)).toHaveProperty("value.vaultId");

  const exported = await page.evaluate(async (url) => {
    const { openLock } = await import(url);
    const { vaultKey } = await openLock({ method: "passkey" }, { extractable: false });
    return await crypto.subtle.exportKey("raw", vaultKey).then(
      () => "exported",
      (error) => error.name,
    );
  }, `${walletOrigin}/lib/wallet/locks.ts`);
  expect(exported).toBe("InvalidAccessError");
});

test("another device's passkey, or a person who says no, opens nothing", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await create(page, newPasskey);
  await authenticator.setUserVerified(false);
  expect(await open(page, byPasskey)).toMatchObject({ reason: "consent_declined" });
  await authenticator.remove();
  await addAuthenticator(page);
  expect(await open(page, byPasskey)).toMatchObject({ reason: "consent_declined" });
});

test("a passkey without PRF is refused, and leaves no vault", async ({ page }) => {
  await addAuthenticator(page, { prf: false });
  expect(await create(page, newPasskey)).toMatchObject({ reason: "passkey_unsupported" });
  expect(await callWallet(page, "vault.ts", "describeVault")).toEqual({ value: { state: "none" } });
});

test("the PIN opens the vault, a wrong one does not, and nothing stored tells it", async ({
  page,
}) => {
  expect(await create(page, { method: "pin", pin: "123456" })).toMatchObject({
    reason: "weak_pin",
  });
  expect(await create(page, byPin)).toEqual(done);
  expect(await create(page, byPin)).toMatchObject({ reason: "vault_exists" });
  expect(await open(page, { method: "pin", pin: "481598" })).toMatchObject({ reason: "wrong_pin" });
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  expect(await open(page, byPasskey)).toMatchObject({ reason: "consent_not_set_up" });
  expect(await readStorage(page)).not.toContain(pin);
  const iterations = /"iterations":(\d+)/.exec(await readStorage(page))?.[1];
  expect(Number(iterations)).toBeGreaterThanOrEqual(600_000);
});

test("wrong PINs cost time that the browser's files neither count nor give back", async ({
  page,
}) => {
  await create(page, byPin);
  const files = await readStorage(page);
  const wrong = { method: "pin", pin: "000001" };
  for (const _ of [1, 2, 3]) expect(await open(page, wrong)).toMatchObject({ reason: "wrong_pin" });
  const pinId = /"pinId":"(\w+)"/.exec(files)?.[1] ?? "";
  await setPinWait(pinId, "1 hour");
  await page.reload();
  expect(await open(page, byPin)).toMatchObject({ reason: "pin_delayed" });
  expect(await readStorage(page)).toBe(files);

  await setPinWait(pinId, "0 seconds");
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
});

test("after wrong tries, the right PIN moves to a new share, and the old one forgets none", async ({
  page,
}) => {
  await create(page, byPin);
  const copied = await readPinId(page);
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  expect(await readPinId(page)).toBe(copied);

  expect(await open(page, { method: "pin", pin: "000001" })).toMatchObject({ reason: "wrong_pin" });
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  const renewed = await readPinId(page);
  expect(renewed).not.toBe(copied);
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  expect(await readPinId(page)).toBe(renewed);
  expect([await countTries(copied), await countTries(renewed)]).toEqual([1, 0]);
});

test("a share that is not renewed in time opens as before", async ({ page }) => {
  await create(page, byPin);
  const before = await readPinId(page);
  await open(page, { method: "pin", pin: "000001" });
  await page.route(`${walletOrigin}/api/wallet/pins`, loseConnection);
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  expect(await readPinId(page)).toBe(before);
  await page.unroute(`${walletOrigin}/api/wallet/pins`, loseConnection);
  expect(await open(page, byPin)).toHaveProperty("value.vaultId");
  expect(await readPinId(page)).not.toBe(before);
});

test("the browser's files give nothing without the service, and a PIN says so", async ({
  page,
}) => {
  await create(page, byPin);
  await page.route(`${walletOrigin}/api/**`, loseConnection);
  expect(await open(page, byPin)).toMatchObject({ reason: "pin_needs_service" });
});

test("tries in parallel are all counted", async ({ page }) => {
  await create(page, byPin);
  const outcomes = await Promise.all(
    ["000001", "000002", "000003", "000004", "000005"].map((guess) =>
      open(page, { method: "pin", pin: guess }),
    ),
  );
  const reasons = outcomes.map((outcome) => ("reason" in outcome ? outcome.reason : "opened"));
  const wrong = reasons.filter((reason) => reason === "wrong_pin");
  const delayed = reasons.filter((reason) => reason === "pin_delayed");
  expect(wrong.length + delayed.length).toBe(5);
  // On a slow machine, the wait after the third of them is over before the next one.
  expect(wrong.length).toBeGreaterThanOrEqual(3);
  expect(await countTries(await readPinId(page))).toBe(wrong.length);
});

test("a second way of consent is added by the first, and the last one stays", async ({ page }) => {
  await addAuthenticator(page);
  await create(page, byPin);
  expect(await add(page, { method: "pin", pin: "111222" }, newPasskey)).toMatchObject({
    reason: "wrong_pin",
  });
  expect(await add(page, byPin, newPasskey)).toEqual(done);
  expect(await open(page, byPasskey)).toHaveProperty("value.vaultId");

  const newPin = { method: "pin", pin: "730264" };
  expect(await add(page, byPasskey, newPin)).toEqual(done);
  expect(await open(page, byPin)).toMatchObject({ reason: "wrong_pin" });
  expect(await open(page, newPin)).toHaveProperty("value.vaultId");

  expect(await callWallet(page, "vault.ts", "removeConsent", "pin")).toEqual(done);
  expect(await open(page, newPin)).toMatchObject({ reason: "consent_not_set_up" });
  expect(await callWallet(page, "vault.ts", "removeConsent", "passkey")).toMatchObject({
    reason: "consent_not_set_up",
  });
  expect(await open(page, byPasskey)).toHaveProperty("value.vaultId");
});

test("calls back once the page has been hidden for the whole time, and not before", async ({
  page,
}) => {
  await page.clock.install();
  const calls = await page.evaluateHandle(async (url) => {
    const { whenHiddenFor } = await import(url);
    const counted = { calls: 0 };
    whenHiddenFor(60_000, () => counted.calls++);
    return counted;
  }, `${walletOrigin}/lib/wallet/unlocked-key.ts`);
  const show = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, "visibilityState", {
        value: visibilityState,
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const count = () => calls.evaluate((counted) => counted.calls);

  await show("hidden");
  await page.clock.runFor(59_000);
  await show("visible");
  await page.clock.runFor(60_000);
  expect(await count()).toBe(0);

  await show("hidden");
  await page.clock.runFor(60_001);
  expect(await count()).toBe(1);
  await show("visible");
  await show("hidden");
  await page.clock.runFor(120_000);
  expect(await count()).toBe(1);
});

test("a page that was frozen counts its time when it comes back", async ({ page }) => {
  await page.clock.install();
  const called = await page.evaluate(async (url) => {
    const { whenHiddenFor } = await import(url);
    const states = { visibilityState: "hidden", calls: 0 };
    Object.defineProperty(document, "visibilityState", { get: () => states.visibilityState });
    whenHiddenFor(60_000, () => states.calls++);
    const later = Date.now() + 61_000;
    Date.now = () => later;
    states.visibilityState = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    return states.calls;
  }, `${walletOrigin}/lib/wallet/unlocked-key.ts`);
  expect(called).toBe(1);
});

const readPinId = async (page: Page) => /"pinId":"(\w+)"/.exec(await readStorage(page))?.[1] ?? "";

const loseConnection = (route: Route) => route.abort("internetdisconnected");
