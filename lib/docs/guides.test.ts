import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { issuerScopes, merchantScopes } from "#lib/core/permissions.ts";
import { checkTypes } from "#lib/testing/guides/check-types.ts";
import {
  chosenGuide,
  guidesFolder,
  readRegion,
  runProgram,
  writeProgram,
} from "#lib/testing/guides/run-fences.ts";
import { lacksCryptography } from "#lib/testing/python.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { startSender } from "#lib/webhooks/sender.ts";
import { listGuideFiles } from "./list-guide-files.ts";
import { notRun } from "./not-run.ts";
import { listRunFences, readFences, runLanguages } from "./read-fences.ts";

const folder = join(import.meta.dirname, "../../docs/guides");
const guides = listGuideFiles(folder)
  .filter((name) => chosenGuide === undefined || name === chosenGuide)
  .map((name) => ({ name, markdown: readFileSync(join(folder, `${name}.md`), "utf8") }));

let sender: ReturnType<typeof startSender> | undefined;
after(() => sender?.stop());
const service = setUpTestService();
// Events are published and sent, as where the service runs.
setUp(async () => {
  sender = startSender({ isHeld: () => false });
});
after(() => {
  for (const { name } of guides) rmSync(join(guidesFolder, name), { recursive: true, force: true });
});

/** The variables that a reader sets, with the keys of a new organization. */
async function createEnvironment() {
  const organizationId = await createTestOrganization();
  const [platform, merchant, issuer] = await Promise.all([
    createTestKey({ organizationId }),
    createTestKey({ organizationId, scopes: merchantScopes }),
    createTestKey({ organizationId, scopes: issuerScopes }),
  ]);
  return {
    SEALSLIP_URL: service.url,
    SEALSLIP_API_KEY: platform,
    SEALSLIP_MERCHANT_KEY: merchant,
    SEALSLIP_ISSUER_KEY: issuer,
  };
}

const programs = guides.flatMap(({ name, markdown }) =>
  runLanguages.flatMap((language) => {
    const fences = listRunFences(markdown, language);
    if (fences.length === 0) return [];
    return [{ guide: name, language, fences, path: writeProgram(name, language, fences) }];
  }),
);

test("there are guides to check", () => {
  assert.ok(guides.length > 0, `no guide is called ${chosenGuide}`);
});

describe("the code of each guide runs", {
  concurrency: Math.max(2, availableParallelism()),
}, () => {
  for (const { guide, language, fences, path } of programs) {
    const skip = language === "py" && lacksCryptography();
    test(`${guide}, ${language}`, { skip }, async () => {
      const env = await createEnvironment();
      await runProgram(path, language, { guide, fences, env });
    });
  }

  test("its TypeScript is right under strict", async () => {
    const paths = programs.filter(({ language }) => language === "ts").map(({ path }) => path);
    if (paths.length > 0) await checkTypes(paths);
  });
});

test("only what is on the list is not run", () => {
  const isListed = (guide: string, code: string) =>
    notRun.some((entry) => entry.guide === guide && code.startsWith(entry.begins));
  const fences = guides.flatMap(({ name, markdown }) =>
    readFences(markdown)
      .filter(({ isNoRun }) => isNoRun)
      .map(({ code, line }) => ({ name, code, line })),
  );
  for (const { name, code, line } of fences) {
    assert.ok(isListed(name, code), `docs/guides/${name}.md:${line} is not on the list`);
  }
  if (chosenGuide !== undefined) return;
  for (const { guide, begins } of notRun) {
    const isThere = fences.some(({ name, code }) => name === guide && code.startsWith(begins));
    assert.ok(isThere, `${guide}: no fence begins with ${begins}`);
  }
});

test("no guide installs our packages from a public registry, which does not have them", () => {
  const fromRegistry = /\b(?:npx|npm install|pip install)(?: -\S+)* @?sealslip/;
  for (const { name, markdown } of guides) {
    for (const { code, line } of readFences(markdown)) {
      assert.doesNotMatch(code, fromRegistry, `docs/guides/${name}.md:${line}`);
    }
  }
});

for (const { name, markdown } of guides) {
  for (const { check, code, line } of readFences(markdown)) {
    if (check.kind !== "file") continue;
    test(`${name}: line ${line} is ${check.path}`, () => {
      assert.equal(code, readRegion(check.path));
    });
  }
}
