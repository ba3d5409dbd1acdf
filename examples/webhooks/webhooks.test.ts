import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { setUpEndpoint } from "#lib/testing/endpoint-stage.ts";
import { runProgram, spawnProgram } from "#lib/testing/spawn-program.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { createSecret } from "#lib/webhooks/secrets.ts";
import { signDelivery } from "#lib/webhooks/sign.ts";
import { verify } from "./verify.ts";
import { verify as verifyWithPackage } from "./verify-with-package.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "1" });
const { api, receiver, current, path, ping } = setUpEndpoint(service);

type Delivery = { headers: Record<string, string>; body: string };
type Verify = (secret: string, delivery: Delivery) => Promise<unknown>;

const program = `
import json, sys
sys.path.insert(0, "examples/webhooks")
from verify import verify
given = json.loads(sys.argv[1])
print(json.dumps(verify(given["secret"], given["headers"], given["body"].encode())))`;

const verifiers: Record<string, Verify> = {
  "verify.ts": async (secret, { headers, body }) => verify(secret, new Headers(headers), body),
  "verify-with-package.ts": async (secret, { headers, body }) =>
    verifyWithPackage(secret, new Headers(headers), body),
  "verify.py": async (secret, delivery) => {
    const given = JSON.stringify({ secret, ...delivery });
    const { stdout } = await promisify(execFile)("python3", ["-B", "-c", program, given]);
    return JSON.parse(stdout);
  },
};
const { error: missing } = spawnSync("python3", ["--version"]);
// One that is installed and does not work fails.
const hasPython = !(missing && "code" in missing && missing.code === "ENOENT");

async function deliver(): Promise<Delivery> {
  assert.equal((await ping()).body.data.status, "delivered");
  const arrival = receiver.at(current.place).at(-1);
  assert.ok(arrival);
  return arrival;
}

for (const [name, verifyIt] of Object.entries(verifiers)) {
  const skip =
    name.endsWith(".py") && !hasPython && "python3 is not installed: verify.py is not tested here";
  describe(name, { skip }, () => {
    test("a delivery of the service is verified, and read", async () => {
      const { headers, body } = await deliver();
      const event = await verifyIt(current.secret, { headers, body });
      assert.deepEqual(event, JSON.parse(body));
    });

    test("a tampered body, id, time, or signature is refused, and another secret", async () => {
      const { headers, body } = await deliver();
      const { "webhook-id": id = "", "webhook-timestamp": time = "" } = headers;
      const signature = headers["webhook-signature"] ?? "";
      const swapped = signature.replace(/.(?=.{8}$)/, (one) => (one === "A" ? "B" : "A"));
      for (const tampered of [
        { headers, body: body.replace("ping", "pong") },
        { headers: { ...headers, "webhook-id": id.replace(/.$/, "g") }, body },
        { headers: { ...headers, "webhook-timestamp": String(Number(time) + 1) }, body },
        { headers: { ...headers, "webhook-signature": swapped }, body },
        { headers: { ...headers, "webhook-signature": signature.slice(0, -4) }, body },
        { headers: { ...headers, "webhook-signature": "" }, body },
        { headers: { ...headers, "webhook-signature": "v1,é" }, body },
      ]) {
        await assert.rejects(verifyIt(current.secret, tampered), JSON.stringify(tampered.headers));
      }
      await assert.rejects(verifyIt(createSecret(), { headers, body }));
    });

    test("what is not signed at all is refused as such", async () => {
      const refused = /The signature is wrong|Missing required headers/;
      await assert.rejects(verifyIt(current.secret, { headers: {}, body: "{}" }), refused);
    });

    test("names of headers are found in any case", async () => {
      const { headers, body } = await deliver();
      const capitalized = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
          value,
        ]),
      );
      const delivery = { headers: capitalized, body };
      assert.deepEqual(await verifyIt(current.secret, delivery), JSON.parse(body));
    });

    test("what was signed ten minutes ago, or will be in ten minutes, is refused", async () => {
      const { headers, body } = await deliver();
      const signedAt = (minutes: number) => {
        const at = new Date(Date.now() + minutes * 60_000);
        const eventId = headers["webhook-id"] ?? "";
        return { headers: signDelivery({ eventId, at, body, secrets: [current.secret] }), body };
      };
      await verifyIt(current.secret, signedAt(-1));
      await assert.rejects(verifyIt(current.secret, signedAt(-10)), /old/);
      await assert.rejects(verifyIt(current.secret, signedAt(10)));
    });

    test("after a rotation, the old and the new secret verify", async () => {
      const { body: rotated } = await api.post(`${path()}/rotate-secret`);
      const delivery = await deliver();
      for (const secret of [current.secret, rotated.data.secret]) {
        assert.deepEqual(await verifyIt(secret, delivery), JSON.parse(delivery.body));
      }
    });
  });
}

test("receiver.mjs says what is missing where it has no secret", async () => {
  for (const WEBHOOK_SECRET of [undefined, "secret"]) {
    const { code, stderr } = await runProgram("examples/webhooks/receiver.mjs", [], {
      WEBHOOK_SECRET,
      PORT: "0",
    });
    assert.equal(code, 1);
    assert.match(stderr, /^Set WEBHOOK_SECRET to [^\n]+\n$/);
  }
});

test("receiver.mjs prints a test event as verified, refuses a forged one, and goes on", async () => {
  const env = { WEBHOOK_SECRET: current.secret, PORT: "0" };
  const running = spawnProgram("examples/webhooks/receiver.mjs", env);
  const lines = running.stdout.setEncoding("utf8");
  try {
    const [started] = await once(lines, "data");
    const [port] = /\d+/.exec(started) ?? [];
    const url = `http://127.0.0.1:${port}/`;
    const shown = async (send: () => Promise<unknown>) => {
      const [[line], answer] = await Promise.all([once(lines, "data"), send()]);
      return { line: String(line), answer };
    };
    assert.equal((await api.send("PATCH", path(), { body: { url } })).status, 200);
    for (const word of ["verified", "refused", "verified"]) {
      const forge = async () => (await fetch(url, { method: "POST", body: "{}" })).status;
      const send = word === "refused" ? forge : async () => (await ping()).body.data.status;
      const { line, answer } = await shown(send);
      assert.match(line, new RegExp(`^${word} {`));
      assert.equal(answer, word === "refused" ? 400 : "delivered");
    }
  } finally {
    running.kill();
  }
});
