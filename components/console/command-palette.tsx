"use client";

import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useId, useState } from "react";
import { describeError } from "#lib/browser/describe-error.ts";
import { MAX_SEARCHED_PAYMENTS } from "#lib/core/search-reach.ts";
import { type Command, type CommandSources, useCommands } from "./commands.ts";
import { useSearch } from "./use-search.ts";

type CommandPaletteProps = CommandSources & { onClose: () => void };

/** Pages, search results, and actions, by a part of their names. */
export function CommandPalette({ entry, nav, onClose }: CommandPaletteProps) {
  const [text, setText] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const listId = useId();
  const { found, error, isRefused, isStale, isSearching } = useSearch(text);
  const commands = useCommands({ entry, nav, text, found, isStale }, onClose);
  const runnable = commands.filter((command) => !command.isStale);
  const chosen = runnable.find(({ id }) => id === chosenId) ?? runnable[0];

  function move(steps: number) {
    const index = chosen ? runnable.indexOf(chosen) : -1;
    const next = runnable[(index + steps + runnable.length) % runnable.length];
    setChosenId(next?.id);
    document.getElementById(optionId(listId, next?.id))?.scrollIntoView({ block: "nearest" });
  }
  function press(event: KeyboardEvent) {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined && runnable.length > 0) move(steps);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) chosen?.run();
    else return;
    event.preventDefault();
  }
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-50 flex max-h-[80dvh] flex-col border border-line bg-slip text-sm text-ink shadow-2xl outline-none md:top-[12dvh] md:mx-auto md:max-h-[70dvh] md:w-[38rem]"
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <input
            type="text"
            role="combobox"
            aria-label="Search and commands"
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen ? optionId(listId, chosen.id) : undefined}
            placeholder="Search, or type a command"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosenId(undefined);
            }}
            onKeyDown={press}
            className="min-h-13 w-full border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-muted"
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            className="grow overflow-y-auto py-2 empty:py-0"
          >
            {commands.map((command, index) => (
              <CommandOption
                key={command.id}
                id={optionId(listId, command.id)}
                command={command}
                isFirst={command.group !== commands[index - 1]?.group}
                isChosen={command === chosen}
                onPoint={() => setChosenId(command.id)}
              />
            ))}
          </div>
          <p role="status" className="border-t border-line bg-copy px-5 py-2.5 text-xs text-muted">
            {sayWhat({ text, error, isRefused, isSearching, count: commands.length })}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type OptionProps = {
  id: string;
  command: Command;
  /** Of its group. */
  isFirst: boolean;
  isChosen: boolean;
  onPoint: () => void;
};

/** The field keeps the focus and names the selected option. */
function CommandOption({ id, command, isFirst, isChosen, onPoint }: OptionProps) {
  const { group, icon: Icon, title, detail, isStale, run } = command;
  return (
    <>
      {isFirst ? (
        <p aria-hidden="true" className="px-5 pt-2 pb-1 text-xs text-muted">
          {group}
        </p>
      ) : null}
      <button
        type="button"
        id={id}
        role="option"
        aria-selected={isChosen}
        tabIndex={-1}
        disabled={isStale}
        onPointerMove={onPoint}
        onClick={run}
        className={`flex min-h-11 w-full cursor-pointer items-center gap-3 px-5 text-left disabled:cursor-default disabled:opacity-60 md:min-h-9 ${isChosen ? "bg-ink/8" : ""}`}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0 truncate">{title}</span>
        {detail ? (
          <span className="ml-auto max-w-1/2 shrink-0 truncate pl-3 text-xs text-muted">
            {detail}
          </span>
        ) : null}
      </button>
    </>
  );
}

function optionId(listId: string, id: string | undefined): string {
  return `${listId}-${id}`;
}

type Said = {
  text: string;
  error: Error | null;
  isRefused: boolean;
  isSearching: boolean;
  count: number;
};

function sayWhat({ text, error, isRefused, isSearching, count }: Said): string {
  if (isRefused) return "This looks like a card number, so it is not searched for.";
  if (isSearching) return "Searching…";
  if (error) return describeError(error);
  if (text.trim() !== "" && count === 0)
    return "Nothing found. Try an amount, or the start of an id or a reference.";
  return `Payments are found by their amount or the start of an id or reference, the newest ${MAX_SEARCHED_PAYMENTS.toLocaleString("en-US")} by any part of it. Requests and events are found by their full id.`;
}
