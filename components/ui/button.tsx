import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, type ButtonSize, buttonLook } from "./button-look.ts";
import { NearLink } from "./near-link.tsx";

type ButtonProps = ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** While pending, it keeps focus and size and ignores further clicks. */
  pending?: boolean;
};

export function Button({
  look = "primary",
  size = "regular",
  icon,
  pending = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const Icon = pending ? LoaderCircle : icon;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? swallow : onClick}
      className={buttonLook(look, size, className)}
    >
      {Icon ? (
        <Icon
          aria-hidden="true"
          className={`size-4 shrink-0 ${pending ? "motion-safe:animate-spin" : ""}`}
        />
      ) : null}
      {children}
    </button>
  );
}

// Enter in a field also clicks the submit button, so this is the one place to stop a second try.
function swallow(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = ComponentProps<typeof NearLink> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
};

/** A link that looks like a button. */
export function ButtonLink({
  look = "primary",
  size = "regular",
  icon: Icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <NearLink {...rest} className={buttonLook(look, size, className)}>
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      {children}
    </NearLink>
  );
}
