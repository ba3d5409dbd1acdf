import { spawnSync } from "node:child_process";
import { findChromium } from "./find-chromium.ts";

const path = findChromium() ?? installChromium();
if (path === undefined) {
  console.error(
    "no Chromium was found: install one (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH, or run npx playwright install chromium",
  );
  process.exitCode = 1;
} else {
  console.log(path);
}

/** Debian's package, where this account may install it. */
function installChromium(): string | undefined {
  if (process.geteuid?.() !== 0 || !apt("update")) return undefined;
  const install = (name: string) => apt("install", "--yes", "--no-install-recommends", name);
  return install("chromium-headless-shell") || install("chromium") ? findChromium() : undefined;
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Standard output is for the path alone.
  const { status } = spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", 2, 2] });
  return status === 0;
}
