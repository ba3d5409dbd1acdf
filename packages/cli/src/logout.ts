import type { Command } from "commander";
import { readTerminal } from "./context.ts";
import { removeProfile } from "./profiles.ts";

export function addLogout(program: Command): void {
  program
    .command("logout")
    .description("Removes the key of a profile from this machine. The console revokes it.")
    .addHelpText("after", "\nExample:\n  $ sealslip logout --profile staging")
    .action(async (_options: object, command: Command) => {
      const { out, profile } = readTerminal(command);
      const wasThere = await removeProfile(profile);
      const text = wasThere
        ? `Removed the key of the profile ${profile}. It stays valid until it is revoked under API keys in the console.`
        : `The profile ${profile} has no key.`;
      out.line({ profile, removed: wasThere }, text);
    });
}
