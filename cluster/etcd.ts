import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { createPart, type Part } from "./part.ts";

export type Etcd = Part & { port: number };

type Ports = { client: number; peer: number };

// Ten times as patient as etcd's own settings: its members share a disk and two cores with all the rest.
const TIMES = ["--heartbeat-interval=250", "--election-timeout=2500"];

/** The members of one etcd cluster, which keeps who of PostgreSQL is the primary. */
export async function createEtcd(options: {
  folder: string;
  program: string;
  account: SystemAccount | undefined;
  ports: readonly Ports[];
}): Promise<Etcd[]> {
  const { folder, program, account, ports } = options;
  const members = ports.map((own, at) => ({ name: `etcd-${at + 1}`, ...own }));
  const peers = members.map(({ name, peer }) => `${name}=${addressOf(peer)}`).join(",");
  return await Promise.all(
    members.map(async ({ name, client, peer }) => {
      const data = join(folder, name);
      await mkdir(data, { mode: 0o700 });
      if (account) await chown(data, account.uid, account.gid);
      const flags = {
        name,
        "data-dir": data,
        "listen-client-urls": addressOf(client),
        "advertise-client-urls": addressOf(client),
        "listen-peer-urls": addressOf(peer),
        "initial-advertise-peer-urls": addressOf(peer),
        "initial-cluster": peers,
        // Patroni's renewal is a comparison there: see patroni-node.ts.
        "enable-v2": "true",
      };
      const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
      const part = createPart({
        name,
        folder,
        command: [program, ...args, ...TIMES],
        options: runAs(account),
        isReady: () => isHealthy(client),
      });
      return { ...part, port: client };
    }),
  );
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** It has a leader, and can write. */
async function isHealthy(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(3_000);
    const response = await fetch(`${addressOf(port)}/health`, { signal });
    return /"health":\s*"true"/.test(await response.text());
  } catch {
    return false;
  }
}
