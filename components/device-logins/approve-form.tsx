"use client";

import { type FormEvent, useState } from "react";
import { AccountHeading } from "#components/accounts/account-heading.tsx";
import { scopeWords } from "#components/api-keys/api-key-facts.tsx";
import { environmentLooks } from "#components/console/environment.tsx";
import { useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField, ChoiceGroup } from "#components/ui/checkbox-field.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { FocusHere } from "#components/ui/focus-here.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Scope, scopesOfKind } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import {
  type FoundDeviceLogin,
  useApproveDeviceLogin,
  useDenyDeviceLogin,
} from "./use-device-login.ts";

type ApproveFormProps = {
  login: FoundDeviceLogin;
  onDone: (outcome: "approved" | "denied") => void;
};

const expiries = [
  { value: "1", label: "In a day" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

/** Who asks, and what the key may do. */
export function ApproveForm({ login, onDone }: ApproveFormProps) {
  const { organization, environments } = useSession();
  const allowed = scopesOfKind[organization.kind];
  const [environment, setEnvironment] = useState<Environment>(firstOf(environments));
  const [scopes, setScopes] = useState<readonly Scope[]>(allowed.filter(isUsual));
  const [days, setDays] = useState("90");
  const approve = useApproveDeviceLogin();
  const deny = useDenyDeviceLogin();
  const { userCode } = login;
  const isBusy = approve.isPending || deny.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    deny.reset();
    const terms = { scopes: [...scopes], keyDays: Number(days) };
    approve.mutate({ environment, userCode, ...terms }, { onSuccess: () => onDone("approved") });
  }
  function refuse() {
    approve.reset();
    deny.mutate(userCode, { onSuccess: () => onDone("denied") });
  }
  return (
    <FocusHere>
      <AccountHeading title="Did you start this?">
        This program asks for an API key of {organization.name}.
      </AccountHeading>
      <form onSubmit={submit} noValidate className="mt-5 space-y-5">
        <Origin login={login} />
        <SelectField
          label="Environment"
          hint={environmentLooks[environment].hint}
          options={environments.map((name) => ({
            value: name,
            label: environmentLooks[name].label,
          }))}
          value={environment}
          onChange={({ target }) =>
            setEnvironment(environments.find((name) => name === target.value) ?? environment)
          }
        />
        <ChoiceGroup label="What it can do">
          {allowed.map((scope) => (
            <CheckboxField
              key={scope}
              label={scopeWords[scope]}
              hint={scope}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(
                  allowed.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
                )
              }
            />
          ))}
        </ChoiceGroup>
        <SelectField
          label="Expires"
          options={expiries}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <ErrorCallout error={approve.error ?? deny.error} />
        <div className="grid gap-3 md:grid-cols-2">
          <Button look="secondary" pending={deny.isPending} disabled={isBusy} onClick={refuse}>
            Deny
          </Button>
          <Button
            type="submit"
            pending={approve.isPending}
            disabled={deny.isPending || scopes.length === 0}
          >
            Approve
          </Button>
        </div>
      </form>
    </FocusHere>
  );
}

function Origin({ login }: { login: FoundDeviceLogin }) {
  const { userCode, deviceName, address, sameNetwork, createdAt } = login;
  return (
    <>
      <KeyValues
        rows={[
          { name: "Code", value: <span className="font-mono">{userCode}</span> },
          { name: "Computer", value: deviceName },
          { name: "Address", value: address },
          { name: "Asked", value: <Time at={createdAt} /> },
        ]}
      />
      <Callout tone="warning" {...(sameNetwork ? {} : { title: "It asks from another address" })}>
        {sameNetwork ? null : (
          <p>Your browser reaches us from another address than that computer.</p>
        )}
        <p>If someone sent you this code or link, deny it: approving gives them your key.</p>
      </Callout>
    </>
  );
}

/** Development first: a program is tried there before it gets real data. */
function firstOf(environments: readonly Environment[]): Environment {
  const first = environments.find((name) => name === "development");
  return first ?? environments[0] ?? "development";
}

/** What is checked at first: reading, and taking payments. */
function isUsual(scope: Scope): boolean {
  return scope.endsWith(":read") || scope === "payments:write";
}
