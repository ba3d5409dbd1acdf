import assert from "node:assert/strict";
// The one that packages print on, under a name that says this test means to.
import printer from "node:console";
import { after, before, test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { logConsole } from "./log-console.ts";

const original = { ...printer };
const lines: string[] = [];
before(() => {
  setTestConfig({});
  setLogDestination({ write: (line) => void lines.push(line) });
  logConsole();
});
after(() => void Object.assign(printer, original));

test("what a package prints is one entry a call, whatever it quotes", () => {
  const forged = '{"level":"info","msg":"forged"}';
  printer.error(" \u001b[31m⨯\u001b[0m cannot load", `/x\n${forged}\n`);
  printer.warn("%s is old", "this", { at: 7 });
  printer.log("ready");
  assert.ok(lines.every((line) => line.indexOf("\n") === line.length - 1));
  assert.deepEqual(
    lines.splice(0).map((line) => {
      const { level, source, msg } = JSON.parse(line);
      return [level, source, msg];
    }),
    [
      ["error", "console", `⨯ cannot load /x\n${forged}`],
      ["warn", "console", "this is old { at: 7 }"],
      ["info", "console", "ready"],
    ],
  );
});

test("an error is an entry of the kind that shows no values", () => {
  printer.error("broken", Object.assign(new Error("refused"), { detail: "Key (pan)=(4242)" }));
  const [line = ""] = lines.splice(0);
  const { msg, err } = JSON.parse(line);
  assert.deepEqual([msg, err.message], ["broken", "refused"]);
  assert.doesNotMatch(line, /4242/);
});
