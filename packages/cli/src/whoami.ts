import type { Command } from "commander";
import { readContext } from "./context.ts";

export function addWhoami(program: Command): void {
  program
    .command("whoami")
    .description("Shows the key that is used: whose it is, its environment, and its scopes.")
    .addHelpText("after", "\nExample:\n  $ sealslip whoami --profile staging --json")
    .action(async (_options: object, command: Command) => {
      const { client, out, signal, source, baseUrl } = await readContext(command);
      const caller = await client.caller.get({ signal });
      const { organization, environment, scopes, apiKey } = caller;
      out.show(
        { ...caller, source, baseUrl },
        {
          organization: `${organization.name} (${organization.kind})`,
          environment,
          scopes: scopes.join(", "),
          key: apiKey && `${apiKey.name} (${apiKey.hint})`,
          expires: apiKey?.expiresAt ?? "never",
          "key from": source,
          service: baseUrl,
        },
      );
    });
}
