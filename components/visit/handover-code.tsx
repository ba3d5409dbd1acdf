import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { ErrorState, Skeleton } from "#components/ui/states.tsx";
import { api } from "#lib/browser/api.ts";
import { writeHandoverLink } from "./handover-link.ts";
import { useWatchVisit } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";

type HandoverCodeProps = { card: OwnCard; onBack: () => void };

/** The visit as a code for the camera of a phone, which makes a key of its own. */
export function HandoverCode({ card, onBack }: HandoverCodeProps) {
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <div className="pt-4 text-center">
        <p className="text-xl font-medium tracking-tight">Go on with your phone</p>
        <Code card={card} />
      </div>
      <Button look="secondary" icon={ArrowLeft} onClick={onBack} className="min-h-12! w-full">
        Go on here
      </Button>
    </div>
  );
}

function Code({ card }: { card: OwnCard }) {
  useWatchVisit();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["visit", "handover"],
    queryFn: () => api("POST /api/demo/visit/handover"),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    // The code works for ten minutes.
    refetchInterval: 9 * 60_000,
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  return (
    <>
      <p className="mt-1 text-sm text-muted text-pretty">
        Scan the code with its camera. It makes the key there, and this page follows along.
      </p>
      {data ? (
        <QrCode
          text={writeHandoverLink(window.location.origin, { code: data.code, card })}
          label="QR code that opens this visit on a phone"
          className="mx-auto mt-5 w-56"
        />
      ) : (
        <Skeleton className="mt-5 size-56" />
      )}
      <p className="mt-4 text-xs text-muted text-pretty">
        The link works once. The hash of the card is behind its “#,” which no browser sends.
      </p>
    </>
  );
}
