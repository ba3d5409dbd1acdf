import { join } from "node:path";
import { runAs, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { makeFolder } from "./around.ts";
import { readEtcdFile } from "./deploy-files.ts";
import { createPart, type Part } from "./part.ts";

export type Etcd = Part & { port: number };

type Ports = { client: number; peer: number };

/** The members of one etcd cluster, which keeps who of PostgreSQL is the primary. */
export async function createEtcd(options: {
  folder: string;
  program: string;
  account: SystemAccount | undefined;
  ports: readonly Ports[];
}): Promise<Etcd[]> {
  const { folder, program, account, ports } = options;
  const shared = readSharedSettings();
  const members = ports.map((own, at) => ({ name: `etcd-${at + 1}`, ...own }));
  const peers = members.map(({ name, peer }) => `${name}=${addressOf(peer)}`).join(",");
  return await Promise.all(
    members.map(async ({ name, client, peer }) => {
      const data = join(folder, name);
      await makeFolder(data, 0o700, account);
      const own = {
        ETCD_NAME: name,
        ETCD_DATA_DIR: data,
        ETCD_INITIAL_CLUSTER: peers,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: addressOf(peer),
        ETCD_ADVERTISE_CLIENT_URLS: addressOf(client),
        ETCD_LISTEN_PEER_URLS: addressOf(peer),
        ETCD_LISTEN_CLIENT_URLS: addressOf(client),
      };
      const { env, ...place } = runAs(account);
      const part = createPart({
        name,
        folder,
        command: [program],
        options: { ...place, env: { ...env, ...shared, ...own } },
        isReady: () => isHealthy(client),
      });
      return { ...part, port: client };
    }),
  );
}

/** Of the file for production, those that do not belong to one machine. */
function readSharedSettings(): Record<string, string> {
  const all = Object.entries(readEtcdFile());
  return Object.fromEntries(
    all.filter(([name]) => !/_FILE$|_CERT_AUTH$|_METRICS_URLS$/.test(name)),
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
