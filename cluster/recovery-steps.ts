import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runAs } from "#lib/storage/embedded/account.ts";
import { runProgram } from "#lib/testing/spawn-program.ts";
import { until } from "#lib/testing/until.ts";
import { createInstance, type Instance } from "./instance.ts";
import type { RecoveryScene } from "./recovery-scene.ts";

// What an operator does, in the order of docs/restore.md.

const BACK_MS = 5 * 60_000;
const RELEASED_MS = 30_000;

/** A command of `npm run admin`; returns what it prints, and throws where it fails. */
export async function runAdmin({ stage }: RecoveryScene, ...args: string[]): Promise<string> {
  const env = { ...stage.env, DATABASE_URL: stage.postgres.urlFor("sealslip") };
  const { code, stdout, stderr } = await runProgram("scripts/admin.ts", args, env);
  if (code !== 0) throw new Error(`admin ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** All machines of PostgreSQL at once, with their disks; then the operator stops the service. Returns which one led. */
export async function loseDatabase({ stage }: RecoveryScene): Promise<string> {
  const { postgres, instances, worker } = stage;
  const { name } = await postgres.primary();
  await Promise.all(postgres.nodes.map((node) => node.crash()));
  await Promise.all([...instances, worker].map((part) => part.end()));
  return name;
}

/** Patroni makes the cluster from the backups on the first of three empty machines. */
export async function restorePrimary(
  scene: RecoveryScene,
  { moment, lastPrimary }: { moment: string; lastPrimary: string },
): Promise<void> {
  const { postgres } = scene.stage;
  const restore = `--type=time --target="${moment}" --target-action=promote restore`;
  const pgbackrest = {
    command: `${postgres.backups.command} ${restore}`,
    keep_existing_recovery_conf: true,
    no_params: true,
  };
  for (const node of postgres.nodes) await node.replaceDisk({ method: "pgbackrest", pgbackrest });
  await forgetCluster(scene, lastPrimary);
  await postgres.nodes[0]?.start();
  await postgres.primary();
}

/** What etcd still knows of the lost one: without that, no member makes a new one. */
async function forgetCluster(
  { stage, programs }: RecoveryScene,
  lastPrimary: string,
): Promise<void> {
  const { folder, account, postgres } = stage;
  const file = join(folder, `${postgres.nodes[0]?.name}.yml`);
  const removal = promisify(execFile)(
    programs.patronictl,
    ["-c", file, "remove", "sealslip"],
    runAs(account),
  );
  // It asks for the last name only while etcd still has it as that of the primary.
  removal.child.stdin?.end(`sealslip\nYes I am aware\n${lastPrimary}\n`);
  await removal;
}

export async function addStandbys({ stage }: RecoveryScene): Promise<void> {
  const { nodes, findAilments } = stage.postgres;
  await Promise.all(nodes.slice(1).map((node) => node.start()));
  await until(async () => (await findAilments()).length === 0, BACK_MS);
}

/** Quarantine, the ledger, and the anchors; returns what the ledger has ended again. */
export async function quarantineRestored(scene: RecoveryScene, ledger: string): Promise<unknown> {
  const path = join(scene.stage.folder, "ledger.json");
  await writeFile(path, ledger);
  await runAdmin(scene, "restore", "quarantine");
  const applied = await runAdmin(scene, "ledger", "apply", path, "--yes", "--json");
  await runAdmin(scene, "audit", "anchors");
  return JSON.parse(applied);
}

/** The first process of the service, in the place of the one that has ended. */
export async function startQuarantined(
  { stage }: RecoveryScene,
  parts: AsyncDisposableStack,
): Promise<Instance> {
  const { folder, env, instances } = stage;
  const { port = 0 } = instances[0] ?? {};
  const instance = parts.use(
    createInstance({ name: "instance-restored", folder, env, port, isQuarantined: true }),
  );
  await instance.start();
  return instance;
}

/** Lets the service act again; returns when requests are sent to it. */
export async function release(scene: RecoveryScene, first: Instance): Promise<void> {
  const { balancer, instances } = scene.stage;
  await runAdmin(scene, "restore", "release", "--yes");
  await until(() => first.isReady(), RELEASED_MS);
  // Under the name of the one whose port it has.
  await balancer.takesUp(instances[0]?.name ?? "");
}

/** The other processes. */
export async function startRest({ stage }: RecoveryScene): Promise<void> {
  const { instances, worker, balancer } = stage;
  await Promise.all([...instances.slice(1), worker].map((part) => part.start()));
  for (const { name } of instances) await balancer.takesUp(name);
}
