import { runContractTests } from "./contract.ts";
import { type Merchant, openMerchant } from "./merchant.ts";
import { createPostgres } from "./postgres.ts";
import { races } from "./races.ts";
import { restartUnderLoad } from "./rolling-restart.ts";
import { runTrial } from "./run-trial.ts";
import { openStage, type Stage } from "./stage.ts";
import { formatSeconds, openTable } from "./table.ts";

// npm run cluster: several instances behind a balancer are one service.

const INSTANCES = 3;
/** For what hangs: it takes four minutes, and many more on a busy machine. */
const DEADLINE_MS = 60 * 60_000;
/** No instance is to give up an answer, or its place, just because the machine is slow. */
const PATIENCE = { GATEWAY_TIMEOUT_MS: "60000", SHUTDOWN_NOTICE_SECONDS: "20" };

/** Only trials whose title contains one of these; all where there is none. */
const wanted = process.argv.slice(2);

type Trial = { title: string; run(stage: Stage, merchant: Merchant): Promise<Outcome> };
type Outcome = { did: string; failure?: string };

const trials: Trial[] = [
  {
    title: "the tests of the API, through the balancer",
    async run(stage) {
      const { files, passed, failed, output } = await runContractTests(stage);
      const did = `${passed} tests of ${files} files`;
      return failed > 0 || passed === 0 ? { did, failure: `${failed} failed\n${output}` } : { did };
    },
  },
  ...races.map(({ title, run }) => ({
    title,
    run: async (stage: Stage, merchant: Merchant) => ({
      did: `${await run(stage, merchant)} requests`,
    }),
  })),
  {
    title: "a rolling restart under load, and no client repeats a request",
    async run(stage, merchant) {
      const { sold, interrupted, ...books } = await restartUnderLoad(stage, merchant);
      const { lost, doubled, apart, pending } = books;
      const did = `${sold} payments`;
      if (interrupted.length + lost + doubled + apart + pending === 0) return { did };
      return { did, failure: JSON.stringify({ interrupted, ...books }) };
    },
  },
];

await runTrial({ deadlineMs: DEADLINE_MS }, async (parts) => {
  const announce = (line: string) => console.log(`  ${line}`);
  const stage = await openStage(
    {
      instances: INSTANCES,
      createDatabase: createPostgres,
      announce,
      env: PATIENCE,
    },
    parts,
  );
  console.log(`  pgbouncer pools by ${stage.pooler.pooling}\n`);
  const merchant = await openMerchant(stage, parts);

  const table = openTable([
    { title: "trial", width: 70 },
    { title: "sent", width: 22 },
    { title: "took", width: 8 },
    { title: "result", width: 6 },
  ]);
  table.begin();
  const failures: string[] = [];
  for (const { title, run } of trials) {
    if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
    const begunAt = performance.now();
    const { did, failure } = await run(stage, merchant).catch((error: unknown) => ({
      did: "",
      failure: String(error),
    }));
    const result = failure === undefined ? "held" : "FAILED";
    table.row([title, did, formatSeconds(performance.now() - begunAt), result]);
    if (failure !== undefined) failures.push(`✗ ${title}: ${failure}`);
  }
  return failures;
});
