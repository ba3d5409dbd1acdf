"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { type Credentials, refuseKey, type TriableCall, tryCall } from "#lib/browser/try-call.ts";
import { keptKey } from "./kept-key.ts";
import { TriedAnswer } from "./tried-answer.tsx";

const choices = [
  { value: "development", label: "Session, development" },
  { value: "staging", label: "Session, staging" },
  { value: "key", label: "API key" },
] as const;

type Choice = (typeof choices)[number]["value"];

/** Sends one call of the reference, with the member's session or with a key that stays in memory. */
export function TryItForm({ call }: { call: TriableCall }) {
  const [choice, setChoice] = useState<Choice>("development");
  const [apiKey, setApiKey] = useState(keptKey.value);
  const [values, setValues] = useState<Record<string, string>>({ gateway: "gateway_one" });
  const [body, setBody] = useState(call.body ?? "");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = useMutation({
    mutationFn: (sent: { body: unknown; credentials: Credentials }) =>
      tryCall(call, { values, ...sent }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = parseBody(call.body === undefined ? undefined : body);
    const found = {
      ...missing(call, values),
      ...(parsed.error !== undefined && { body: parsed.error }),
      ...keyError(choice, apiKey, call.isOpen),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    keptKey.value = apiKey;
    const credentials: Credentials =
      choice === "key" ? { kind: "key", apiKey } : { kind: "session", environment: choice };
    send.mutate({ body: parsed.value, credentials });
  }

  return (
    <form
      noValidate
      aria-label={`Try it: ${call.summary}`}
      onSubmit={submit}
      className="mt-3 space-y-4 border border-line bg-slip p-4"
    >
      {call.isOpen ? null : (
        <>
          <SegmentedControl
            label="Send with"
            options={choices}
            value={choice}
            onChange={setChoice}
          />
          {choice === "key" ? (
            <TextField
              label="API key"
              hint="Of development or staging. It stays in this page's memory, and is gone when you leave it."
              type="password"
              autoComplete="off"
              spellCheck={false}
              mono
              value={apiKey}
              error={errors.apiKey}
              onChange={(event) => setApiKey(event.target.value.trim())}
            />
          ) : (
            <p className="text-sm text-muted">
              As the member who is{" "}
              <a href="/sign-in" className="text-pine underline">
                signed in
              </a>{" "}
              here.
            </p>
          )}
        </>
      )}
      {call.fields.map(({ name, required }) => (
        <TextField
          key={name}
          label={name}
          optional={!required}
          mono
          value={values[name] ?? ""}
          error={errors[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      {call.body === undefined ? null : (
        <TextAreaField
          label="Body"
          mono
          rows={Math.min(body.split("\n").length, 16)}
          spellCheck={false}
          value={body}
          error={errors.body}
          onChange={(event) => setBody(event.target.value)}
        />
      )}
      <Button type="submit" size="small" icon={Send} pending={send.isPending}>
        Send
      </Button>
      <div aria-live="polite">
        {send.data ? <TriedAnswer answer={send.data} /> : null}
        {send.error ? <p className="text-sm text-erased">Not sent: {send.error.message}</p> : null}
      </div>
    </form>
  );
}

function parseBody(text: string | undefined): { value?: unknown; error?: string } {
  if (text === undefined) return {};
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `is not JSON: ${error instanceof Error ? error.message : ""}` };
  }
}

function missing({ fields }: TriableCall, values: Record<string, string>) {
  const empty = fields.filter(({ name, required }) => required && !values[name]);
  return Object.fromEntries(empty.map(({ name }) => [name, "must not be empty"]));
}

function keyError(choice: Choice, apiKey: string, isOpen: boolean) {
  const error = choice === "key" && !isOpen ? refuseKey(apiKey) : undefined;
  return error === undefined ? {} : { apiKey: error };
}
