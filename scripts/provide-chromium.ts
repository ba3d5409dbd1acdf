import { aptInstall } from "./apt-install.ts";
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
  const isInstalled = aptInstall(["chromium-headless-shell"], ["chromium"]);
  return isInstalled ? findChromium() : undefined;
}
