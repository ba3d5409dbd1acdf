import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { pool, prisma } from "#lib/storage/database.ts";
import { type SmtpStandIn, startSmtpStandIn } from "#lib/testing/smtp-stand-in.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import type { Letter } from "./letter.ts";
import { queueLetter } from "./queue-letter.ts";
import { sendLetters } from "./send.ts";

const service = setUpTestService();

let smtp: SmtpStandIn;
beforeEach(async () => {
  smtp = await startSmtpStandIn();
  await service.restart({ SMTP_URL: smtp.url, BASE_URL: "https://receipts.example" });
  await pool().query("DELETE FROM mail");
});
afterEach(() => smtp[Symbol.asyncDispose]());

const secret = "rst_averysecretword";

function letter(to: string): Letter {
  return {
    to,
    subject: "A link for you",
    title: "A link",
    paragraphs: ["Somebody asked for it."],
    facts: [["Device", "Firefox on Linux"]],
    action: { label: "Follow it", url: `https://receipts.example/x#${secret}` },
    note: "Not you? Ignore it.",
  };
}

async function queue(to: string, expiresAt?: Date): Promise<void> {
  await prisma().$transaction((tx) => queueLetter(tx, letter(to), expiresAt));
}

async function waiting(): Promise<{ attempts: number; pause: number }[]> {
  const { rows } = await pool().query(
    "SELECT attempts, round(extract(epoch FROM due_at - now()))::int AS pause FROM mail ORDER BY id",
  );
  return rows;
}

const makeAllDue = () => pool().query("UPDATE mail SET due_at = now() - interval '1 second'");

test("arrives as text and HTML, from the service, once; nothing of it is left", async () => {
  await queue("ada@test.example");
  assert.equal(await sendLetters(), undefined);
  await sendLetters();

  assert.deepEqual(smtp.recipients, ["ada@test.example"]);
  const [mail] = smtp.letters;
  assert.equal(mail?.subject, "A link for you");
  assert.deepEqual(mail?.from, { name: "Sealslip", address: "no-reply@receipts.example" });
  assert.match(mail?.messageId ?? "", /^<mai_[0-9a-f]{32}@receipts\.example>$/);
  for (const text of [mail?.text ?? "", mail?.html ?? ""]) {
    assert.ok(text.includes(`https://receipts.example/x#${secret}`), text);
    assert.ok(text.includes("Firefox on Linux"));
  }
  assert.deepEqual(await waiting(), []);
});

test("is from the host of the service that queued it, whoever sends it", async () => {
  await queue("ada@test.example");
  await service.restart({ SMTP_URL: smtp.url });
  await sendLetters();
  assert.equal(smtp.letters[0]?.from?.address, "no-reply@receipts.example");
});

test("a queued letter cannot be read in the database, and no log line names its reader", async () => {
  smtp.refuse = () => 550;
  await queue("secret-reader@test.example");
  const { rows } = await pool().query("SELECT content FROM mail");
  const stored = rows[0].content.toString("latin1");
  assert.ok(!stored.includes(secret) && !stored.includes("secret-reader"));
  await sendLetters();
  assert.ok(!/secret-reader|averysecret/.test(service.logLines.join("")));
});

test("is not queued where its transaction fails", async () => {
  await assert.rejects(
    prisma().$transaction(async (tx) => {
      await queueLetter(tx, letter("ada@test.example"));
      throw new Error("something else went wrong");
    }),
  );
  assert.deepEqual(await waiting(), []);
});

