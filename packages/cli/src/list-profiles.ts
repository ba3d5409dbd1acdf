import type { Command } from "commander";
import { readTerminal } from "./context.ts";
import type { ListView } from "./output.ts";
import { describeKey, readProfiles } from "./profiles.ts";

type Entry = { profile: string; baseUrl: string; key: string; current: boolean };

const view: ListView<Entry> = {
  empty: "No profiles: sign in with `sealslip login --base-url <url>`",
  columns: {
    PROFILE: ({ profile }) => profile,
    SERVICE: ({ baseUrl }) => baseUrl,
    KEY: ({ key }) => key,
    USED: ({ current }) => (current ? "yes" : ""),
  },
};

export function addProfiles(program: Command): void {
  program
    .command("profiles")
    .description("Lists the profiles of this machine: each is a service and a key for it.")
    .addHelpText("after", "\nExample:\n  $ sealslip profiles --json | jq -r .profile")
    .action(async (_options: object, command: Command) => {
      const { out, profile: chosen } = readTerminal(command);
      const isStored = !process.env.SEALSLIP_API_KEY;
      const entries = Object.entries(await readProfiles()).map(
        ([profile, { baseUrl, apiKey }]) => ({
          profile,
          baseUrl,
          key: describeKey(apiKey),
          current: isStored && profile === chosen,
        }),
      );
      await out.list(pageOf(entries), view);
    });
}

async function* pageOf<T>(entries: readonly T[]): AsyncGenerator<readonly T[]> {
  yield entries;
}
