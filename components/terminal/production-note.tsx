"use client";

import { environmentLooks, useEnvironment } from "#components/console/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Slip } from "#components/ui/slip.tsx";

/** Explains why the terminal takes no cards in production, and links to another environment. */
export function ProductionNote() {
  const { environments, choose } = useEnvironment();
  const tests = environments.filter((name) => name !== "production");
  return (
    <div className="mx-auto max-w-md py-6 sm:py-16">
      <Slip paper="panel">
        <p className="border-b border-dashed border-line pb-3 font-mono text-xs text-muted">
          Production
        </p>
        <h1 className="mt-5 text-2xl font-medium tracking-tight text-balance">
          No card is tapped here
        </h1>
        <div className="mt-2 space-y-3 text-muted text-pretty">
          <p>
            This terminal is a demonstration: it has no card reader and accepts only test cards. In
            production a payment would be charged for real, so it makes none.
          </p>
          <p>Your own point of sale makes the same call there, with a production key.</p>
        </div>
        <div className="mt-6 flex flex-wrap gap-2">
          {tests.map((name, at) => (
            <Button
              key={name}
              look={at === 0 ? "secondary" : "primary"}
              onClick={() => choose(name)}
            >
              Switch to {environmentLooks[name].label.toLowerCase()}
            </Button>
          ))}
        </div>
      </Slip>
    </div>
  );
}
