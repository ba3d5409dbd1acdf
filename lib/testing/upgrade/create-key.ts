import { existsSync } from "node:fs";
import { createTestKey } from "#lib/testing/test-service.ts";

// A process of its own, so that an earlier version can run it, too: prints the key of a new organization.
const { closeDatabase } = await import("#lib/storage/database.ts");
// Earlier ones open the database where they close it.
const opener = existsSync("lib/storage/connect-database.ts") ? "connect-database" : "database";
const { connectDatabase } = await import(`#lib/storage/${opener}.ts`);

connectDatabase(process.env.DATABASE_URL ?? "");
process.stdout.write(`${await createTestKey()}\n`);
await closeDatabase();
