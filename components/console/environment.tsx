"use client";

import { Circle, CircleDot, CircleSmall, type LucideIcon } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

type EnvironmentChoice = {
  environment: Environment;
  /** The environments that are served here and open to the organization. */
  environments: readonly Environment[];
  choose: (environment: Environment) => void;
};

const Choice = createContext<EnvironmentChoice | undefined>(undefined);

type EnvironmentProviderProps = { environments: readonly Environment[]; children: ReactNode };

/** Holds the environment of this tab. A link chooses one with `?environment=`. */
export function EnvironmentProvider({ environments, children }: EnvironmentProviderProps) {
  const requested = useRequestedEnvironment(environments);
  const [chosen, choose] = useState(() => requested ?? readEnvironment(environments));
  const environment = requested ?? chosen;
  // During rendering, not after: a page must not request the other environment's data first.
  if (environment !== chosen) choose(environment);
  useEffect(() => rememberEnvironment(environment), [environment]);

  return <Choice value={{ environment, environments, choose }}>{children}</Choice>;
}

/** The environment whose data the page shows and changes. For components inside a console's shell. */
export function useEnvironment(): EnvironmentChoice {
  const choice = useContext(Choice);
  if (!choice) throw new Error("useEnvironment: only inside a console's shell");
  return choice;
}

/** The environment in the address, which is then removed from it, so that the switch works. */
function useRequestedEnvironment(environments: readonly Environment[]): Environment | undefined {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const text = params.get("environment");
  useEffect(() => {
    if (text === null) return;
    const rest = new URLSearchParams(params);
    rest.delete("environment");
    router.replace(`${pathname}${rest.size > 0 ? `?${rest}` : ""}`, { scroll: false });
  }, [text, params, pathname, router]);
  return environments.find((name) => name === text);
}

type EnvironmentLook = { label: string; hint: string; icon: LucideIcon };

export const environmentLooks: Record<Environment, EnvironmentLook> = {
  development: { label: "Development", hint: "Test data, for building", icon: CircleSmall },
  staging: { label: "Staging", hint: "Test data, before a release", icon: Circle },
  production: { label: "Production", hint: "Real data, real money", icon: CircleDot },
};

const KEY = "sealslip.environment";

/**
 * The last environment of this tab, or of any tab. A tab keeps its own: an action in one must not silently
 * switch another to real data.
 */
function readEnvironment(environments: readonly Environment[]): Environment {
  const stored = [readSiteData("sessionStorage", KEY), readSiteData("localStorage", KEY)];
  const texts = [...stored, "development"];
  const known = texts.map((text) => environments.find((name) => name === text));
  return known.find((name) => name !== undefined) ?? environments[0] ?? "development";
}

function rememberEnvironment(environment: Environment): void {
  writeSiteData("sessionStorage", KEY, environment);
  writeSiteData("localStorage", KEY, environment);
}
