/** Of pages that have no description of their own. */
export const siteDescription =
  "Digital receipts that only the cardholder can read: sealed to the cardholder’s key at the point of sale, opened on the cardholder’s device.";

/** The color of the browser's own parts around a page. */
export const themeColors = [
  { media: "(prefers-color-scheme: light)", color: "#f4f1ea" },
  { media: "(prefers-color-scheme: dark)", color: "#161411" },
];
