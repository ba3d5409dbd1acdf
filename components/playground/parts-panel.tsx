import { Undo2, Zap } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import {
  describeParts,
  type EnvelopePart,
  flipBit,
  flipReasons,
  type PartName,
} from "./envelope-parts.ts";
import type { Opening } from "./open-pasted.ts";

type Envelope = Record<string, unknown>;

type PartsPanelProps = {
  envelope: Envelope;
  opening: Opening;
  onChange: (envelope: string) => void;
};

/** What an envelope was before a bit of it was changed. */
type Change = { part: PartName; before: Envelope; after: string };

/** Each part of a JWE, and what happens when it is changed. */
export function PartsPanel({ envelope, opening, onChange }: PartsPanelProps) {
  const [change, setChange] = useState<Change>();
  const isChanged = change !== undefined && change.after === write(envelope);

  function flip(part: PartName) {
    const before = isChanged ? change.before : envelope;
    const after = write(flipBit(before, part));
    setChange({ part, before, after });
    onChange(after);
  }
  return (
    <Panel
      flush
      title="Part by part"
      description="A JWE in flattened JSON serialization (RFC 7516, section 7.2.2). Change a bit of a part, and see whether it still opens."
      actions={
        isChanged ? (
          <Button
            look="secondary"
            size="small"
            icon={Undo2}
            onClick={() => onChange(write(change.before))}
          >
            Undo
          </Button>
        ) : null
      }
    >
      <ul className="divide-y divide-line">
        {describeParts(envelope).map((part) => (
          <Part
            key={part.name}
            part={part}
            flipped={isChanged && change.part === part.name ? sayEffect(part, opening) : undefined}
            onFlip={() => flip(part.name)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function write(envelope: Envelope): string {
  return JSON.stringify(envelope, null, 2);
}

function sayEffect({ name }: EnvelopePart, opening: Opening): string {
  const outcome =
    opening.state === "failed" ? `Refused: ${opening.failure.reason}.` : "It still opens.";
  return `${outcome} ${flipReasons[name]}`;
}

type PartProps = { part: EnvelopePart; flipped: string | undefined; onFlip: () => void };

function Part({ part, flipped, onFlip }: PartProps) {
  const { name, meaning, decoded, length, problem } = part;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[15rem_minmax(0,1fr)_auto] md:px-5">
      <div className="text-sm">
        <p className="font-mono text-xs font-medium">
          {name}
          {length === undefined ? null : (
            <span className="font-normal text-muted">
              {" "}
              · {length.toLocaleString("en-US")} bytes
            </span>
          )}
        </p>
        <p className="mt-1 text-pretty text-muted">{meaning}</p>
      </div>
      <div className="min-w-0 text-xs">
        {problem === undefined ? null : (
          <p className="text-sm text-alarm">
            {name} {problem}.
          </p>
        )}
        <p
          className={`font-mono leading-5 wrap-anywhere whitespace-pre-wrap ${name === "ciphertext" ? "line-clamp-5" : ""}`}
        >
          {decoded}
        </p>
        {flipped === undefined ? null : (
          <p role="status" className="mt-2 text-sm text-pretty text-alarm">
            {flipped}
          </p>
        )}
      </div>
      <Button
        look="secondary"
        size="small"
        icon={Zap}
        disabled={problem !== undefined}
        aria-label={`Change a bit of ${name}`}
        onClick={onFlip}
        className="self-start justify-self-start"
      >
        Change a bit
      </Button>
    </li>
  );
}
