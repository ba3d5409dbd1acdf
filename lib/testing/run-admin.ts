import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { TestService } from "./test-service.ts";

const script = join(import.meta.dirname, "../../scripts/admin.ts");

/** The operator's tool on the data of the service, as a process of its own. */
export function createAdmin(service: TestService) {
  return (
    args: string[],
    { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {},
  ) => {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: "utf8",
      input,
      env: {
        NODE_ENV: "test",
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        DATABASE_URL: service.databaseUrl,
        DATA_DIR: service.dataDir,
        ...env,
      },
    });
    return { status, stdout, stderr };
  };
}
