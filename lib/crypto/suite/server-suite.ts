import { serverAtRestCases } from "./server-at-rest-cases.ts";
import { serverKeyCases } from "./server-key-cases.ts";
import { serverSealCases } from "./server-seal-cases.ts";
import { serverTillCases } from "./server-till-cases.ts";
import { serverVectorCases } from "./server-vector-cases.ts";
import type { SuiteCase } from "./suite-case.ts";

/** Cases for code that only the server uses, and no browser could run. */
export const serverSuite: SuiteCase[] = [
  ...serverVectorCases,
  ...serverSealCases,
  ...serverTillCases,
  ...serverKeyCases,
  ...serverAtRestCases,
];
