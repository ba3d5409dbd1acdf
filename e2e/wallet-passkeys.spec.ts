import { expect, type Page, test } from "@playwright/test";
import { pin } from "./seed-vault.ts";
import { addAuthenticator, callWallet, openWalletPage } from "./wallet-page.ts";
import { connectService } from "./wallet-service.ts";

// No passkey stays with the authenticator that opens nothing.

const byPin = { method: "pin", pin };
const newPasskey = { method: "passkey", accountName: "Test" };

const create = (page: Page, consent: object) =>
  callWallet(page, "vault.ts", "createVault", consent);
const done = { value: undefined };

test.beforeEach(async ({ page, baseURL }) => {
  await openWalletPage(page);
  await connectService(page, baseURL ?? "");
});

test("a passkey that gives no key is retired", async ({ page }) => {
  const calls = await watchPasskeys(page);
  await addAuthenticator(page, { prf: false });
  expect(await create(page, newPasskey)).toMatchObject({ reason: "passkey_unsupported" });
  expect(await calls()).toEqual(["create", "retire"]);
});

test("no passkey is created where the browser says that it would give no key", async ({ page }) => {
  const calls = await watchPasskeys(page);
  await addAuthenticator(page);
  await page.evaluate(() => {
    Object.assign(PublicKeyCredential, {
      getClientCapabilities: async () => ({ "extension:prf": false }),
    });
  });
  expect(await create(page, newPasskey)).toMatchObject({ reason: "passkey_unsupported" });
  expect(await calls()).toEqual([]);
});

test("a passkey whose second question is refused is asked again, and not created again", async ({
  page,
}) => {
  const calls = await watchPasskeys(page, { refusals: 1 });
  await addAuthenticator(page);
  expect(await create(page, newPasskey)).toMatchObject({ reason: "consent_declined" });
  expect(await create(page, newPasskey)).toEqual(done);
  expect(await calls()).toEqual(["create", "get", "get"]);
  expect(
    await callWallet(page, "locks.ts", "openLock", { method: "passkey" }, { extractable: false }),
  ).toHaveProperty("value.vaultId");
});

test("a passkey that is created after the prompt was canceled is retired", async ({ page }) => {
  await addAuthenticator(page);
  const calls = await watchPasskeys(page);
  // As a password manager that ignores the signal.
  await page.evaluate(() => {
    const { credentials } = navigator;
    const { create: createOne } = credentials;
    credentials.create = async ({ signal, ...options } = {}) => {
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return await createOne.call(credentials, options);
    };
  });
  const creating = create(page, newPasskey);
  await expect
    .poll(() => callWallet(page, "passkey.ts", "isPasskeyAsked"))
    .toEqual({ value: true });
  await callWallet(page, "passkey.ts", "withdrawPasskeyQuestion");
  expect(await creating).toMatchObject({ reason: "consent_declined" });
  await expect.poll(calls).toEqual(["create", "retire"]);
});

test("a passkey that is given up for a PIN is retired", async ({ page }) => {
  const calls = await watchPasskeys(page, { refusals: 1 });
  await addAuthenticator(page);
  expect(await create(page, newPasskey)).toMatchObject({ reason: "consent_declined" });
  expect(await create(page, byPin)).toEqual(done);
  expect(await calls()).toEqual(["create", "get", "retire"]);
});

test("a passkey for a vault that another tab has created meanwhile is retired", async ({
  page,
}) => {
  const calls = await watchPasskeys(page);
  await addAuthenticator(page);
  const outcomes = await page.evaluate(
    async (consents) => {
      const url = "/lib/wallet/vault.ts";
      const { createVault } = await import(url);
      return await Promise.all(
        consents.map((consent) =>
          createVault(consent).then(
            () => "created",
            (error: unknown) => Reflect.get(Object(error), "reason"),
          ),
        ),
      );
    },
    [newPasskey, byPin],
  );
  expect(outcomes.toSorted()).toEqual(["created", "vault_exists"]);
  const isPasskeyLate = outcomes[0] === "vault_exists";
  expect((await calls()).includes("retire")).toBe(isPasskeyLate);
});

/** Counts what is asked of passkeys; the first assertions can be refused. Returns what was called so far. */
async function watchPasskeys(page: Page, { refusals = 0 }: { refusals?: number } = {}) {
  await page.evaluate((refused) => {
    const calls: string[] = [];
    Object.assign(globalThis, { passkeyCalls: calls });
    const { credentials } = navigator;
    const { create: createOne, get } = credentials;
    credentials.create = async (options) => {
      calls.push("create");
      const credential = await createOne.call(credentials, options);
      if (refused === 0 || !(credential instanceof PublicKeyCredential)) return credential;
      // As many authenticators, which give the value only for an assertion.
      const { prf } = credential.getClientExtensionResults();
      const getClientExtensionResults = () => ({ prf: { enabled: prf?.enabled } });
      return Object.assign(credential, { getClientExtensionResults });
    };
    credentials.get = async (options) => {
      calls.push("get");
      const isRefused = calls.filter((call) => call === "get").length <= refused;
      if (isRefused) throw new DOMException("The gesture is used up", "NotAllowedError");
      return await get.call(credentials, options);
    };
    Object.assign(PublicKeyCredential, {
      signalUnknownCredential: async () => void calls.push("retire"),
    });
  }, refusals);
  return async (): Promise<string[]> =>
    await page.evaluate(() => Reflect.get(globalThis, "passkeyCalls"));
}
