import { buttonLook } from "./button-look.ts";

/** For pages that stand in for one that failed: every page brings them along, so they bring little. */
export function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={buttonLook("primary", "regular")}>
      Try again
    </button>
  );
}
