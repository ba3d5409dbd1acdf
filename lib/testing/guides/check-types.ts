import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { guidesFolder } from "./run-fences.ts";

/** Checks the TypeScript of all guides as a reader's project would, under `strict`; throws what the compiler says. */
export async function checkTypes(paths: readonly string[]): Promise<void> {
  const config = join(guidesFolder, "tsconfig.json");
  const compilerOptions = {
    target: "ES2024",
    lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    types: ["node"],
    strict: true,
    // As the client's sources, which are imported in place of its declarations, are written.
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: paths }));
  const tsc = join(guidesFolder, "../node_modules/.bin/tsc");
  try {
    await promisify(execFile)(tsc, ["--project", config, "--pretty", "false"], {
      cwd: guidesFolder,
    });
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    throw new Error(`the TypeScript of the guides has errors:\n${stdout}`, { cause: error });
  }
}
