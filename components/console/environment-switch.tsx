"use client";

import { ChevronsUpDown } from "lucide-react";
import { Menu } from "#components/ui/menu.tsx";
import { environmentLooks, useEnvironment } from "./environment.tsx";

/** Always visible; filled in for real data. */
export function EnvironmentSwitch() {
  const { environment, environments, choose } = useEnvironment();
  const { label, icon: Icon } = environmentLooks[environment];
  const real = environment === "production";
  return (
    <Menu
      align="start"
      entries={[
        {
          kind: "choice",
          label: "Environment",
          value: environment,
          options: environments
            .toReversed()
            .map((value) => ({ value, ...environmentLooks[value] })),
          onChange: (value) => choose(environments.find((name) => name === value) ?? environment),
        },
      ]}
      trigger={
        <button
          type="button"
          aria-label={`Environment: ${label}${real ? ", real data" : ""}`}
          className={`flex min-h-11 w-full cursor-pointer items-center gap-2 border px-3 text-sm font-medium md:min-h-9 ${real ? "border-ink bg-ink text-paper" : "border-edge bg-slip hover:border-ink"}`}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className="grow text-left">{label}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 opacity-70" />
        </button>
      }
    />
  );
}

/** Across the page, above everything, for real data. */
export function RealDataBand() {
  const { environment } = useEnvironment();
  if (environment !== "production") return null;
  return (
    <p className="bg-ink px-4 py-1.5 text-center text-xs font-medium text-paper">
      <strong className="font-semibold">Real data</strong>
      <span className="ml-2 opacity-80">This is production: everything you do here is real.</span>
    </p>
  );
}
