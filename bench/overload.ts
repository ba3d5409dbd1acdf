import { onStage } from "./bench-service.ts";
import { measureHighestRate } from "./highest-rate.ts";
import { describeMachine } from "./machine.ts";
import { readPacedFlags } from "./paced-flags.ts";
import { runPacedLoad, type Stretch } from "./paced-load.ts";

// Half of the highest rate, then twice the highest, then half again: whether payments are refused before
// queues grow, and how soon the service recovers.

const { length: overloadSeconds, processes } = readPacedFlags(30);
const CALM_SECONDS = 10;

console.log(describeMachine());
await onStage(async (stage) => {
  const { service, next, highest } = await measureHighestRate(stage, processes);
  console.log(`highest rate ${Math.round(highest)}/s\n`);
  console.log("  load     s   paid/s  refused/s  failed   p50 ms   p99 ms  refusal p99  waiting");

  const shares = [
    [0.5, CALM_SECONDS],
    [2, overloadSeconds],
    [0.5, CALM_SECONDS],
  ] as const;
  for (const [share, seconds] of shares) {
    await runPacedLoad({
      url: new URL(service.urls[0] ?? ""),
      apiKey: service.apiKey,
      next,
      perSecond: highest * share,
      seconds,
      stretchSeconds: 1,
      onStretch: async (stretch) => print(share, stretch),
    });
  }
  const usage = await service.usage();
  if (usage) console.log(`\nmemory afterwards: ${Math.round(usage.memory / 2 ** 20)} MiB`);
});

function print(share: number, stretch: Stretch): void {
  const { at, seconds, accepted, refused, failed, p50Ms, p99Ms, refusalP99Ms, waiting } = stretch;
  const figures = [
    [`${share} ×`, 6],
    [(at + seconds).toFixed(0), 6],
    [(accepted / seconds).toFixed(0), 9],
    [(refused / seconds).toFixed(0), 11],
    [String(failed), 8],
    [p50Ms.toFixed(1), 9],
    [p99Ms.toFixed(1), 9],
    [refusalP99Ms.toFixed(1), 13],
    [String(waiting), 9],
  ] as const;
  console.log(figures.map(([text, width]) => text.padStart(width)).join(""));
}
