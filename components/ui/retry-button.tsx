import { buttonLook } from "./button-look.ts";

/** For error pages: every page includes them, so they are small. */
export function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={buttonLook("primary", "regular")}>
      Try again
    </button>
  );
}
