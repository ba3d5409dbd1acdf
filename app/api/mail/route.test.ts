import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, test } from "node:test";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import { sendLetters } from "#lib/mail/send.ts";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
beforeEach(() => service.restart());

const url = "https://receipts.example/x#abc";

async function write(to: string, subject = "Subject"): Promise<void> {
  await prisma().$transaction((tx) =>
    queueLetter(tx, {
      to,
      subject,
      title: "Title <b>",
      paragraphs: ["One."],
      facts: [],
      action: { label: "Go", url },
      note: "Note.",
    }),
  );
  await sendLetters();
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/mail${path}`, { headers });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

test("written letters are listed, the latest first, and can be opened", async () => {
  await write("ada@test.example", "First");
  await write("bob@test.example", "Zweite, für Bob");
  const { mails } = (await get("")).body.data;
  assert.deepEqual(
    mails.slice(0, 2).map(({ to, subject }: Record<string, string>) => [to, subject]),
    [
      ["bob@test.example", "Zweite, für Bob"],
      ["ada@test.example", "First"],
    ],
  );
  const { data } = (await get(`/${mails[0].id}`)).body;
  assert.deepEqual(Object.keys(data), ["id", "to", "subject", "at", "text"]);
  assert.ok(data.text.includes(url));

  const page = await get(`/${mails[0].id}/page`);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src/);
  assert.ok(page.text.includes("Title &lt;b&gt;"));
});

test("the files are for the service's own account, and only so many stay", async () => {
  for (let count = 0; count < 205; count += 1) {
    await prisma().$transaction((tx) =>
      queueLetter(tx, {
        to: "ada@test.example",
        subject: `Letter ${count}`,
        title: "Title",
        paragraphs: [],
        facts: [],
        action: null,
        note: "Note.",
      }),
    );
  }
  await sendLetters();
  const folder = join(service.dataDir, "mail");
  const files = await readdir(folder);
  assert.equal(files.length, 200);
  assert.ok(files.every((file) => /^mai_[0-9a-f]{32}\.eml$/.test(file)));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(join(folder, files[0] ?? ""))).mode & 0o777, 0o600);
  const { mails } = (await get("")).body.data;
  assert.equal(mails[0].subject, "Letter 204");
});

test("404: no such letter; 400 for an id that spells a path", async () => {
  for (const id of ["mai_0", `mai_${"0".repeat(32)}`]) {
    assertError(await get(`/${id}`), { status: 404, code: "not_found" });
  }
  for (const id of ["%2e%2e%2fsecrets.env", "..%5cx"]) {
    assertError(await get(`/${id}`), { status: 400, code: "invalid_request", details: /^path: / });
  }
});

describe("404: there is no mailbox", () => {
  const closed: [string, Record<string, string>, Record<string, string>][] = [
    ["where mail is sent", { SMTP_URL: "smtp://127.0.0.1:1" }, {}],
    ["for whoever comes through a proxy", {}, { "X-Forwarded-For": "127.0.0.1" }],
    [
      "for whoever comes from elsewhere",
      { TRUSTED_PROXIES: "1" },
      { "X-Forwarded-For": "10.0.0.1" },
    ],
  ];
  for (const [name, env, headers] of closed) {
    test(name, async () => {
      await write("ada@test.example");
      const id = (await get("")).body.data.mails[0].id;
      await service.restart(env);
      for (const path of ["", `/${id}`, `/${id}/page`]) {
        assertError(await get(path, headers), { status: 404, code: "not_found" });
      }
    });
  }
});

test("403: pages of other sites may not ask", async () => {
  const answer = await get("", { "Sec-Fetch-Site": "cross-site" });
  assertError(answer, { status: 403, code: "forbidden" });
});
