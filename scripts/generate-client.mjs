import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

const STAMP = join(root, "lib", "storage", "generated", ".made-from");

/** Generates the database client in lib/storage/generated unless it matches the schema already. */
export async function generateClient({ force = false } = {}) {
  const source = hashFiles(["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"]);
  if (!force && readStamp() === source) return step("database client is current", () => undefined);

  await step("database client generated", async () => {
    const prisma = join(root, "node_modules", "prisma", "build", "index.js");
    // Prisma insists on an engine that it would download, and never runs it for this: any file will do.
    const env = projectEnv({ PRISMA_SCHEMA_ENGINE_BINARY: node, PRISMA_HIDE_UPDATE_MESSAGE: "1" });
    await run(node, [prisma, "generate"], { cwd: root, env });
    writeFileSync(STAMP, source);
  });
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}
