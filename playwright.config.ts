import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import type { Engine } from "./e2e/engines/fixtures.ts";
import { findChromium } from "./scripts/find-chromium.ts";
import { findFirefox } from "./scripts/find-engines.ts";

// Every worker reads this file again and finds in its environment what the first reading chose.
process.env.E2E_PORT ??= String(await findFreePort());
process.env.E2E_DATA_DIR ??= makeDataFolder();
process.env.CHROMIUM_PATH ??= findChromium();
const runsEngines = process.env.ENGINES !== undefined;
if (runsEngines) process.env.FIREFOX_PATH ??= findFirefox();

const { E2E_PORT: port, E2E_DATA_DIR: dataDir, CHROMIUM_PATH: executablePath } = process.env;
const baseURL = `http://localhost:${port}`;

export default defineConfig<object, { engine: Engine }>({
  testDir: "e2e",
  outputDir: "test-results",
  reporter: "line",
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  // Each waits for the server or for its page a third of the time.
  workers: 3,
  // What passes at its second try only is a bug to be found: scripts/test.mjs shows what it stumbled over.
  retries: process.env.CI === undefined ? 0 : 1,
  // Far beyond what a slow machine needs: these limits only end what would never end.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  globalTimeout: 3_600_000,
  use: {
    baseURL,
    // What moves is drawn sixty times a second. Two files, and `npm run test:long`, see it move.
    contextOptions: { reducedMotion: runsLong ? "no-preference" : "reduce" },
    // When the wallet's service worker is installed, Chromium compiles the whole build ahead, which costs more
    // than a screen of the wallet does. The files that are about it, and `npm run test:long`, allow it.
    serviceWorkers: runsLong ? "allow" : "block",
    // Recorded always, it took 814 s for the suite instead of 489 s.
    trace: "on-first-retry",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--disable-gpu",
        // A page of a test is gone before optimized code has paid for itself: 6 % of the suite's time with
        // the first compiler, a tenth of what the pages take with the second.
        "--js-flags=--no-opt --no-maglev",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Chromium's sandbox refuses to run as root.
        ...(process.geteuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
  projects: [
    ...(process.env.PICTURES === undefined
      ? []
      : [
          {
            name: "pictures",
            testMatch: /(pictures|page-states\.spec)\.ts$/,
            use: { reducedMotion: "reduce" as const },
          },
        ]),
    ...(runsEngines
      ? (["firefox", "webkit"] as const).map((engine) => ({
          name: engine,
          testMatch: "*.engine.ts",
          use: { engine },
        }))
      : []),
    {
      name: "desktop",
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      // What is done otherwise on a phone. What is laid out otherwise, look-over.ts sees without one.
      grep: /@phone/,
      use: {
        ...devices["iPhone 13"],
        defaultBrowserType: "chromium",
        viewport: { width: 390, height: 844 },
      },
    },
  ],
  webServer: {
    command: `"${process.execPath}" scripts/start.mjs`,
    url: `${baseURL}/api/health`,
    env: {
      PORT: port ?? "",
      DATA_DIR: dataDir ?? "",
      LOG_LEVEL: "error",
      // Tests count what they have made themselves; the pictures show a month, and every console has rows in any engine.
      DEMO_HISTORY_DAYS: process.env.PICTURES !== undefined ? "30" : runsEngines ? "2" : "0",
      // The browsers and their tests need the other cores.
      WEB_CONCURRENCY: "1",
      // Every test of the wallet is a visit, and all come from one address; and no person goes through
      // a console as fast as the others do.
      RATE_LIMITS: JSON.stringify({
        visits: { perAddress: 100_000, total: 100_000 },
        perAddress: 100_000,
        pages: 100_000,
        newPins: 100_000,
        tiers: { free: { reads: 1_200 } },
      }),
    },
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 120_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});

function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sealslip-e2e-"));
  // The server ends before this process does.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
