import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

type Need = { what: string; packages: string; isThere: () => boolean };

/** What `npm run test:engines` starts, and the packages of Debian that have it. */
const needs: readonly Need[] = [
  { what: "Firefox", packages: "firefox-esr", isThere: () => findFirefox() !== undefined },
  {
    what: "WebKitWebDriver",
    packages: "webkit2gtk-driver",
    isThere: hasProgram("WebKitWebDriver"),
  },
  { what: "Xvfb", packages: "xvfb", isThere: hasProgram("Xvfb") },
  { what: "WebKitGTK for Python", packages: "gir1.2-webkit2-4.1 python3-gi", isThere: hasView },
];

/** FIREFOX_PATH, or an installed one. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram("firefox-esr") ?? findProgram("firefox");
}

export function listMissing(): Need[] {
  return needs.filter(({ isThere }) => !isThere());
}

function hasView(): boolean {
  const code = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
  return spawnSync("/usr/bin/python3", ["-c", code], { stdio: "ignore" }).status === 0;
}

function hasProgram(name: string): () => boolean {
  return () => findProgram(name) !== undefined;
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
