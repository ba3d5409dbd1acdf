import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** What the server says to a recipient: an SMTP status, `drop` to hang up, or nothing to accept. */
type Refusal = number | "drop" | undefined;

export type SmtpStandIn = AsyncDisposable & {
  url: string;
  /** What came in, in order. */
  letters: Email[];
  /** As they were sent, to look for what parsing hides. */
  sources: string[];
  /** Whom the envelopes named. */
  recipients: string[];
  users: string[];
  refuse: (recipient: string) => Refusal;
};

type Options = {
  user?: { name: string; password: string };
  /** Offers STARTTLS, with a certificate that nobody has signed. */
  tls?: boolean;
};

/** A real SMTP server on this machine, which keeps what it gets. */
export async function startSmtpStandIn({ user, tls = false }: Options = {}): Promise<SmtpStandIn> {
  const standIn = {
    letters: [] as Email[],
    sources: [] as string[],
    recipients: [] as string[],
    users: [] as string[],
    refuse: (_recipient: string): Refusal => undefined,
  };
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(user ? [] : ["AUTH"])],
    logger: false,
    onAuth({ username, password }, _session, answer) {
      if (username !== user?.name || password !== user?.password) {
        return answer(withStatus(535, "no"));
      }
      standIn.users.push(username ?? "");
      answer(null, { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      const refusal = standIn.refuse(address);
      if (refusal === "drop") return hangUp(server);
      answer(refusal === undefined ? null : withStatus(refusal, `${address} is refused`));
    },
    async onData(stream, { envelope }, answer) {
      const message = await buffer(stream);
      standIn.sources.push(message.toString());
      standIn.letters.push(await PostalMime.parse(message));
      standIn.recipients.push(...envelope.rcptTo.map(({ address }) => address));
      answer(null);
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const login = user ? `${user.name}:${encodeURIComponent(user.password)}@` : "";
  return Object.assign(standIn, {
    url: `smtp://${login}127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      hangUp(server);
      await new Promise<void>((resolve) => server.close(resolve));
    },
  });
}

function withStatus(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function hangUp(server: SMTPServer): void {
  for (const connection of server.connections) connection.close();
}
