/** The API key that was typed on this page, for its other calls. In memory alone: it is stored nowhere. */
export const keptKey = { value: "" };
