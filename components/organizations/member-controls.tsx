"use client";

import { ChevronDown, LoaderCircle } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "sonner";
import { useMay, useSession } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { type Role, roleWithArticle } from "#lib/core/permissions.ts";
import { rolesDownward, roleWords } from "./role-words.ts";
import { type MemberRow, useChangeRole, useRemoveMember } from "./use-team.ts";

/** A member's role, with a menu for members who may change it. */
export function MemberRole({ row }: { row: MemberRow }) {
  const mayChange = useMay("owner");
  if (!mayChange) return <FixedRole row={row} reasonId={row.noticeId} />;
  return row.isLastOwner ? <LastOwner row={row} /> : <RoleMenu row={row} />;
}

function LastOwner({ row }: { row: MemberRow }) {
  const id = useId();
  return (
    <div>
      <FixedRole row={row} reasonId={id} />
      <span id={id} className="block text-xs text-muted">
        The last owner
      </span>
    </div>
  );
}

/** Still a button, so that screen readers find it in the same place. */
function FixedRole({ row: { member }, reasonId }: { row: MemberRow; reasonId: string }) {
  const { label } = roleWords[member.role];
  return (
    <button
      type="button"
      disabled
      aria-label={`Role of ${member.email}: ${label}`}
      aria-describedby={reasonId}
      className="cursor-not-allowed"
    >
      {label}
    </button>
  );
}

/** Ownership and the member's own role need a confirmation. */
function RoleMenu({ row }: { row: MemberRow }) {
  const { member, isYou } = row;
  const [requested, setRequested] = useState<Role>();
  const change = useChangeRole(row);

  function choose(text: string) {
    const role = rolesDownward.find((name) => name === text);
    if (!role || role === member.role || change.isPending) return;
    change.reset();
    if (role === "owner" || isYou) return setRequested(role);
    return give(role);
  }
  function give(role: Role) {
    change.mutate(role, {
      onSuccess: () => {
        setRequested(undefined);
        toast.success(`${member.email} is now ${roleWithArticle[role]}`, {
          description: "They are signed out, and have the role when they sign in again.",
        });
      },
      onError: (error) => {
        if (!requested)
          toast.error("The role was not changed", { description: describeError(error) });
      },
    });
  }
  const button = (
    <button
      type="button"
      aria-label={`Role of ${member.email}: ${roleWords[member.role].label}`}
      className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 border border-edge bg-slip px-2.5 hover:border-ink md:min-h-8"
    >
      {roleWords[member.role].label}
      {change.isPending ? (
        <LoaderCircle aria-hidden="true" className="size-3.5 motion-safe:animate-spin" />
      ) : (
        <ChevronDown aria-hidden="true" className="size-3.5 text-muted" />
      )}
    </button>
  );
  return (
    <>
      <Menu
        align="start"
        trigger={button}
        entries={[
          {
            kind: "choice",
            label: `Role of ${member.email}`,
            value: member.role,
            options: rolesDownward.map((role) => ({
              value: role,
              label: roleWords[role].label,
              hint: roleWords[role].may,
            })),
            onChange: choose,
          },
        ]}
      />
      {requested ? (
        <LazyConfirmDialog
          open
          onOpenChange={() => setRequested(undefined)}
          title={isYou ? "Give up ownership?" : `Make ${member.email} an owner?`}
          confirmLabel={isYou ? "Give up ownership" : "Make an owner"}
          look={isYou ? "danger" : "primary"}
          onConfirm={() => give(requested)}
          pending={change.isPending}
          error={change.error ? describeError(change.error) : undefined}
        >
          <p>
            {isYou
              ? `You would then be ${roleWithArticle[requested]}, and only another owner could make you an owner again. Your sessions end, and you sign in anew.`
              : "An owner can do everything you can: invite and remove members, including you, and delete the organization."}
          </p>
        </LazyConfirmDialog>
      ) : null}
    </>
  );
}

/** Removes a member from the organization, or lets members leave. */
export function RemoveMember({ row }: { row: MemberRow }) {
  const { member, isYou, isLastOwner, noticeId } = row;
  const { organization } = useSession();
  const [asking, setAsking] = useState(false);
  const mayRemove = useMay("owner");
  const remove = useRemoveMember(row);

  function ask(open: boolean) {
    remove.reset();
    setAsking(open);
  }
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-alarm max-md:-ml-2.5 md:-mr-2.5"
        aria-label={isYou ? "Leave the organization" : `Remove ${member.email}`}
        aria-describedby={mayRemove ? undefined : noticeId}
        title={mayRemove && isLastOwner ? "Make another member an owner first" : undefined}
        disabled={!mayRemove || isLastOwner}
        onClick={() => ask(true)}
      >
        {isYou ? "Leave" : "Remove"}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={isYou ? `Leave ${organization.name}?` : `Remove ${member.email}?`}
        confirmLabel={isYou ? "Leave" : "Remove"}
        onConfirm={() => remove.mutate()}
        pending={remove.isPending || remove.isSuccess}
        error={remove.error ? describeError(remove.error) : undefined}
      >
        <p>
          {isYou
            ? "Your sessions end at once, and you can come back only with an invitation."
            : "All sessions of this member end at once. They can come back only with a new invitation."}{" "}
          Invitations that {isYou ? "you" : "they"} sent end, too. API keys are not affected: they
          belong to the organization.
        </p>
      </LazyConfirmDialog>
    </>
  );
}
