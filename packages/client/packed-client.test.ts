import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build, type InlineConfig } from "tsdown";
import { setUp } from "../../lib/testing/set-up.ts";

const root = join(import.meta.dirname, "../..");
const node = process.execPath;
const run = promisify(execFile);
// TypeScript reads no types from a script of plain JavaScript.
const {
  packPackage,
}: {
  packPackage: (folder: string, place: { to: string; dist: string }) => Promise<string>;
} = createRequire(import.meta.url)("../../scripts/pack-packages.mjs");

/** The packed client, and a folder of a caller that has installed it from the archive. */
const packed = setUp(async () => {
  const folder = await mkdtemp(join(tmpdir(), "sealslip-packed-"));
  const dist = join(folder, "dist");
  const archive = await packPackage("client", { to: folder, dist });
  const caller = join(folder, "caller");
  await mkdir(caller);
  await writeFile(join(caller, "package.json"), '{ "type": "module", "private": true }');
  // From the folder of this project, so that the test needs no registry.
  const jose = `file:${join(root, "node_modules", "jose")}`;
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", archive, jose], {
    cwd: caller,
  });
  return { folder, dist, archive, caller };
});
after(() => rm(packed.folder, { recursive: true }));

test("publint and Are the Types Wrong have no complaint", async () => {
  const { messages } = await publint({ pkgDir: packed.dist, strict: true, pack: false });
  assert.deepEqual(messages, []);

  const types = createPackageFromTarballData(await readFile(packed.archive));
  const { problems = [] } = { problems: [], ...(await checkPackage(types)) };
  // There is no CommonJS, which Node 20.19 and newer can load by require, too.
  const others = problems.filter(
    ({ kind }) => kind !== "CJSResolvesToESM" && kind !== "NoResolution",
  );
  assert.deepEqual(others, []);
});

describe("a caller that installed the archive", () => {
  const program = `
    import { createClient, type PaymentRequest, type Settled, verifyWebhook, withOwnFields } from "@sealslip/client";
    import { browserStorage } from "@sealslip/client/browser";
    import { fileStorage } from "@sealslip/client/node";
    import { createTillQueue } from "@sealslip/client/queue";

    const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "ssk_dev_x", maxAttempts: 1 });
    const sale: PaymentRequest = withOwnFields(
      {
        receiptId: "r-1", merchantId: "m", merchantName: "M", transactionId: "t-1",
        transactionDate: "2026-11-20T09:30:00Z", amount: 100, recipientHashedPan: "0".repeat(64),
      },
      { loyaltyColor: "green" },
    );
    const settled: Settled = await client.payments.createAndSettle("gateway_one", sale);
    const all = [browserStorage, fileStorage, createTillQueue, verifyWebhook];
    console.log(settled.state, all.map((one) => typeof one).join());
  `;

  test("compiles with strict types, and runs", async () => {
    await writeFile(join(packed.caller, "main.ts"), program);
    const tsc = join(root, "packages", "client", "node_modules", "typescript", "bin", "tsc");
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: "nodenext",
      target: "es2022",
      lib: ["es2023", "dom"],
      // None of Node: pages have none.
      types: [],
    };
    const config = JSON.stringify({ compilerOptions, files: ["main.ts"] });
    await writeFile(join(packed.caller, "tsconfig.json"), config);
    await run(node, [tsc], { cwd: packed.caller });
    const { stdout } = await run(node, ["main.js"], { cwd: packed.caller });
    assert.equal(stdout, "undecided function,function,function,function\n");
  });

  /** Bundles a program of the caller as its build would, and returns the names of the files. */
  async function bundle(name: string, source: string, options: InlineConfig): Promise<string[]> {
    const entry = join(packed.caller, `${name}.js`);
    const outDir = join(packed.caller, name);
    await writeFile(entry, source);
    await build({
      config: false,
      cwd: packed.caller,
      entry,
      outDir,
      platform: "browser",
      minify: true,
      dts: false,
      logLevel: "silent",
      deps: { alwaysBundle: [/./], onlyBundle: false },
      ...options,
    });
    return (await readdir(outDir)).map((file) => join(outDir, file));
  }

  /** Gzipped bytes of what a page loads at first, and of all that it may load. */
  async function measure(name: string, source: string): Promise<{ first: number; all: number }> {
    const files = await bundle(name, source, { format: "esm" });
    const sizes = await Promise.all(
      files.map(async (file) => {
        const size = gzipSync(await readFile(file)).length;
        return { size, isFirst: file.endsWith(`/${name}.js`) };
      }),
    );
    const sum = (some: typeof sizes) => some.reduce((total, { size }) => total + size, 0);
    return { first: sum(sizes.filter(({ isFirst }) => isFirst)), all: sum(sizes) };
  }

  test("loads little", async () => {
    const alone = await measure("alone", 'export { createClient } from "@sealslip/client";');
    assert.ok(alone.first > 0 && alone.first < 6_000, `createClient alone: ${alone.first}`);
    const whole = await measure("whole", 'export * from "@sealslip/client";');
    assert.ok(whole.all > alone.first && whole.all < 36_000, `the whole: ${whole.all}`);
    const webhooks = await measure("hooks", 'export { verifyWebhook } from "@sealslip/client";');
    assert.ok(webhooks.all < 2_000, `verifyWebhook alone: ${webhooks.all}`);
  });

  test("needs nothing but what browsers and edge runtimes have", async () => {
    const source = `
      import { createClient, generateDeviceKeys, hashIdentifier } from "@sealslip/client";
      import { createTillQueue } from "@sealslip/client/queue";
      globalThis.run = async () => {
        const client = createClient({ baseUrl: "https://a.example", apiKey: "k" });
        const { keyId } = await generateDeviceKeys();
        const hash = await hashIdentifier("card", "4242 4242 4242 4242");
        const data = await client.keys.generate();
        return [typeof createTillQueue, keyId.length, hash.length, data].join();
      };`;
    const [file = ""] = await bundle("realm", source, {
      format: "iife",
      outputOptions: { codeSplitting: false },
    });
    const { AbortController, AbortSignal, Headers, URL, URLSearchParams } = globalThis;
    const { TextEncoder, TextDecoder, CryptoKey, DOMException, atob, btoa } = globalThis;
    const realm = createContext({
      ...{ AbortController, AbortSignal, Headers, URL, URLSearchParams },
      ...{ TextEncoder, TextDecoder, CryptoKey, DOMException, atob, btoa },
      // Its own bytes would not be those of the platform's functions.
      ...{ crypto, performance, setTimeout, clearTimeout, Uint8Array, ArrayBuffer },
      fetch: async () => Response.json({ success: true, data: 7 }),
    });
    runInContext(await readFile(file, "utf8"), realm);
    assert.equal(await runInContext("run()", realm), "function,47,64,7");
  });
});
