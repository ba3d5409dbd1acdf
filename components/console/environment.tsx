"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { readEnvironment, rememberEnvironment } from "./remembered-environment.ts";

type EnvironmentChoice = {
  environment: Environment;
  /** Those that this installation serves. */
  environments: readonly Environment[];
  choose: (environment: Environment) => void;
};

const Choice = createContext<EnvironmentChoice | undefined>(undefined);

type EnvironmentProviderProps = { environments: readonly Environment[]; children: ReactNode };

/** Holds the environment that this tab looks at. A link chooses one with `?environment=`. */
export function EnvironmentProvider({ environments, children }: EnvironmentProviderProps) {
  const asked = useAskedEnvironment(environments);
  const [chosen, choose] = useState(() => asked ?? readEnvironment(environments));
  const environment = asked ?? chosen;
  // While the page is drawn, not after it: a page must not ask for the other environment's data first.
  if (environment !== chosen) choose(environment);
  useEffect(() => rememberEnvironment(environment), [environment]);

  return <Choice value={{ environment, environments, choose }}>{children}</Choice>;
}

/** The environment whose data the page shows and changes. For everything inside a console's shell. */
export function useEnvironment(): EnvironmentChoice {
  const choice = useContext(Choice);
  if (!choice) throw new Error("useEnvironment: only inside a console's shell");
  return choice;
}

/** What the address asks for; it is taken out of the address then, so that the switch stays free. */
function useAskedEnvironment(environments: readonly Environment[]): Environment | undefined {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const text = params.get("environment");
  useEffect(() => {
    if (text === null) return;
    const rest = new URLSearchParams(params);
    rest.delete("environment");
    router.replace(`${pathname}${rest.size > 0 ? `?${rest}` : ""}`);
  }, [text, params, pathname, router]);
  return environments.find((name) => name === text);
}
