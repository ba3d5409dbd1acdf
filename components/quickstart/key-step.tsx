"use client";

import {
  type ApiKeyWithSecret,
  type ListedApiKey,
  useCreateApiKey,
} from "#components/api-keys/use-api-keys.ts";
import { environmentLooks } from "#components/console/environment.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import { type Recipe, writeExport, writePlaceholder } from "./recipe.ts";

const KEY_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

type KeyStepProps = {
  recipe: Recipe;
  environment: Environment;
  apiKeys: readonly ListedApiKey[];
  /** Created on this page, so that its secret is known. */
  created: ApiKeyWithSecret | undefined;
  onCreated: (created: ApiKeyWithSecret) => void;
  /** For `aria-describedby` of a button that is disabled for viewers. */
  noticeId: string;
};

/** The line that puts a key into a shell: a new one, or a placeholder for an existing one. */
export function KeyStep(props: KeyStepProps) {
  const { recipe, environment, apiKeys, created, onCreated, noticeId } = props;
  const create = useCreateApiKey(environment);
  const canCreate = useMay("developer");
  const existing = apiKeys.find((apiKey) => isFit(apiKey, recipe));
  function createKey() {
    const expiresAt = new Date(Date.now() + KEY_DAYS * DAY_MS).toISOString();
    const request = { name: "Quickstart", scopes: [...recipe.scopes], expiresAt };
    create.mutate(request, { onSuccess: onCreated });
  }
  return (
    <div className="space-y-4">
      {created ? (
        <Callout tone="good" title={`The key “${created.apiKey.name}” is created and filled in`}>
          It is only on this page: once you leave, it cannot be shown again. It expires after{" "}
          {KEY_DAYS} days.
        </Callout>
      ) : (
        <p className="text-sm text-pretty">{explain(existing, environment)}</p>
      )}
      <CodeBlock
        label="Shell"
        code={writeExport(created?.secret ?? writePlaceholder(existing?.hint))}
      />
      <ErrorCallout error={create.error} />
      {created ? null : (
        <Button
          look={existing ? "secondary" : "primary"}
          pending={create.isPending}
          disabled={!canCreate}
          aria-describedby={canCreate ? undefined : noticeId}
          onClick={createKey}
        >
          Create a key now
        </Button>
      )}
    </div>
  );
}

function isFit({ status, scopes }: ListedApiKey, recipe: Recipe): boolean {
  const usable = status === "active" || status === "expiring";
  return usable && recipe.scopes.every((scope) => scopes.includes(scope));
}

function explain(existing: ListedApiKey | undefined, environment: Environment): string {
  if (existing) {
    return `You have the key “${existing.name}” (${existing.hint}). It was shown only when it was created: paste it between the quotes, or create another one, which is filled in for you.`;
  }
  return `There is no ${environmentLooks[environment].label.toLowerCase()} key that can do this yet.`;
}
