import { readFileSync } from "node:fs";
import { z } from "zod";
import { listRevokedKeys, revokeAgain } from "#lib/api-keys/operate.ts";
import { eraseAgain, listErasedUsers } from "#lib/cardholders/operate.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count } from "./text.ts";

const ledger = z.object({ erasedUsers: z.array(z.string()), revokedKeys: z.array(z.string()) });

const ledgerFile = z
  .string({ error: "the file is missing" })
  .transform((path, context): z.output<typeof ledger> => {
    try {
      return ledger.parse(JSON.parse(readFileSync(path, "utf8")));
    } catch {
      context.addIssue(`${path} is not what "ledger show --json" has printed`);
      return z.NEVER;
    }
  });

export const subject: Subject = {
  commands: {
    show: defineCommand({
      does: "all erased users and revoked API keys by their ids, to be kept\napart from the backups with --json",
      run: async () => {
        const result: z.output<typeof ledger> = {
          erasedUsers: await listErasedUsers(),
          revokedKeys: await listRevokedKeys(),
        };
        return { result, text: [...result.erasedUsers, ...result.revokedKeys].join("\n") };
      },
    }),
    apply: defineCommand({
      takes: "<file>",
      does: "after a restore, erase and revoke again what the backup has\nbrought back",
      destroys: "The users in the file are erased, and its API keys revoked.",
      words: { file: ledgerFile },
      run: async ({ file }) => {
        const result = {
          erasedUsers: await eraseAgain(file.erasedUsers),
          revokedKeys: await revokeAgain(file.revokedKeys),
        };
        const users = count(result.erasedUsers.length, "user");
        const keys = count(result.revokedKeys.length, "API key");
        return { result, text: `${users} erased again, ${keys} revoked again` };
      },
    }),
  },
  notes: "docs/restore.md says when.",
};