describe("a failure", () => {
  test("that is final drops the letter, and the others are sent", async () => {
    smtp.refuse = (to) => (to === "gone@test.example" ? 550 : undefined);
    await queue("gone@test.example");
    await queue("ada@test.example");
    assert.equal(await sendLetters(), undefined);
    assert.deepEqual(smtp.recipients, ["ada@test.example"]);
    assert.deepEqual(await waiting(), []);
  });

  test("that may pass is tried again, with growing pauses; the others are sent", async () => {
    smtp.refuse = (to) => (to === "busy@test.example" ? 451 : undefined);
    await queue("busy@test.example");
    await queue("ada@test.example");
    const next = await sendLetters();
    assert.ok(next && next > new Date());
    assert.deepEqual(smtp.recipients, ["ada@test.example"]);
    for (const pause of [15, 30, 60]) {
      const left = (await waiting())[0]?.pause ?? 0;
      assert.ok(left > pause / 2 && left <= pause, `${left} s of ${pause}`);
      await makeAllDue();
      await sendLetters();
    }
    assert.equal((await waiting())[0]?.attempts, 4);

    smtp.refuse = () => undefined;
    await makeAllDue();
    await sendLetters();
    assert.deepEqual(smtp.recipients, ["ada@test.example", "busy@test.example"]);
  });

  test("of the connection leaves every letter for later, and asks the server once", async () => {
    smtp.refuse = () => "drop";
    await queue("ada@test.example");
    await queue("bob@test.example");
    const next = await sendLetters();
    assert.ok(next && next.getTime() > Date.now() + 5_000, "not at once");
    assert.deepEqual(
      (await waiting()).map(({ attempts }) => attempts),
      [1, 0],
    );

    smtp.refuse = () => undefined;
    await makeAllDue();
    await sendLetters();
    assert.deepEqual(smtp.recipients.sort(), ["ada@test.example", "bob@test.example"]);
  });

  test("of a server that is away loses nothing", async () => {
    await smtp[Symbol.asyncDispose]();
    await queue("ada@test.example");
    assert.ok(await sendLetters());
    assert.equal((await waiting()).length, 1);
    smtp = await startSmtpStandIn();
    await service.restart({ SMTP_URL: smtp.url });
    await makeAllDue();
    await sendLetters();
    assert.deepEqual(smtp.recipients, ["ada@test.example"]);
  });
});

test("a process that dies after sending repeats one letter, under the same Message-ID", async () => {
  await queue("ada@test.example");
  await queue("bob@test.example");
  const { rows } = await pool().query("SELECT * FROM mail ORDER BY due_at, id LIMIT 1");
  await sendLetters();
  const [first] = smtp.letters;
  // What the process would have left: the row that it held, its letter already with the server.
  const [{ id, content, expires_at: expiresAt }] = rows;
  await prisma().mail.create({ data: { id, content: new Uint8Array(content), expiresAt } });
  await sendLetters();
  assert.equal(smtp.letters.length, 3);
  assert.equal(smtp.letters[2]?.messageId, first?.messageId);
});

test("of several processes, one sends a letter", async () => {
  for (let count = 0; count < 6; count += 1) await queue(`person-${count}@test.example`);
  await Promise.all([sendLetters(), sendLetters(), sendLetters()]);
  assert.equal(smtp.letters.length, 6);
  assert.equal(new Set(smtp.recipients).size, 6);
});

test("a letter that has expired is not sent", async () => {
  await queue("ada@test.example", new Date(Date.now() - 1));
  await sendLetters();
  assert.deepEqual([smtp.letters.length, await waiting()], [0, []]);
});

describe("the server", () => {
  test("is signed in to with the user of SMTP_URL", async () => {
    const user = { name: "sealslip", password: "p@ss/word" };
    await using own = await startSmtpStandIn({ user });
    await service.restart({ SMTP_URL: own.url });
    await queue("ada@test.example");
    await sendLetters();
    assert.deepEqual([own.users, own.recipients], [["sealslip"], ["ada@test.example"]]);
  });

  test("with a wrong password keeps the letter", async () => {
    await using own = await startSmtpStandIn({ user: { name: "a", password: "b" } });
    await service.restart({ SMTP_URL: own.url.replace(":b@", ":c@") });
    await queue("ada@test.example");
    await sendLetters();
    assert.deepEqual([own.letters.length, (await waiting()).length], [0, 1]);
  });

  test("whose certificate nobody has signed gets nothing", async () => {
    await using own = await startSmtpStandIn({ tls: true });
    await service.restart({ SMTP_URL: own.url });
    await queue("ada@test.example");
    await sendLetters();
    assert.deepEqual([own.letters.length, (await waiting()).length], [0, 1]);
  });

  test("gets the sender of MAIL_FROM", async () => {
    await service.restart({ SMTP_URL: smtp.url, MAIL_FROM: "Receipts <mail@receipts.example>" });
    await queue("ada@test.example");
    await sendLetters();
    assert.deepEqual(smtp.letters[0]?.from, { name: "Receipts", address: "mail@receipts.example" });
  });
});
