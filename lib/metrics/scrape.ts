import { channel } from "#lib/processes/channel.ts";
import { readMetrics, type Sample, startCounting, stopCounting } from "./instruments.ts";
import { METRICS, type TotalsMessage } from "./keep-totals.ts";
import { measureProcess } from "./process-gauges.ts";

/** The topic under which all processes are asked for their counts. */
const WANTED = "metrics wanted";

const processWide = globalThis as { sealslipScrape?: () => Promise<string> };

/** The metrics of the whole server, in Prometheus's text format. Undefined if counting is off. */
export async function scrape(): Promise<string | undefined> {
  return await processWide.sealslipScrape?.();
}

/**
 * Counts from now on. `readState` reads the figures that are the same in every process: only the scraped one
 * calls it.
 */
export async function openMetrics(readState: () => Promise<Sample[]>): Promise<AsyncDisposable> {
  const { writeExposition, readNodeMetrics } = await import("./prometheus.ts");
  startCounting();
  measureProcess();
  const readNode = readNodeMetrics();
  const readOwn = async () => [...readMetrics(), ...(await readNode())];
  const server = channel() ? await joinServer(readOwn) : undefined;
  processWide.sealslipScrape = async () => {
    const parts = server ? await server.gather() : [await readOwn()];
    return await writeExposition([...parts, await readState()]);
  };
  return {
    async [Symbol.asyncDispose]() {
      delete processWide.sealslipScrape;
      await server?.contribute();
      stopCounting();
    },
  };
}

/** For a server of several processes. */
async function joinServer(readOwn: () => Promise<Sample[]>) {
  const ask = async (message: TotalsMessage) =>
    (await channel()?.ask(METRICS, message)) as Sample[][] | undefined;
  const say = async () => void (await ask({ by: process.pid, samples: await readOwn() }));
  // A failure may only affect the scrape: without the supervisor, there is no one to report it to.
  const contribute = () => say().catch(() => undefined);

  channel()?.listen(WANTED, () => void contribute());
  await contribute();
  return {
    contribute,
    async gather(): Promise<Sample[][]> {
      channel()?.tell(WANTED, null);
      const [parts = []] = await Promise.all([ask("all"), contribute()]);
      return parts;
    },
  };
}
