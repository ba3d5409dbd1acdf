import { buttonLook } from "./button-look.ts";

type RetryButtonProps = { onClick: () => void; label?: string };

/** For error pages: every page includes them, so they are small. */
export function RetryButton({ onClick, label = "Try again" }: RetryButtonProps) {
  return (
    <button type="button" onClick={onClick} className={buttonLook("primary", "regular")}>
      {label}
    </button>
  );
}
