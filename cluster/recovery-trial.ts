import type { BackupInfo } from "./backups.ts";
import type { RecoveryPrograms } from "./programs.ts";
import {
  beginSales,
  failOver,
  goOn,
  keepSelling,
  noteMoment,
  waitForArchive,
} from "./recovery-before.ts";
import {
  type Check,
  checkQuarantined,
  checkReleased,
  expectStatus,
  newPayment,
} from "./recovery-checks.ts";
import { openRecoveryScene, type RecoveryScene } from "./recovery-scene.ts";
import {
  addStandbys,
  loseDatabase,
  quarantineRestored,
  release,
  restorePrimary,
  startQuarantined,
  startRest,
} from "./recovery-steps.ts";
import { formatSeconds, openTable } from "./table.ts";

/** Backups while the shop sells, the loss of everything, and the way back; returns what did not hold. */
export async function runRecovery(
  programs: RecoveryPrograms,
  parts: AsyncDisposableStack,
): Promise<string[]> {
  const scene = await openRecoveryScene(programs, parts);
  const { stage, api, wrong } = scene;
  const { backups } = stage.postgres;
  const take = openSteps();

  const archivedBefore = backups.archiveSize();
  beginSales(scene);
  await keepSelling();
  await take(
    "full backup from a standby, while the shop sells",
    () => backUp(scene, "full"),
    describeBackup,
  );
  await take("failover: the primary is killed, and follows the next one", () => failOver(scene));
  await keepSelling();
  await take(
    "differential backup, of the new timeline",
    () => backUp(scene, "diff"),
    describeBackup,
  );
  await keepSelling();
  const moment = await noteMoment(scene);
  const afterwards = await goOn(scene);
  await take("until all of it is archived (archive_timeout: 60 s)", () => waitForArchive(scene));
  const payments = moment.sales.length + afterwards.sales.length;
  const archived = backups.archiveSize() - archivedBefore;

  const lostAt = performance.now();
  const lastPrimary = await take(
    "all machines of PostgreSQL are lost, and the service is ended",
    () => loseDatabase(scene),
  );
  await take("restored to the moment, on the first machine", () =>
    restorePrimary(scene, { moment: moment.at, lastPrimary }),
  );
  const applied = await take("quarantined, and the ledger applied", () =>
    quarantineRestored(scene, afterwards.ledger),
  );
  await take("two standbys follow", () => addStandbys(scene));
  const first = await take("the first process runs", () => startQuarantined(scene, parts));
  const found = { moment, afterwards, applied };
  const checks = await checkQuarantined(scene, first, found);
  await take("from the release until it is ready", () => release(scene, first));
  const paid = await api.post("/payments/gateway_one/create", { body: newPayment(scene) });
  const backMs = performance.now() - lostAt;
  await startRest(scene);
  checks.push(expectStatus("a new payment is taken", paid, 201));
  checks.push(...(await checkReleased(scene, found)));
  await take("full backup of what came back", () => backUp(scene, "full"), describeBackup);

  console.log(
    [
      "",
      `  ${formatSeconds(backMs)} from the loss until the next payment`,
      `  ${formatBytes(archived)} archived for ${payments} payments and all that happened beside them: ${formatBytes(archived / payments)} each`,
      "",
    ].join("\n"),
  );
  return [...printChecks(checks), ...wrong.map((answer) => `✗ a wrong answer: ${answer}`)];
}

type Step = <T>(
  title: string,
  work: () => Promise<T>,
  summarize?: (result: T) => string,
) => Promise<T>;

/** Prints how long each step took, and what came of it. */
function openSteps(): Step {
  const table = openTable([
    { title: "step", width: 60 },
    { title: "took", width: 8 },
    { title: "", width: 30 },
  ]);
  console.log("");
  table.begin();
  return async (title, work, summarize = () => "") => {
    const begunAt = performance.now();
    const result = await work();
    table.row([title, formatSeconds(performance.now() - begunAt), summarize(result)]);
    return result;
  };
}

async function backUp(
  { stage }: RecoveryScene,
  type: BackupInfo["type"],
): Promise<BackupInfo | undefined> {
  const { backups } = stage.postgres;
  await backups.run("backup", `--type=${type}`);
  return (await backups.list()).at(-1);
}

function describeBackup(backup: BackupInfo | undefined): string {
  if (!backup) return "no backup";
  const { size, repository } = backup.info;
  return `${formatBytes(size)} as ${formatBytes(repository.delta)}`;
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function printChecks(checks: readonly Check[]): string[] {
  for (const { title, failure } of checks) console.log(`  ${failure ? "✗" : "✓"} ${title}`);
  return checks.flatMap(({ title, failure }) => (failure ? [`✗ ${title}: ${failure}`] : []));
}
