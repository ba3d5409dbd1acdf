import type { BenchService, BenchStage } from "./bench-service.ts";
import { createFixtures } from "./fixtures.ts";
import { fire, measure } from "./measure.ts";
import { type NextCall, operations } from "./operations.ts";

const WARM_UP_SECONDS = 5;
const HIGHEST = { connections: 64, seconds: 10 };

type HighestRate = {
  service: BenchService;
  /** Creates another payment each time. */
  next: NextCall;
  /** Payments a second, with all connections busy. */
  highest: number;
};

/** Starts the service, and measures the rate on which a paced load is based. */
export async function measureHighestRate(
  stage: BenchStage,
  processes: number,
): Promise<HighestRate> {
  const service = await stage.start("server.ts", { processes });
  const fixtures = await createFixtures(service);
  const next = await operations.create.prepare({ service, fixtures });
  await fire(service, next, { ...HIGHEST, seconds: WARM_UP_SECONDS });
  const { requestsPerSecond: highest } = await measure(service, next, HIGHEST);
  return { service, next, highest };
}
