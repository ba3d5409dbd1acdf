import { z } from "zod";
import { applyLedger, type Ledger, readLedger, readLedgerFile } from "#lib/backup/ledger.ts";
import { defineCommand, type Subject } from "./command.ts";
import { count } from "./text.ts";

const ledgerFile = z.string({ error: "the file is missing" }).transform((path, context): Ledger => {
  try {
    return readLedgerFile(path);
  } catch (error) {
    context.addIssue(String(error instanceof Error ? error.message : error));
    return z.NEVER;
  }
});

export const subject: Subject = {
  commands: {
    show: defineCommand({
      does: "all erased users and revoked API keys by their ids, to be kept\napart from the backups with --json",
      run: async () => {
        const result = await readLedger();
        return { result, text: [...result.erasedUsers, ...result.revokedKeys].join("\n") };
      },
    }),
    apply: defineCommand({
      takes: "<file>",
      does: "after a restore, repeat the erasures and revocations that the\nbackup undid",
      destroys: "The users in the file are erased, and its API keys revoked.",
      words: { file: ledgerFile },
      run: async ({ file }) => {
        const result = await applyLedger(file);
        const users = count(result.erasedUsers.length, "user");
        const keys = count(result.revokedKeys.length, "API key");
        return { result, text: `${users} erased again, ${keys} revoked again` };
      },
    }),
  },
  notes: "docs/restore.md says when.",
};
