import { selectMoves } from "./store.ts";

/** How far a column has come; `done` is about its last pass: later ones look again. */
export type Move = {
  name: string;
  version: number;
  moved: number;
  state: "under way" | "done";
  startedAt: Date;
  endedAt: Date | null;
};

export async function listMoves(): Promise<Move[]> {
  const moves = await selectMoves();
  return moves.map(({ cursor, moved, ...move }) => ({
    ...move,
    moved: Number(moved),
    state: cursor === null && move.endedAt !== null ? "done" : "under way",
  }));
}
