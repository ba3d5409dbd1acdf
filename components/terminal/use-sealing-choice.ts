import { useState } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import type { SealedAt } from "#lib/terminal/payment-answer.ts";

const NAME = "sealslip.till.sealing";

/** Where the till has its receipts sealed: itself, unless this tab has chosen to compare. */
export function useSealingChoice(): [SealedAt, (sealedAt: SealedAt) => void] {
  const [sealedAt, setSealedAt] = useState<SealedAt>(() =>
    readSiteData("sessionStorage", NAME) === "service" ? "service" : "till",
  );
  const choose = (chosen: SealedAt) => {
    writeSiteData("sessionStorage", NAME, chosen);
    setSealedAt(chosen);
  };
  return [sealedAt, choose];
}
