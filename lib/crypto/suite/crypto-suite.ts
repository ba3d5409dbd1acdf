import { apiKeyCases } from "./api-key-cases.ts";
import { bytesCases } from "./bytes-cases.ts";
import { fingerprintCases } from "./fingerprint-cases.ts";
import { keyCases } from "./key-cases.ts";
import { oprfCases } from "./oprf-cases.ts";
import { p256Cases } from "./p256-cases.ts";
import { receiptCases } from "./receipt-cases.ts";
import { signatureCases } from "./signature-cases.ts";
import type { SuiteCase } from "./suite-case.ts";
import { tamperingCases } from "./tampering-cases.ts";
import { tillRefusalCases } from "./till-refusal-cases.ts";
import { tillSealCases } from "./till-seal-cases.ts";
import { tillSignatureCases } from "./till-signature-cases.ts";
import { tillVectorCases } from "./till-vector-cases.ts";
import { vectorCases } from "./vector-cases.ts";

/**
 * Cases that run anywhere. One list for node:test (crypto-suite.test.ts) and for a browser
 * (e2e/crypto.spec.ts).
 */
export const cryptoSuite: SuiteCase[] = [
  ...bytesCases,
  ...vectorCases,
  ...receiptCases,
  ...tillSealCases,
  ...tillSignatureCases,
  ...tillRefusalCases,
  ...tillVectorCases,
  ...tamperingCases,
  ...keyCases,
  ...p256Cases,
  ...fingerprintCases,
  ...apiKeyCases,
  ...signatureCases,
  ...oprfCases,
];
