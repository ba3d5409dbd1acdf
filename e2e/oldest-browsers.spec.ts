import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findNewerInScript } from "./newer-scripts.ts";
import { findNewerInStyles } from "./newer-styles.ts";

const root = join(import.meta.dirname, "..");

/** Asked for in other ways than by its name: by a call that may fail, and by `canShare`. */
const lookedFor = ["PublicKeyCredential.getClientCapabilities", "navigator.share"];

/** Without these, a page looks plainer. */
const enhancements = [
  "content-visibility",
  "field-sizing",
  "font-family: ui-monospace",
  "text-decoration: dotted",
  "text-wrap: pretty",
  // Of a mouse, on a phone.
  "::selection",
  "cursor: default",
  "cursor: not-allowed",
  "cursor: pointer",
  "cursor: progress",
  "resize",
  // Beside `[open]`, in `:is()`, which ignores what is unknown.
  ":open",
];

test("the build runs in the oldest browsers that package.json names", () => {
  const scripts = findIn(".js", findNewerInScript);
  const styles = findIn(".css", findNewerInStyles);
  expect(scripts.filter((name) => !lookedFor.includes(name))).toEqual([]);
  expect(styles.filter((name) => !enhancements.includes(name))).toEqual([]);
});

test("newer features are noticed, unless the code looks for them first", () => {
  expect(findNewerInScript("URL.parse(a); Promise.try(b); x.setFromBase64(c); d.at(0)")).toEqual([
    "URL.parse",
    "Promise.try",
    "x.setFromBase64",
  ]);
  expect(findNewerInScript("if (Promise.try) Promise.try(b); URL.canParse(a)")).toEqual([]);
  expect(() => findNewerInScript("/(?i:a)/")).toThrow(SyntaxError);
  const sheet =
    "a { color: light-dark(red, blue); field-sizing: content; background: contrast-color(red) }";
  expect(findNewerInStyles(sheet)).toEqual(["field-sizing", "contrast-color()"]);
  expect(findNewerInStyles(`@supports (field-sizing: content) { ${sheet} }`)).toEqual([]);
});

/** What `find` finds in the files that pages load, once each. */
function findIn(extension: string, find: (text: string) => string[]): string[] {
  const files = listFiles().filter((file) => file.endsWith(extension));
  expect(files).not.toEqual([]);
  return [...new Set(files.flatMap((file) => find(readFileSync(file, "utf8"))))];
}

/** Those of this build, without the ones that it keeps of the build before, and those that are served as they are. */
function listFiles(): string[] {
  const own: string[] = JSON.parse(readFileSync(join(root, ".next", "own-static.json"), "utf8"));
  return [
    ...own.map((file) => join(root, ".next", "static", file)),
    ...globSync(join(root, "public", "{*,docs-script/*}.js")),
  ];
}
