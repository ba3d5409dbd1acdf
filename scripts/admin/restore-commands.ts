import {
  listRestores,
  quarantine,
  type Restored,
  releaseRestored,
} from "#lib/backup/quarantine.ts";
import { defineCommand, type Subject } from "./command.ts";

export const subject: Subject = {
  commands: {
    list: defineCommand({
      does: "when this database was restored, and whether it is released",
      run: async () => {
        const result = await listRestores();
        const lines = result.map(describeRestore);
        return { result, text: lines.join("\n") || "This database was never restored" };
      },
    }),
    quarantine: defineCommand({
      does: "quarantine a database that was not restored by npm run\nrestore, before the service is started on it",
      run: async () => {
        await quarantine();
        return { result: { quarantined: true }, text: "The database is quarantined" };
      },
    }),
    release: defineCommand({
      does: "let the service run its jobs and take requests again",
      destroys: "Jobs charge and cancel payments, and send mail, from the restored data.",
      run: async () => {
        await releaseRestored();
        return { result: { released: true }, text: "The database is released" };
      },
    }),
  },
  byDefault: "list",
  notes: "docs/restore.md says when.",
};

function describeRestore({ restoredAt, backupAt, releasedAt }: Restored): string {
  const origin = backupAt ? `a backup of ${backupAt.toISOString()}` : "another copy";
  const state = releasedAt ? `released ${releasedAt.toISOString()}` : "QUARANTINED";
  return `${restoredAt.toISOString()}  from ${origin}, ${state}`;
}
