import { type Client, createClient } from "@sealslip/client";
import type { Command } from "commander";
import { isLoopback } from "../../../lib/core/loopback.ts";
import { parseApiKey } from "../../../lib/crypto/api-key-format.ts";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import { createInterrupt } from "./interrupt.ts";
import { createOutput, type Output } from "./output.ts";
import { DEFAULT_PROFILE, type Profile, readProfiles, requireProfileName } from "./profiles.ts";

/** The options of every command. */
type GlobalOptions = { profile?: string; baseUrl?: string; json?: boolean; yes?: boolean };

/** What every command has: who it is for, where its result goes, and when it should end. */
export type Terminal = {
  profile: string;
  /** `--base-url`, or SEALSLIP_BASE_URL. */
  givenUrl: string | undefined;
  isConfirmed: boolean;
  out: Output;
  signal: AbortSignal;
};

/** The same with a key for a service. */
export type Context = Terminal &
  Profile & {
    client: Client;
    /** By the key's prefix. */
    environment: string;
    /** Where the key is from, for people. */
    source: string;
  };

export function readTerminal(command: Command): Terminal {
  const options: GlobalOptions = command.optsWithGlobals();
  const givenUrl = options.baseUrl ?? (process.env.SEALSLIP_BASE_URL || undefined);
  const profile = options.profile ?? (process.env.SEALSLIP_PROFILE || DEFAULT_PROFILE);
  return {
    profile: requireProfileName(profile),
    givenUrl: givenUrl === undefined ? undefined : readBaseUrl(givenUrl),
    isConfirmed: options.yes === true,
    out: createOutput(options.json === true),
    signal: createInterrupt(),
  };
}

/** Throws where there is no key, or one that must not be sent to this address. */
export async function readContext(command: Command): Promise<Context> {
  const terminal = readTerminal(command);
  const { source, baseUrl, apiKey } = await findKey(terminal);
  const environment = parseApiKey(apiKey)?.environment;
  if (!environment) {
    throw new CliError(exitCodes.unauthorized, `${source} has no API key of Sealslip`);
  }
  requirePrivateConnection(baseUrl, environment);
  const client = createClient({
    baseUrl,
    apiKey,
    onWait: (ms) =>
      terminal.out.progress(`No success yet; next try in ${Math.round(ms / 1000)} s …`),
  });
  return { ...terminal, baseUrl, apiKey, client, environment, source };
}

async function findKey({ profile, givenUrl }: Terminal): Promise<Profile & { source: string }> {
  const apiKey = process.env.SEALSLIP_API_KEY;
  if (apiKey) {
    if (givenUrl !== undefined) return { source: "SEALSLIP_API_KEY", apiKey, baseUrl: givenUrl };
    throw usageError("SEALSLIP_API_KEY is set, but no address", "Set SEALSLIP_BASE_URL, too.");
  }
  const stored = (await readProfiles())[profile];
  if (!stored) {
    throw new CliError(
      exitCodes.unauthorized,
      `The profile ${profile} has no key`,
      "Sign in with `sealslip login --base-url <url>`, or set SEALSLIP_API_KEY and SEALSLIP_BASE_URL.",
    );
  }
  // Its key is for its own service: no other may see it.
  if (givenUrl !== undefined && givenUrl !== stored.baseUrl) {
    throw usageError(
      `The key of the profile ${profile} is for ${stored.baseUrl}`,
      "Choose another --profile, or leave --base-url and SEALSLIP_BASE_URL out.",
    );
  }
  return { source: `profile ${profile}`, ...stored };
}

/** The origin of an address, without a slash at its end. Throws for text that is none. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usageError("The base URL must be an address such as https://receipts.example");
  }
  return url.href.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

function requirePrivateConnection(baseUrl: string, environment: string): void {
  if (environment !== "production" || isPrivateConnection(baseUrl)) return;
  throw usageError("A production key is only sent over https", `Change the address ${baseUrl}.`);
}

/** Whether no network can read along. */
export function isPrivateConnection(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || isLoopback(hostname);
}
