/** A point of the viewport, in CSS pixels. */
export type Point = { x: number; y: number };

export const viewport = { width: 1280, height: 900 };

/** The little that is asked of a browser: all else is built on it, the same for every engine. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the pointer there, and holds its button down for so long. */
  press(point: Point, holdMs: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** What the pages have complained about: errors, warnings, and what the policy refused. */
  problems(): string[];
  /** Where the browser saves files. */
  downloads: string;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

/** Opens a browser whose viewport has this size, and which keeps its files in `folder`. */
export type OpenDriver = (folder: string) => Promise<Driver>;
