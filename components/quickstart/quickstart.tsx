"use client";

import { CircleSlash } from "lucide-react";
import { useState } from "react";
import { type ApiKeyWithSecret, useApiKeys } from "#components/api-keys/use-api-keys.ts";
import { environmentLooks, useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import { Arrivals } from "./arrivals.tsx";
import { CodeStep } from "./code-step.tsx";
import { KeyStep } from "./key-step.tsx";
import { paymentRecipe } from "./payment-recipe.ts";
import type { Recipe } from "./recipe.ts";
import { registrationRecipe } from "./registration-recipe.ts";

/** For merchants. */
export function PaymentQuickstart() {
  return <Quickstart recipe={paymentRecipe} />;
}

/** For card issuers. */
export function RegistrationQuickstart() {
  return <Quickstart recipe={registrationRecipe} />;
}

/** From no key to a first successful call, on one page. */
function Quickstart({ recipe }: { recipe: Recipe }) {
  const shown = useEnvironment().environment;
  const environment = useTestEnvironment();
  if (environment === undefined) {
    return (
      <>
        <PageHeader title="Quickstart" />
        <div className="border border-line bg-slip">
          <EmptyState icon={CircleSlash} title="No test environment">
            This installation serves only production, where every payment is real. Try the API on
            one that also serves development or staging.
          </EmptyState>
        </div>
      </>
    );
  }

  const place = environmentLooks[environment].label.toLowerCase();
  return (
    <>
      <PageHeader
        title="Quickstart"
        description={`Create ${recipe.thing} in three steps, in ${place}, where no money moves.`}
      />
      {shown === environment ? null : (
        <Callout>
          You are viewing {environmentLooks[shown].label.toLowerCase()}; everything on this page
          happens in {place}.
        </Callout>
      )}
      <RoleNotice id={NOTICE}>Creating a key</RoleNotice>
      <Steps recipe={recipe} environment={environment} />
    </>
  );
}

function Steps({ recipe, environment }: { recipe: Recipe; environment: Environment }) {
  const [created, setCreated] = useState<ApiKeyWithSecret>();
  return (
    <Loaded query={useApiKeys(environment)} subject="the keys" framed>
      {(apiKeys) => (
        <>
          <Panel title="1. Set your API key">
            <KeyStep
              recipe={recipe}
              environment={environment}
              apiKeys={apiKeys}
              created={created}
              onCreated={setCreated}
              noticeId={NOTICE}
            />
          </Panel>
          <Panel title={`2. Create ${recipe.thing}`}>
            <CodeStep recipe={recipe} />
          </Panel>
          <Panel title="3. See it arrive" flush>
            <Arrivals
              environment={environment}
              route={recipe.route}
              apiKeyId={created?.apiKey.id ?? ""}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

const NOTICE = "quickstart-notice";

/** An environment in which a first program can do no harm: development, or another one except production. */
function useTestEnvironment(): Environment | undefined {
  const { environments } = useEnvironment();
  const tests = environments.filter((environment) => environment !== "production");
  return tests.find((environment) => environment === "development") ?? tests[0];
}
