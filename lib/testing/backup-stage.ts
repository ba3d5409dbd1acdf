import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { openMacKeys } from "#lib/backup/mac-keys.ts";
import type { BackupSource } from "#lib/backup/restore.ts";
import { config } from "#lib/config.ts";
import { parseExistingSecrets } from "#lib/secrets/open-secrets.ts";
import { setUp } from "./set-up.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";
import type { TestService } from "./test-service.ts";

/** A key for backups of the service, in a file of its data folder. */
export function setUpBackupKey(service: TestService) {
  const pair = setUp(async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const keyFile = join(service.dataDir, "backup-key.txt");
    await writeFile(keyFile, `# public key: ${recipient}\n${identity}\n`);
    return { identity, recipient, keyFile };
  });
  const openMac = async () => openMacKeys((await parseExistingSecrets(config())).texts.COLUMN_KEYS);
  return Object.assign(pair, {
    openMac,
    async fileAt(path: string): Promise<BackupSource> {
      return { path, identity: pair.identity, macKeys: (await openMac()).keys };
    },
  });
}

/** A database of its own beside that of the service. */
export function setUpDatabase(): TestDatabase {
  return setUp(createDatabase);
}

export async function createDatabase(): Promise<TestDatabase & AsyncDisposable> {
  const created = await createTestDatabase();
  return { ...created, [Symbol.asyncDispose]: created.drop };
}
