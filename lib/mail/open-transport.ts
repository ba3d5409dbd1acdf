import { createTransport, type SendMailOptions } from "nodemailer";
import { type Config, config } from "#lib/config.ts";
import { isLoopback } from "#lib/core/loopback.ts";
import type { QueuedLetter } from "./letter.ts";
import { renderHtml, renderText } from "./render-letter.ts";
import { writeMailFile } from "./written-mail.ts";

export type Transport = {
  /** Resolves once the server has the letter, or the file exists. `id`: the same for every attempt. */
  send(id: string, letter: QueuedLetter): Promise<void>;
  /** Rejects if the server cannot be reached, or refuses its user. Sends nothing. */
  check(): Promise<void>;
  close(): void;
};

const CONNECTION_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;

/** The server of SMTP_URL, or the data folder without one. */
export function openTransport(settings: MailSettings = config()): Transport {
  const { smtpUrl } = settings;
  return smtpUrl === undefined ? openFolder() : openServer(new URL(smtpUrl), settings);
}

type MailSettings = Pick<Config, "smtpUrl" | "productionMode" | "allowInProduction">;

function openServer(url: URL, { productionMode, allowInProduction }: MailSettings): Transport {
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username);
  const transport = createTransport({
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // Otherwise an attacker on the way could read the links, by hiding that the server offers TLS.
    requireTLS: productionMode && !isLoopback(host) && !allowInProduction.includes("plain-smtp"),
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    pool: true,
    maxConnections: 1,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (id, letter) => void (await transport.sendMail(toMessage(id, letter))),
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** Writes `.eml` files (RFC 5322), which any mail program opens. */
function openFolder(): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(id, letter) {
      const { message } = await transport.sendMail(toMessage(id, letter));
      await writeMailFile(id, message);
    },
    check: async () => undefined,
    close: () => transport.close(),
  };
}

function toMessage(id: string, letter: QueuedLetter): SendMailOptions {
  return {
    // Repeated attempts have one Message-ID, by which mail programs drop duplicates.
    messageId: `<${id}@${letter.host}>`,
    from: config().mailFrom ?? { name: "Sealslip", address: `no-reply@${letter.host}` },
    to: { name: "", address: letter.to },
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    headers: {
      // RFC 3834: prevents automatic replies.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
