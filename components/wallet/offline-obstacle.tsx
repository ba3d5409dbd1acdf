import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { OfflineObstacle } from "./use-online.ts";

/** Why nothing can be opened without a connection. Renders nothing where it can be. */
export function OfflineObstacleNote({ obstacle }: { obstacle: OfflineObstacle | undefined }) {
  const t = useTranslate();
  if (obstacle === undefined) return null;
  return (
    <p role="status" className="w-full text-sm text-pretty text-muted">
      {t(words[obstacle])}
    </p>
  );
}

const words: Record<OfflineObstacle, PlainSentence> = {
  service: "You are offline, and the service has this receipt. You can open it once you are back.",
  pin: "You are offline, and checking your PIN needs a connection. With a passkey it would not.",
};
