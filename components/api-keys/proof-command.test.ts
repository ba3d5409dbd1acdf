import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { createSigningPair } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { proofCommand } from "./proof-command.ts";

const service = setUpTestService();
const call = createConsoleClient(service, setUpMember());
const folder = mkdtempSync(join(tmpdir(), "proof-command-"));
after(() => rmSync(folder, { recursive: true }));

/** Pastes the command into a shell, and what it prints into the form. */
async function register() {
  const { challenge } = (await call("POST", "/signing-keys/challenge")).body.data;
  const printed = execFileSync("sh", ["-c", proofCommand(challenge)], { cwd: folder });
  const [publicKey, proof] = printed.toString().split("\n\n");
  return await call("POST", "/signing-keys", { body: { name: "Till", publicKey, proof } });
}

describe("what the command prints registers", () => {
  test("a key that it generates, once, and that no other account can read", async () => {
    const answer = await register();
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.body.data.algorithm, "EdDSA");
    const file = join(folder, "signing-key.pem");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const before = readFileSync(file, "utf8");
    assert.equal((await register()).status, 409);
    assert.equal(readFileSync(file, "utf8"), before);
  });

  for (const algorithm of ["ES256", "EdDSA"] as const) {
    test(`a key that is there, ${algorithm}`, async () => {
      const { privateKey, kid } = await createSigningPair(algorithm);
      const pem = privateKey.export({ type: "pkcs8", format: "pem" });
      writeFileSync(join(folder, "signing-key.pem"), pem);
      const answer = await register();
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      assert.equal(answer.body.data.kid, kid);
    });
  }
});
