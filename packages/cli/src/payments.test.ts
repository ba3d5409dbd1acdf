import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { sampleCard } from "../../../lib/core/sample-card.ts";
import { setUpApi } from "../../../lib/testing/api-client.ts";
import { setUpTestService } from "../../../lib/testing/test-service.ts";
import { setUpCli } from "../testing/cli-stage.ts";

const service = setUpTestService();
const api = setUpApi(service);
const live = setUpApi(service, { environment: "production" });
const reader = setUpApi(service, { scopes: ["payments:read"] });
const cli = setUpCli(service, () => ({ SEALSLIP_API_KEY: api.key }));

const sell = async (...args: string[]) => {
  const flags = ["payments", "create", "--amount", "1250", "--currency", "eur", "--json"];
  const { code, stdout, stderr } = await cli.run([...flags, "--test-card", "visa", ...args]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};

describe("payments", { concurrency: true }, () => {
  test("are taken, shown, listed, and refunded", async () => {
    const { state, payment } = await sell("--receipt-id", "cli-r-1");
    assert.equal(state, "paid");

    const shown = await cli.run(["payments", "get", payment.paymentId]);
    assert.match(shown.stdout, /status +succeeded\namount +12\.50 EUR/);

    const listed = await cli.run(["payments", "list", "--receipt-id", "cli-r-1", "--json"]);
    assert.deepEqual(
      listed.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).paymentId),
      [payment.paymentId],
    );

    const refund = [
      "payments",
      "refund",
      payment.paymentId,
      "--amount",
      "500",
      "--reference",
      "back",
    ];
    const [first, second] = [await cli.run([...refund, "--json"]), await cli.run(refund)];
    assert.equal(JSON.parse(first.stdout).amount, 500);
    assert.equal(second.code, 1, "another date is another body");
    assert.match(second.stderr, /different body\n {2}.+\n(?:.*\n)*Request id: req_/);
  });

  test("a body comes from a file or standard input, and flags win", async () => {
    const file = join(cli.folder, "sale.json");
    const body = { recipientHashedPan: sampleCard.hashedPan, amount: 100, merchantName: "Shop" };
    await writeFile(file, JSON.stringify(body));
    const create = ["payments", "create", "--json", "--body"];
    const fromFile = await cli.run([...create, file, "--amount", "200"]);
    assert.equal(JSON.parse(fromFile.stdout).payment.veroMetadata.amount, 200);
    const fromInput = await cli.run([...create, "-"], { input: JSON.stringify(body) });
    assert.equal(JSON.parse(fromInput.stdout).payment.veroMetadata.amount, 100);
    assert.equal((await cli.run([...create, "-"], { input: "[]" })).code, 2);
  });

  test("a canceled payment is paid back", async () => {
    const { payment } = await sell();
    const { stdout } = await cli.run(["payments", "cancel", payment.paymentId, "--json"]);
    assert.equal(JSON.parse(stdout).outcome, "refunded");
  });

  test("a declined one exits with 5, and --json prints the error as JSON", async () => {
    const flags = [
      "--amount",
      "5",
      "--test-card",
      "visa",
      "--payment-method",
      "pm_card_chargeDeclined",
    ];
    const { code, stdout, stderr } = await cli.run(["payments", "create", "--json", ...flags]);
    assert.deepEqual([code, stdout], [5, ""]);
    assert.equal(JSON.parse(stderr).error.code, "payment_declined");
  });

  const refused = [
    ["no card", ["--amount", "5"], 2, /Add --test-card/],
    ["an amount with a point", ["--amount", "5.00"], 2, /smallest unit/],
    ["an unknown brand", ["--amount", "5", "--test-card", "gold"], 2, /The brands are visa, /],
    ["a real card", ["--test-card", "4111 1111 1111 1111"], 2, /does not belong on a command line/],
    [
      "a field that the service refuses",
      ["--amount", "5", "--currency", "xxx", "--test-card", "visa"],
      1,
      /currency: /,
    ],
  ] as const;

  for (const [name, args, code, text] of refused) {
    test(`${name} is refused`, async () => {
      const ended = await cli.run(["payments", "create", ...args]);
      assert.equal(ended.code, code);
      assert.match(ended.stderr, text);
      assert.ok(!ended.stderr.includes("4111"));
    });
  }

  test("without the scope, it exits with 3 and says what to do", async () => {
    const flags = ["payments", "create", "--amount", "5", "--test-card", "visa"];
    const { code, stderr } = await cli.run(flags, { env: { SEALSLIP_API_KEY: reader.key } });
    assert.equal(code, 3);
    assert.match(stderr, /scope payments:write is needed\n`sealslip whoami` lists/);
  });

  test("in production, money moves only after a yes", async () => {
    const env = { SEALSLIP_API_KEY: live.key };
    for (const args of [
      ["payments", "create", "--amount", "5", "--test-card", "visa"],
      ["payments", "refund", "pay_1"],
      ["payments", "cancel", "pay_1"],
    ]) {
      const { code, stderr } = await cli.run(args, { env });
      assert.deepEqual([code, /in production\nAdd --yes/.test(stderr)], [2, true], stderr);
    }
    const confirmed = await cli.run(["payments", "refund", "pay_1", "--yes"], { env });
    assert.equal(confirmed.code, 1);
    assert.match(confirmed.stderr, /Check the id/);
  });

  test("without an answer, it exits with 4", async () => {
    const env = { SEALSLIP_BASE_URL: "http://127.0.0.1:9" };
    const { code, stderr } = await cli.run(["payments", "get", "pay_1"], { env });
    assert.equal(code, 4);
    assert.match(stderr, /`sealslip doctor` looks closer/);
  });
});
