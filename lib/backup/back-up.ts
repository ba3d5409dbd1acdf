import type { Writable } from "node:stream";
import { holdMigrations } from "#prisma/migrate.ts";
import { pack } from "./envelope.ts";
import type { openMacKeys } from "./mac-keys.ts";
import type { Progress } from "./progress.ts";
import { type BackupTable, writeScript } from "./script.ts";
import { openSnapshot } from "./store.ts";

/**
 * Writes a snapshot of the database, compressed and encrypted, while it is in use. A migration waits until it
 * has ended: during the backup, it would wait for its tables, and every payment would wait behind it.
 */
export async function backUp({
  url,
  recipients,
  mac,
  target,
  progress,
}: {
  url: string;
  /** `age1…` */
  recipients: readonly string[];
  mac: ReturnType<typeof openMacKeys>;
  target: Writable;
  progress: Progress;
}): Promise<{ tables: number }> {
  return await holdMigrations(url, async () => {
    await using snapshot = await openSnapshot(url);
    const { migrations, tables } = snapshot;
    const rows = Object.fromEntries(tables.map(({ name }) => [name, 0]));
    async function* copy(table: BackupTable) {
      for await (const piece of snapshot.copy(table)) {
        rows[table.name] = (rows[table.name] ?? 0) + progress.count(table.name, piece);
        yield piece;
      }
    }
    const createdAt = new Date().toISOString();
    const source = {
      manifest: { createdAt, keyVersion: mac.current, migrations, tables },
      copy,
      summarize: async () => ({ rows, sequences: await snapshot.selectSequences() }),
    };
    await pack(writeScript(source, mac.keys), recipients, target);
    return { tables: tables.length };
  });
}
