import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { createTestKey } from "#lib/testing/test-service.ts";

// A process of its own, so that an earlier version can run it, too: prints the key of a new organization.
connectDatabase(process.env.DATABASE_URL ?? "");
process.stdout.write(`${await createTestKey()}\n`);
await closeDatabase();
