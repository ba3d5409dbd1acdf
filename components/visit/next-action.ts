/** The id of what a step is waiting for, where it may be below the edge of a phone's screen. */
export const NEXT_ACTION = "next-action";
