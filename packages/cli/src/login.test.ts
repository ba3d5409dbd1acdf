import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { prisma } from "../../../lib/storage/database.ts";
import { createConsoleClient, createTestMember } from "../../../lib/testing/console-client.ts";
import { setUpTestService } from "../../../lib/testing/test-service.ts";
import { setUpCli } from "../testing/cli-stage.ts";

const service = setUpTestService();
const cli = setUpCli(service);

/** A sign-in whose code is on the screen, with settings of its own. */
async function startLogin(profile: string) {
  const env = { SEALSLIP_CONFIG_DIR: join(cli.folder, profile) };
  const login = cli.start(["login", "--json", "--profile", profile], { env });
  const { userCode, verificationUrl } = JSON.parse(await login.prints(/"waiting"/));
  return { env, login, userCode, verificationUrl };
}

async function decide(act: string, body: object) {
  const member = await createTestMember({ kind: "merchant" });
  const answer = await createConsoleClient(service, member)("POST", `/device-logins/${act}`, {
    body,
  });
  assert.equal(answer.status, 200);
}

describe("login", { concurrency: true }, () => {
  test("gets a key that a member approves, and stores it for its owner alone", async () => {
    const { env, login, userCode, verificationUrl } = await startLogin("till");
    assert.ok(verificationUrl.endsWith(`/device?code=${userCode}`));
    await decide("approve", { userCode, scopes: ["payments:read"], keyDays: 30 });
    const { file, ...approved } = JSON.parse(await login.prints(/"approved"/));
    assert.equal(approved.environment, "development");
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const { profiles } = JSON.parse(await readFile(file, "utf8"));
    assert.match(profiles.till.apiKey, /^ssk_dev_/);
    assert.ok(!login.lines.join().includes(profiles.till.apiKey));

    const stored = { ...env, SEALSLIP_BASE_URL: undefined };
    const who = await cli.run(["whoami", "--json", "--profile", "till"], { env: stored });
    const { scopes, apiKey, source } = JSON.parse(who.stdout);
    assert.deepEqual([scopes, source], [["payments:read"], "profile till"]);
    assert.match(apiKey.name, /^CLI on /);
  });

  test("says that it was denied", async () => {
    const { login, userCode } = await startLogin("denied");
    await decide("deny", { userCode });
    assert.equal(await login.ends(), 3);
    assert.match(JSON.parse(login.stderr()).error.message, /denied/);
  });

  test("ends when its code does", async () => {
    const { login, userCode } = await startLogin("late");
    const expiresAt = new Date(Date.now() - 1);
    await prisma().deviceLogin.update({ where: { userCode }, data: { expiresAt } });
    assert.equal(await login.ends(), 3);
    assert.match(login.stderr(), /no longer valid/);
  });

  const refused = [
    ["without an address", { SEALSLIP_BASE_URL: undefined }, /Which service/],
    ["without https", { SEALSLIP_BASE_URL: "http://receipts.example" }, /needs https/],
  ] as const;
  for (const [name, env, text] of refused) {
    test(`${name}, nothing is sent`, async () => {
      const { code, stderr } = await cli.run(["login"], { env });
      assert.equal(code, 2);
      assert.match(stderr, text);
    });
  }
});
