import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonLook } from "./button-look.ts";

type ButtonLinkProps = ComponentProps<typeof Link> & {
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
    <Link {...rest} className={buttonLook(look, size, className)}>
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      {children}
    </Link>
  );
}
