import { ApiError } from "@sealslip/client";
import type { Command } from "commander";
import { exitCodes } from "./cli-error.ts";
import { type Context, readContext } from "./context.ts";
import { readServiceTime } from "./service-time.ts";
import { color } from "./text.ts";

type Finding = { check: string; result: "ok" | "warning" | "failed"; text: string };

/** A signed delivery may be off by five minutes; a clock that is off by half a minute is worth a look. */
const CLOCK_WARNING_MS = 30_000;
const CLOCK_LIMIT_MS = 300_000;

/** Of the API that this CLI was written for. */
const API_VERSION = "1";

export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "Checks the key, the connection, the clock, and the versions. Exits with 1 if one fails.",
    )
    .addHelpText(
      "after",
      "\nExample:\n  $ sealslip doctor --json | jq 'select(.result == \"failed\")'",
    )
    .action(async (_options: object, command: Command) => {
      const context = await readContext(command);
      const checks = [checkNode, checkService, checkClock, checkVersion, checkKey];
      let hasFailed = false;
      for (const check of checks) {
        const finding = await check(context);
        hasFailed ||= finding.result === "failed";
        context.out.line(finding, describe(finding));
      }
      if (hasFailed) process.exitCode = exitCodes.refused;
    });
}

const marks = {
  ok: color("green", "ok     "),
  warning: color("yellow", "warning"),
  failed: color("red", "failed "),
};

function describe({ check, result, text }: Finding): string {
  return `${marks[result]}  ${check.padEnd(8)}  ${text}`;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isKnown = major > 20 || (major === 20 && minor >= 19);
  const text = `Node ${process.versions.node}${isKnown ? "" : "; 20.19 or newer is needed"}`;
  return { check: "node", result: isKnown ? "ok" : "failed", text };
}

async function checkService({ baseUrl, signal }: Context): Promise<Finding> {
  const check = "service";
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    const { status } = await fetch(`${baseUrl}/api/ready`, { signal: limit, redirect: "error" });
    if (status === 200) return { check, result: "ok", text: `${baseUrl} answers and is ready` };
    return { check, result: "failed", text: `${baseUrl} answers ${status}: it is not ready` };
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { check, result: "failed", text: `${baseUrl} does not answer: ${reason}` };
  }
}

async function checkClock({ baseUrl, signal }: Context): Promise<Finding> {
  const check = "clock";
  try {
    const differenceMs = Date.now() - (await readServiceTime(baseUrl, signal)).getTime();
    const seconds = Math.round(differenceMs / 1000);
    const text = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the service`;
    const distance = Math.abs(differenceMs);
    if (distance < CLOCK_WARNING_MS) return { check, result: "ok", text };
    const result = distance < CLOCK_LIMIT_MS ? "warning" : "failed";
    return { check, result, text: `${text}; set the clock of this machine` };
  } catch {
    signal.throwIfAborted();
    return { check, result: "warning", text: "not known without an answer" };
  }
}

async function checkVersion({ baseUrl, signal }: Context): Promise<Finding> {
  const check = "version";
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
    const address = `${baseUrl}/api/v1/openapi.json`;
    const { info } = await (await fetch(address, { signal: limit, redirect: "error" })).json();
    const isKnown = String(info.version).split(".")[0] === API_VERSION;
    const text = `the service has API ${info.version}, this CLI speaks ${API_VERSION}.x`;
    return { check, result: isKnown ? "ok" : "failed", text };
  } catch {
    signal.throwIfAborted();
    return { check, result: "warning", text: "the version of the API is not known" };
  }
}

async function checkKey({ client, signal, source, environment }: Context): Promise<Finding> {
  const check = "key";
  try {
    const { scopes, apiKey } = await client.caller.get({ signal, maxAttempts: 1 });
    const expiry = apiKey?.expiresAt ? `, expires ${apiKey.expiresAt}` : "";
    const text = `${source}: valid in ${environment}${expiry}, may ${scopes.join(", ")}`;
    return { check, result: "ok", text };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { check, result: "failed", text: `${source}: ${error.message}` };
  }
}
