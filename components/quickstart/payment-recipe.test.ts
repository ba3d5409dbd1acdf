import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { sampleCard } from "#lib/core/sample-card.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { paymentRecipe } from "./payment-recipe.ts";
import { writeExport, writePlaceholder } from "./recipe.ts";

const run = promisify(execFile);

const service = setUpTestService();
let folder: string;
let key: string;
setUp(async () => {
  folder = await mkdtemp(join(tmpdir(), "sealslip-quickstart-"));
  key = await createTestKey({ scopes: paymentRecipe.scopes });
});
after(() => rm(folder, { recursive: true }));

const runners: Record<string, { command: string; statusLast?: true }> = {
  curl: { command: "", statusLast: true },
  TypeScript: { command: `"${process.execPath}"` },
  Python: { command: "python3" },
};
const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("the sample hash is the one of the sample card", () => {
  assert.equal(createHash("sha256").update(sampleCard.number).digest("hex"), sampleCard.hashedPan);
});

for (const { language, file, write } of paymentRecipe.snippets) {
  describe(language, { skip: language === "Python" && !hasPython }, () => {
    /** What a reader does: the key into the shell, then the snippet or its file. */
    async function follow(outcome: string, secret = key) {
      const code = write({ origin: service.url, outcome });
      const { command, statusLast } = runners[language] ?? { command: "false" };
      if (file) await writeFile(join(folder, file), code);
      const script = `${writeExport(secret)}\n${file ? `${command} ${file}` : code}`;
      const { stdout } = await run("sh", ["-c", script], { cwd: folder });
      const [, first = "", rest = ""] = /^(\d+) (.*)$/s.exec(stdout) ?? [];
      const lines = stdout.trim().split("\n");
      return statusLast
        ? { status: Number(lines.at(-1)), body: JSON.parse(lines.slice(0, -1).join("\n")) }
        : { status: Number(first), body: JSON.parse(rest) };
    }

    test("makes a payment with a sealed receipt", async () => {
      const { status, body } = await follow("");
      assert.equal(status, 201, JSON.stringify(body));
      const { paymentStatus, amount, currency, mockItems } = body.data.veroMetadata;
      assert.deepEqual([paymentStatus, amount, currency], ["succeeded", 1250, "eur"]);
      assert.equal(mockItems, false);
    });

    test("gets the outcome that was asked for", async () => {
      const { status, body } = await follow("pm_card_chargeDeclined");
      assert.deepEqual([status, body.error?.code], [402, "payment_declined"]);
    });

    test("says what is wrong when no key was pasted", async () => {
      const placeholder = writePlaceholder("ssk_dev_…abcd");
      const { status, body } = await follow("", placeholder);
      assert.deepEqual([status, body.error?.code], [401, "unauthorized"]);
    });
  });
}
