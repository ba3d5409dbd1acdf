import type { ServiceStatus } from "./use-service-status.ts";

export type PartState = "up" | "down" | "unknown";

type Part = { name: string; what: string; state: PartState };

type StatusText = {
  title: string;
  /** What a caller should do, where something does not work. */
  advice: string;
  parts: Part[];
};

/** What people read about an answer of `GET /api/ready`, or where there is none. */
export function describeStatus(answer: ServiceStatus | "none" | "pending"): StatusText {
  if (answer === "pending") {
    return {
      title: "Checking the service",
      advice: "",
      parts: listParts("unknown", () => "unknown"),
    };
  }
  if (answer === "none") {
    return {
      title: "No answer from the service",
      advice:
        "Either the service is down, or this device has no connection to it. A till keeps its sale and sends the same call again: it is charged once.",
      parts: listParts("down", () => "unknown"),
    };
  }
  if (answer.state === "ready") {
    return { title: "Everything works", advice: "", parts: listParts("up", () => "up") };
  }
  const { details } = answer;
  const failing = names.find((name) => details.startsWith(causes[name]));
  return {
    title: "The service takes no requests right now",
    advice: `It says: “${details || answer.message}”. Calls get 503 until this is over. A till keeps its sale and sends the same call again: it is charged once.`,
    parts: listParts(failing === undefined ? "down" : "up", (name) =>
      name === failing ? "down" : "unknown",
    ),
  };
}

const names = ["Database", "Job queue", "Keys"] as const;

type Name = (typeof names)[number];

/** How the details of an answer begin that is about this part. */
const causes: Record<Name, string> = {
  Database: "database",
  "Job queue": "queue",
  Keys: "keyring",
};

const purposes: Record<Name, string> = {
  Database: "Payments, sealed receipts, and their schema",
  "Job queue": "Webhooks, mail, and payments that wait for their result",
  Keys: "The service’s own keys, for escrow and stored secrets",
};

function listParts(api: PartState, stateOf: (name: Name) => PartState): Part[] {
  return [
    { name: "API", what: "Takes requests from tills, apps, and consoles", state: api },
    ...names.map((name) => ({ name, what: purposes[name], state: stateOf(name) })),
  ];
}
