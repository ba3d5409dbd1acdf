export type ButtonLook = "primary" | "secondary" | "danger" | "ghost";
export type ButtonSize = "regular" | "small";

/** The classes of everything that looks like a button, including links. */
export function buttonLook(look: ButtonLook, size: ButtonSize, extra = ""): string {
  return `${base} ${sizes[size]} ${looks[look]} ${extra}`;
}

const base =
  "inline-flex cursor-pointer items-center align-middle shrink-0 justify-center gap-2 border py-1.5 text-center font-medium max-w-full transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress";

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
