"use client";

import { useMutation } from "@tanstack/react-query";
import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Menu } from "#components/ui/menu.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { signOut } from "#lib/browser/sign-in.ts";
import { chooseTheme, readTheme } from "#lib/browser/theme.ts";
import { parseTheme } from "#lib/core/theme.ts";
import { useSession } from "./session.tsx";

/** The signed-in member, the theme of the pages, and the sign-out. */
export function AccountMenu() {
  const { member } = useSession();
  const signOut = useSignOut();
  const [theme, setTheme] = useState(readTheme);
  function choose(text: string) {
    const next = parseTheme(text);
    chooseTheme(next);
    setTheme(next);
  }
  return (
    <Menu
      side="top"
      align="start"
      entries={[
        { kind: "heading", label: "Theme" },
        { kind: "choice", label: "Theme", value: theme, options: themeOptions, onChange: choose },
        { kind: "line" },
        { kind: "item", label: "Sign out", icon: LogOut, onSelect: () => signOut.mutate() },
      ]}
      trigger={
        <button
          type="button"
          aria-label={`Account: ${member.email}`}
          className="flex min-h-14 w-full cursor-pointer items-center gap-3 px-4 py-2 text-left text-sm hover:bg-ink/6"
        >
          <span className="min-w-0 grow">
            <span className="block truncate font-medium">{member.email}</span>
            <span className="block text-xs text-muted capitalize">{member.role}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
        </button>
      }
    />
  );
}

const themeOptions = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
] as const;

export function useSignOut() {
  return useMutation({
    mutationFn: signOut,
    // A new document, so that no data stays in memory.
    onSuccess: () => window.location.assign("/sign-in"),
    onError: (error) =>
      toast.error("You are still signed in", { description: describeError(error) }),
  });
}
