import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What the engines need beyond a package, by the name of the program or file; Debian's package of each. */
const packages = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

export function findFirefox(): string | undefined {
  const given = process.env.FIREFOX_PATH;
  return given || findProgram("firefox-esr") || findProgram("firefox");
}

export function findProgram(name: string): string | undefined {
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
