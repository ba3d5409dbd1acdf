import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { describeError, formatSeconds } from "#lib/browser/describe-error.ts";
import { ApiError } from "#lib/client/api-error.ts";

/** What keeps a visitor from the demo; `remedy` names the button that helps, if one does. */
export type Obstacle = { title: string; text: string; remedy?: string };

type Circumstances = {
  hasEnded: boolean;
  /** Whether the browser has another visit by now. */
  isReplaced: boolean;
  /** Whether the service has recognized the visit before. */
  wasKnown: boolean;
  opening: Error | null;
  /** Why the service has not said yet what it keeps. */
  asking: Error | null;
  /** What this device keeps could not be read. */
  device: Error | null;
};

export function describeObstacle(circumstances: Circumstances): Obstacle | undefined {
  const { hasEnded, isReplaced, wasKnown, opening, asking, device } = circumstances;
  if (!window.isSecureContext) return insecure;
  if (opening) return describeOpening(opening);
  if (!navigator.cookieEnabled || (hasEnded && !wasKnown)) return noCookies;
  if (hasEnded) return ended;
  if (isReplaced) return replaced;
  if (asking && !wasKnown) return { ...failed, text: describeError(asking) };
  return device ? noStorage : undefined;
}

function describeOpening(error: Error): Obstacle {
  if (!(error instanceof ApiError)) return { ...failed, text: describeError(error) };
  if (error.code === "rate_limit_exceeded") {
    const wait = formatSeconds(error.retryAfter ?? 60);
    return {
      title: "The demo is busy",
      text: `Many people are trying it right now. Try again in ${wait}.`,
      remedy: "Try again",
    };
  }
  if (error.code === "not_found" && window.location.hash !== "") {
    return {
      title: "This link was used already",
      text: "A link opens the demo once, within ten minutes. Show the code on the first device again, or start a visit of your own here.",
      remedy: "Start a visit here",
    };
  }
  return { ...failed, text: describeError(error) };
}

const failed = { title: "The demo could not be opened", remedy: "Try again" };

const insecure: Obstacle = {
  title: "The demo needs HTTPS",
  text: "Over plain HTTP, browsers have no cryptography, and so no keys. Open this page with https, or on localhost.",
};

const noCookies: Obstacle = {
  title: "This browser refuses cookies",
  text: "The demo needs one, which knows your visit for an hour. Allow cookies for this site, then try again.",
  remedy: "Try again",
};

const noStorage: Obstacle = {
  title: "This browser keeps nothing",
  text: "The key to your receipt stays in the browser’s own database, and that is not available here. A private window may be the cause.",
  remedy: "Try again",
};

const ended: Obstacle = {
  title: "Your visit has ended",
  text: "A visit ends after an hour without use, or when the browser loses its cookie. Its payment, card, and receipt are deleted once that hour is over. Start again with a new card.",
  remedy: "Start again",
};

const replaced: Obstacle = {
  title: "Another tab has started again",
  text: "That ended the visit of this page: its payment, card, and receipt are deleted within minutes. Both tabs can go on with the new one.",
  remedy: "Go on with the new visit",
};

type VisitNoticeProps = { obstacle: Obstacle; onRestart: () => void };

export function VisitNotice({ obstacle: { title, text, remedy }, onRestart }: VisitNoticeProps) {
  const restart = () => {
    // A link that did not work must not be tried again.
    window.history.replaceState(null, "", "/demo");
    onRestart();
  };
  return (
    <div role="alert" className="mx-auto max-w-md pt-8">
      <Slip paper="panel">
        <h1 className="text-2xl font-medium tracking-tight text-balance">{title}</h1>
        <p className="mt-3 text-pretty text-muted">{text}</p>
        {remedy ? (
          <Button className="mt-6 w-full" onClick={restart}>
            {remedy}
          </Button>
        ) : (
          <ButtonLink href="/" prefetch={false} look="secondary" className="mt-6 w-full">
            Back to the start page
          </ButtonLink>
        )}
      </Slip>
    </div>
  );
}
