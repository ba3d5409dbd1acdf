import assert from "node:assert/strict";
import { test } from "node:test";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { type Letter, letterTime, plainName } from "./letter.ts";
import { renderHtml, renderText } from "./render-letter.ts";

const hostile = `<img src=x onerror=alert(1)>"'&\u202egnp.exe\r\nBcc: all@test.example`;

function letter(fields: Partial<Letter> = {}): Letter {
  return {
    to: "ada@test.example",
    subject: "Subject",
    title: "Title",
    paragraphs: ["One.", "Two."],
    facts: [],
    action: null,
    note: "Note.",
    ...fields,
  };
}

test("whatever stands in a letter is text, not markup", () => {
  const html = renderHtml(
    letter({ title: hostile, paragraphs: [hostile], facts: [[hostile, hostile]], note: hostile }),
  );
  assert.ok(!html.includes("<img"));
  assert.equal(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)?.length, 5);
});

test("nothing is fetched: no picture, font, or style sheet from anywhere", () => {
  const html = renderHtml(letter({ action: { label: "Go", url: "https://receipts.example/a" } }));
  const addresses = html.match(/(?:src|href|url\(|@import)[^>]*?https?:[^">]*/g) ?? [];
  assert.deepEqual(new Set(addresses), new Set(['href="https://receipts.example/a']));
  assert.doesNotMatch(html, /<(?:img|link|script|iframe)\b|url\(/);
});

test("no name adds a header", async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const subject = `Join ${plainName(hostile)}`;
  const { message } = await transport.sendMail({ from: "a@b.example", to: "c@d.example", subject });
  const source = message.toString();
  assert.doesNotMatch(source, /^Bcc:/im);
  assert.match(
    (await PostalMime.parse(source)).subject ?? "",
    /^Join <img .*Bcc: all@ test\. example$/,
  );
});

test("a name is one short line that no mail program links", () => {
  const cases: [string, string][] = [
    ["Bäckerei 麵包", "Bäckerei 麵包"],
    ["Visit https://evil.example/now", "Visit https: / / evil. example/ now"],
    ["a\r\nb\u2028c", "a b c"],
    ["me@evil.example", "me@ evil. example"],
    ["x".repeat(200), `${"x".repeat(80)}…`],
    ["abc\u202edef", "abc def"],
  ];
  for (const [name, expected] of cases) assert.equal(plainName(name), expected);
});

test("the text has short lines, but whole links", () => {
  const url = `https://receipts.example/x#${"t".repeat(90)}`;
  const words = "word ".repeat(60).trim();
  const lines = renderText(
    letter({ paragraphs: [words], action: { label: "Go", url }, facts: [["A", "1"]] }),
  ).split("\n");
  assert.ok(lines.includes(url) && lines.includes("A: 1"));
  assert.ok(lines.filter((line) => line !== url).every((line) => line.length <= 72));
  assert.equal(lines.join(" ").match(/word/g)?.length, 60);
});

test("long facts are below their labels, and no line of them is long", () => {
  const name = "Nightly export of all the things (ssk_prod_…9aBc, production)";
  const maker = "by grace.hopper@test.example, November 22, 2026 at 8:27 PM UTC";
  const text = renderText(letter({ facts: [[name, maker]] }));
  assert.ok(text.includes(`${name}:\n${maker}\n`), text);
});

test("times are in UTC, wherever the service runs", () => {
  assert.equal(letterTime(new Date("2026-11-22T23:05:00Z")), "November 22, 2026 at 11:05 PM UTC");
});
