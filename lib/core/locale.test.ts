import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { isTimeZone, pickLocale } from "./locale.ts";

const lists: [languages: string[], expected: string][] = [
  [["de-DE", "en"], "de-DE"],
  [["C", "fr-CA", "en"], "fr-CA"],
  [["en-US@posix", "en_US.UTF-8", "sv"], "sv"],
  [["C"], "en-US"],
  [[""], "en-US"],
  [[], "en-US"],
];
for (const [languages, expected] of lists) {
  test(`${JSON.stringify(languages)} is read as ${expected}`, () => {
    const locale = pickLocale(languages);
    assert.equal(locale, expected);
    assert.doesNotThrow(() => new Intl.NumberFormat(locale));
  });
}

const zones: [name: string, isKnown: boolean][] = [
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Etc/Unknown", false],
  ["Nowhere/Else", false],
  ["", false],
];
for (const [name, isKnown] of zones) {
  test(`the time zone "${name}" is ${isKnown ? "known" : "unknown"}`, () => {
    assert.equal(isTimeZone(name), isKnown);
  });
}

test("a device whose time zone is unknown has UTC", () => {
  const file = join(import.meta.dirname, "locale.ts");
  const script = `import { findTimeZone } from ${JSON.stringify(file)};
    const timeZone = findTimeZone();
    new Intl.DateTimeFormat("en-US", { timeZone }).format();
    console.log(timeZone);`;
  for (const [zone, expected] of [
    ["Nowhere/Else", "UTC"],
    [":/no/such/zone", "UTC"],
    ["Asia/Tokyo", "Asia/Tokyo"],
  ]) {
    const run = [`TZ=${zone}`, process.execPath, "--input-type=module", "--eval", script];
    assert.equal(execFileSync("env", run, { encoding: "utf8" }).trim(), expected);
  }
});
