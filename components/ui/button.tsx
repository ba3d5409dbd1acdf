import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
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

// Enter in a field clicks the submit button too, so this is the one place to stop a second try.
function swallow(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = ComponentProps<typeof NearLink> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
};

/** A way to another page that looks like a button. */
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

export type ButtonLook = "primary" | "secondary" | "danger" | "ghost";
export type ButtonSize = "regular" | "small";

/** The classes of everything that looks like a button, including links. */
export function buttonLook(look: ButtonLook, size: ButtonSize, extra = ""): string {
  return `${base} ${sizes[size]} ${looks[look]} ${extra}`;
}

const base =
  "inline-flex cursor-pointer items-center align-middle justify-center gap-2 border font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress";

// Fingers need 44 pixels, a mouse does not.
const sizes: Record<ButtonSize, string> = {
  regular: "min-h-11 px-4 text-base md:min-h-9 md:text-sm",
  small: "min-h-11 min-w-11 px-2.5 text-sm md:min-h-8 md:min-w-8 md:text-xs",
};

const looks: Record<ButtonLook, string> = {
  primary: "border-pine bg-pine text-on-pine hover:border-pine-deep hover:bg-pine-deep",
  secondary: "border-edge bg-slip text-ink hover:border-ink",
  danger: "border-alarm bg-alarm text-on-alarm hover:border-alarm-deep hover:bg-alarm-deep",
  ghost: "border-transparent hover:bg-ink/8",
};
