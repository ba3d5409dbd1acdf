import { open, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";

type Login = { email: string; password: string };

/** `DATA_DIR/demo.json` (mode 0600): how to use the demo of this installation. */
export type DemoFile = {
  baseUrl: string;
  apiKeys: { platform: string; merchant: string; issuer: string; platformStaging: string };
  logins: { platform: Login; merchant: Login; issuer: Login };
};

export async function readDemoFile(dataDir: string): Promise<DemoFile | undefined> {
  const text = await readFile(demoPath(dataDir), "utf8").catch(ignoreMissing);
  return text === undefined ? undefined : (JSON.parse(text) as DemoFile);
}

export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  const draft = new DraftDemoFile(dataDir);
  await draft.write(demo);
  await draft.publish();
}

/** The secrets are on disk before the database has them, and get their final name afterwards. */
export class DraftDemoFile {
  readonly #path: string;
  readonly #target: string;

  constructor(dataDir: string) {
    this.#target = demoPath(dataDir);
    this.#path = `${this.#target}.draft`;
  }

  async write(demo: DemoFile): Promise<void> {
    const file = await open(this.#path, "w", 0o600);
    await file.writeFile(`${JSON.stringify(demo, null, 2)}\n`);
    await file.sync();
    await file.close();
  }

  async publish(): Promise<void> {
    await rename(this.#path, this.#target);
  }

  async discard(): Promise<void> {
    await unlink(this.#path);
  }

  async publishIfLeft(): Promise<void> {
    await this.publish().catch(ignoreMissing);
  }
}

function demoPath(dataDir: string): string {
  return join(dataDir, "demo.json");
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
