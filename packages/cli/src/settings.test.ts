import assert from "node:assert/strict";
import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { randomHashedPan, registerCardholder, setUpApi } from "../../../lib/testing/api-client.ts";
import { createTestKey, setUpTestService } from "../../../lib/testing/test-service.ts";
import { setUpCli } from "../testing/cli-stage.ts";

const service = setUpTestService();
const api = setUpApi(service, { scopes: ["payments:read", "onboarding:write"] });
const issuer = setUpApi(service);
const cli = setUpCli(service);
const keyed = setUpCli(service, () => ({ SEALSLIP_API_KEY: issuer.key }));

async function storeProfile(
  name: string,
  baseUrl = cli.url,
): Promise<{ env: object; file: string }> {
  const folder = join(cli.folder, `config-${name}`);
  await mkdir(folder, { mode: 0o700 });
  const file = join(folder, "profiles.json");
  const profiles = { [name]: { baseUrl, apiKey: api.key } };
  await writeFile(file, JSON.stringify({ profiles }), { mode: 0o600 });
  return { env: { SEALSLIP_CONFIG_DIR: folder, SEALSLIP_BASE_URL: undefined }, file };
}

describe("settings", { concurrency: true }, () => {
  test("a profile has the key, which is never printed", async () => {
    const { env } = await storeProfile("till");
    const { code, stdout } = await cli.run(["whoami", "--profile", "till"], { env: { ...env } });
    assert.equal(code, 0);
    assert.match(stdout, /environment +development\nscopes +.*payments:read/);
    assert.match(stdout, /key from +profile till/);
    assert.ok(!stdout.includes(api.key));

    const listed = await cli.run(["profiles", "--profile", "till"], { env: { ...env } });
    assert.match(listed.stdout, /^till +http:\S+ +ssk_dev_….{4} +yes$/m);
  });

  test("a file that others can read is refused", async () => {
    const { env, file } = await storeProfile("open");
    await chmod(file, 0o644);
    const { code, stderr } = await cli.run(["whoami", "--profile", "open"], { env: { ...env } });
    assert.equal(code, 2);
    assert.match(stderr, /Other users of this machine can read .+\n.+chmod 600/);
  });

  test("a profile's key goes to no other address", async () => {
    const { env } = await storeProfile("bound");
    const args = ["whoami", "--profile", "bound", "--base-url", "http://127.0.0.1:9"];
    const { code, stderr } = await cli.run(args, { env: { ...env } });
    assert.equal(code, 2);
    assert.match(stderr, /The key of the profile bound is for/);
  });

  test("logout removes the key from this machine", async () => {
    const { env, file } = await storeProfile("gone");
    const logout = ["logout", "--profile", "gone"];
    assert.match((await cli.run(logout, { env: { ...env } })).stdout, /^Removed the key/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const { code, stderr } = await cli.run(["whoami", "--profile", "gone"], { env: { ...env } });
    assert.equal(code, 3);
    assert.match(stderr, /sealslip login/);
  });

  test("a production key is not sent in clear text", async () => {
    const live = await createTestKey({ environment: "production" });
    const env = { SEALSLIP_API_KEY: live, SEALSLIP_BASE_URL: "http://receipts.example" };
    const { code, stderr } = await cli.run(["whoami"], { env });
    assert.equal(code, 2);
    assert.match(stderr, /only sent over https/);
  });

  test("doctor passes with a good key, and fails with a bad one or without the service", async () => {
    const checks = ["node", "service", "clock", "version", "key"];
    const read = (stdout: string) =>
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const good = await keyed.run(["doctor", "--json"]);
    assert.equal(good.code, 0, good.stdout);
    assert.deepEqual(
      read(good.stdout).map(({ check, result }) => [check, result]),
      checks.map((one) => [one, "ok"]),
    );
    assert.match(read(good.stdout).at(-1).text, /valid in development, may onboarding:write/);

    const unknown = await createTestKey({ revokedAt: new Date() });
    const bad = await keyed.run(["doctor", "--json"], { env: { SEALSLIP_API_KEY: unknown } });
    assert.deepEqual([bad.code, read(bad.stdout).at(-1).result], [1, "failed"]);

    const env = { SEALSLIP_BASE_URL: "http://127.0.0.1:9" };
    const away = await keyed.run(["doctor", "--json"], { env });
    assert.deepEqual([away.code, read(away.stdout)[1].result], [1, "failed"]);
  });
});

describe("receipts and keys", () => {
  test("a key of either kind opens a receipt on this machine", async () => {
    for (const kind of ["P-256", "RSA-2048"]) {
      const file = join(keyed.folder, `${kind}.pem`);
      const made = await keyed.run(["keys", "generate", "--kind", kind, "--out", file, "--json"]);
      const { keyId, publicKey } = JSON.parse(made.stdout);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      const again = await keyed.run(["keys", "generate", "--kind", kind, "--out", file]);
      assert.deepEqual([again.code, /exists/.test(again.stderr)], [2, true]);

      const hashedPan = randomHashedPan();
      const { userId } = await issuer.call("POST /api/v1/onboarding/register", {
        body: { hashedPan, keyId, publicKey },
      });
      const sale = ["payments", "create", "--amount", "700", "--hashed-pan", hashedPan, "--json"];
      const { payment } = JSON.parse((await keyed.run(sale)).stdout);
      const listed = await keyed.run(["receipts", "list", userId]);
      assert.match(listed.stdout, /^PAYMENT +KIND +AMOUNT/);
      assert.ok(listed.stdout.includes(payment.paymentId));

      const open = ["receipts", "open", payment.paymentId, "--user", userId, "--key", file];
      const opened = await keyed.run(open);
      assert.equal(opened.code, 0, opened.stderr);
      assert.match(opened.stdout, /merchant +CLI\namount +7\.00 USD/);
      await chmod(file, 0o640);
      assert.match((await keyed.run(open)).stderr, /Other users of this machine can read/);
    }
  });

  test("a key that the receipt is not for does not open it", async () => {
    const holder = await registerCardholder(issuer);
    const file = join(keyed.folder, "other.pem");
    await keyed.run(["keys", "generate", "--out", file]);
    const sale = [
      "payments",
      "create",
      "--amount",
      "700",
      "--hashed-pan",
      holder.hashedPan,
      "--json",
    ];
    const { payment } = JSON.parse((await keyed.run(sale)).stdout);
    const named = ["--user", holder.userId, "--key", file, "--key-id", holder.keyId];
    const { code, stderr } = await keyed.run(["receipts", "open", payment.paymentId, ...named]);
    assert.equal(code, 1);
    assert.match(stderr, /Is it the private key of the device/);
  });
});

describe("completion", () => {
  test("a shell gets commands and options", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      assert.match((await cli.run(["completion", shell])).stdout, /sealslip complete --/);
    }
    const words = await cli.run(["complete", "--", "payments", ""]);
    assert.match(words.stdout, /^create\ttake a payment|^create\t/m);
    assert.match((await cli.run(["payments", "--help"])).stdout, /refund/);
  });
});
