/** Code of the guides that says `no-run`, and why the tests cannot run it. */
export const notRun: readonly { guide: string; begins: string; reason: string }[] = [
  {
    guide: "first-payment",
    begins: "export SEALSLIP_URL=",
    reason: "it reads the keys of a local start; the tests have keys of their own",
  },
  {
    guide: "first-payment",
    begins: "npm install",
    reason: "it installs what a build has packed, and the tests do not build",
  },
  {
    guide: "clients",
    begins: "npm install",
    reason: "it installs what a build has packed; a test installs the archive",
  },
  {
    guide: "cli",
    begins: "npm install",
    reason: "it installs what a build has packed, and the tests do not build",
  },
  {
    guide: "cli",
    begins: "sealslip login",
    reason: "a member approves it in a browser; a test of the pages does",
  },
  {
    guide: "cli",
    begins: "sealslip webhooks listen",
    reason: "it runs until it is stopped; the tests of packages/cli run it",
  },
  {
    guide: "cli",
    begins: "sealslip completion",
    reason: "it writes to the reader's home; the tests of packages/cli run it",
  },
  {
    guide: "webhooks",
    begins: "sealslip webhooks listen",
    reason: "it runs until it is stopped; the tests of packages/cli run it",
  },
];
