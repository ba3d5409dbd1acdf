import { spawn } from "node:child_process";
import type { Command } from "commander";
import { usageError } from "./cli-error.ts";
import { isPrivateConnection, readTerminal, type Terminal } from "./context.ts";
import { loginByDevice } from "./device-login.ts";
import { readProfiles, saveProfile } from "./profiles.ts";
import { color, printable } from "./text.ts";

type Options = { browser: boolean };

export function addLogin(program: Command): void {
  program
    .command("login")
    .summary("get a key for this machine, approved in the browser")
    .description(
      "Gets an API key for this machine: a member of your organization approves it in a browser, on any device. The key is stored in a file that only you can read.",
    )
    .option("--no-browser", "do not open the browser")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  $ sealslip login --base-url https://receipts.example\n" +
        "  $ sealslip login --base-url https://receipts.example --profile staging",
    )
    .action(async ({ browser }: Options, command: Command) => {
      const terminal = readTerminal(command);
      const baseUrl = await findService(terminal);
      if (!isPrivateConnection(baseUrl)) throw usageError("A sign-in needs https");
      const { out, profile, signal } = terminal;
      const { apiKey, ...key } = await loginByDevice({
        baseUrl,
        signal,
        onTrouble: out.progress,
        onStarted: ({ verificationUrl, userCode }) => {
          announce(terminal, verificationUrl, userCode);
          if (browser && process.stderr.isTTY) openBrowser(verificationUrl, baseUrl);
        },
      });
      const file = await saveProfile(profile, { baseUrl, apiKey });
      const { environment, name, expiresAt } = key;
      out.show(
        { state: "approved", profile, baseUrl, environment, name, expiresAt, file },
        {
          profile,
          service: baseUrl,
          environment,
          key: name,
          expires: expiresAt ?? "never",
          "stored in": file,
        },
      );
    });
}

/** The profile's own service, unless another one is named. */
async function findService({ givenUrl, profile }: Terminal): Promise<string> {
  const baseUrl = givenUrl ?? (await readProfiles())[profile]?.baseUrl;
  if (baseUrl !== undefined) return baseUrl;
  throw usageError("Which service?", "Add --base-url https://…, or set SEALSLIP_BASE_URL.");
}

function announce({ out }: Terminal, verificationUrl: string, userCode: string): void {
  if (out.json) {
    out.line({ state: "waiting", verificationUrl, userCode }, "");
    return;
  }
  process.stderr.write(
    `Open ${printable(verificationUrl)}\n` +
      `and approve the code ${color("bold", printable(userCode), process.stderr)}\n`,
  );
}

/** On this machine, if it has one. Only an address of the service itself is handed to the system. */
function openBrowser(address: string, baseUrl: string): void {
  if (!URL.canParse(address) || new URL(address).origin !== new URL(baseUrl).origin) return;
  const { command, args } = openers[process.platform] ?? openers.linux;
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  // Without a browser, the address is on the screen.
  child.on("error", () => {});
  child.unref();
}

type Opener = { command: string; args: string[] };

const openers: Partial<Record<NodeJS.Platform, Opener>> & { linux: Opener } = {
  darwin: { command: "open", args: [] },
  linux: { command: "xdg-open", args: [] },
  win32: { command: "rundll32", args: ["url.dll,FileProtocolHandler"] },
};
