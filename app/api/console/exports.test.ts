import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { grant, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ kind: "platform" });
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);

type Asked = { cookie?: string; environment?: string };

async function download(path: string, { cookie, environment = "development" }: Asked = {}) {
  const response = await fetch(`${service.url}/api/console/${path}`, {
    headers: { Cookie: cookie ?? member.cookie, "X-Environment": environment },
  });
  const lines = (await response.text()).trimEnd().split("\r\n");
  return { status: response.status, headers: response.headers, lines };
}

describe("200: as a file, with the rows of the list", () => {
  test("the access log, by the filters of the page", async () => {
    await grant(api, holder);
    const { headers, lines } = await download(`access-log/export?userId=${holder.userId}`);
    assert.match(
      headers.get("content-disposition") ?? "",
      /filename="access-log-development-\d{4}-\d\d-\d\d\.csv"/,
    );
    assert.match(headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(lines[0] ?? "", /^grantId,at,outcome,userId,/);
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? "", new RegExp(`,active,${holder.userId},`));
    const opened = await download("access-log/export?outcome=used");
    assert.equal(opened.lines.length, 1);
  });

  test("cardholders, by the search of the page", async () => {
    const { lines } = await download(`cardholders/export?search=${holder.userId}`);
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? "", new RegExp(`^${holder.userId},`));
    assert.equal((await download("cardholders/export?search=nobody")).lines.length, 1);
  });

  test("calls, in as many pages as there are", async () => {
    const { lines } = await download("requests/export?method=DELETE");
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^requestId,at,source,method,route,status,/);
  });

  test("keys, and no name of one runs as a formula", async () => {
    const body = { name: '=HYPERLINK("x")', scopes: ["payments:read", "receipts:read"] };
    const made = await createConsoleClient(service, member)("POST", "/api-keys", { body });
    const { lines } = await download("api-keys/export");
    const line = lines.find((one) => one.includes(made.body.data.apiKey.id)) ?? "";
    assert.ok(line.includes(`"'=HYPERLINK(""x"")"`), line);
    assert.ok(line.includes(",payments:read receipts:read,"), line);
    assert.ok(!line.includes(made.body.data.secret));
  });

  test("members", async () => {
    const { lines } = await download("members/export");
    assert.ok(lines.some((line) => line.startsWith(`${member.memberId},${member.email},`)));
  });
});

const paths = ["access-log", "cardholders", "requests", "api-keys", "members"];

test("nothing of another organization or environment", async () => {
  const stranger = await createTestMember({ kind: "platform" });
  for (const path of paths) {
    const { lines } = await download(`${path}/export`, stranger);
    assert.ok(!lines.join().includes(holder.userId) && !lines.join().includes(member.email), path);
    if (path === "members") continue;
    const staging = await download(`${path}/export`, { environment: "staging" });
    assert.equal(staging.lines.length, 1, path);
  }
});

test("403: cardholders of a merchant; 401: without a session", async () => {
  const merchant = await createTestMember({ kind: "merchant" });
  assert.equal((await download("cardholders/export", merchant)).status, 403);
  assert.equal((await download("access-log/export", merchant)).status, 403);
  for (const path of paths) {
    assert.equal((await download(`${path}/export`, { cookie: "none" })).status, 401, path);
  }
});
