import type { ReactNode } from "react";
import { useWideScreen } from "#components/ui/use-wide-screen.ts";
import type { VisitStep } from "./visit-step.ts";

type VisitPartsProps = Record<"till" | "service" | "phone" | "ending", ReactNode> & {
  step: VisitStep;
};

/**
 * Side by side; where three do not fit, the service beside the phone; on a phone, one below the other. The document has
 * them in the order of the screen.
 */
export function VisitParts({ step, till, service, phone, ending }: VisitPartsProps) {
  if (useWideScreen()) {
    return (
      <div className="grid grid-cols-[21rem_minmax(0,1fr)_22rem] items-start gap-x-10">
        <div key="till" className="space-y-5">
          {till}
          {ending}
        </div>
        <div key="service" className="min-w-0">
          {service}
        </div>
        <div key="phone">{phone}</div>
      </div>
    );
  }
  if (step === "pay") {
    return (
      <div key="pay" className={inTwo}>
        <div>{till}</div>
        <div className="max-lg:hidden">{service}</div>
      </div>
    );
  }
  // Each step is laid out anew: moved instead, what is below would jump.
  return (
    <div key={step} className={inTwo}>
      <div className="space-y-8">
        {ending ? null : <div key="till">{till}</div>}
        <div key="phone">{phone}</div>
        {ending}
      </div>
      <div key="service" className="min-w-0">
        {service}
      </div>
    </div>
  );
}

const inTwo = "grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[22rem_minmax(0,1fr)]";
