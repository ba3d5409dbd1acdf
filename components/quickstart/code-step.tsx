"use client";

import { useState } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import type { Recipe } from "./recipe.ts";

/** The program, in the reader's language. */
export function CodeStep({ recipe: { snippets, outcomes, about } }: { recipe: Recipe }) {
  const [outcome, setOutcome] = useState("");
  const { origin } = window.location;
  return (
    <div className="space-y-5">
      {outcomes ? (
        <div className="max-w-md">
          <SelectField
            label={outcomes.label}
            options={outcomes.options}
            value={outcome}
            onChange={({ target }) => setOutcome(target.value)}
          />
        </div>
      ) : null}
      <Tabs
        label="Languages"
        tabs={snippets.map(({ language, file, run, write }) => ({
          id: language,
          title: language,
          content: (
            <div className="space-y-3">
              <CodeBlock label={file ?? language} code={write({ origin, outcome })} />
              <p className="text-sm text-muted">{file ? `Save it as ${file}. Run ${run}` : run}</p>
            </div>
          ),
        }))}
      />
      {outcome === "" ? <p className="text-sm text-pretty">It answers {about}</p> : null}
    </div>
  );
}
