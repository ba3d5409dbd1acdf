import { cards } from "./german/cards.ts";
import { failures } from "./german/failures.ts";
import { papers } from "./german/papers.ts";
import { receipts } from "./german/receipts.ts";
import { security } from "./german/security.ts";
import { shell } from "./german/shell.ts";
import { verdicts } from "./german/verdicts.ts";
import { xRay } from "./german/x-ray.ts";

/** The wallet in German: each English sentence with its translation. */
export const german = {
  ...shell,
  ...receipts,
  ...papers,
  ...verdicts,
  ...cards,
  ...security,
  ...failures,
  ...xRay,
};
