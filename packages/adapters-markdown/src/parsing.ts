import type { Env, Token } from 'markdown-it';
import { DocumentTooComplex } from './errors.ts';

/** The state that the block rules of this package share while they parse one document. */
export interface Parsing {
  /**
   * Counts cells that are missing in the rows of a table and are added to the output.
   *
   * @throws {DocumentTooComplex} when the document exceeds the limit
   */
  readonly countMissingCells: (cells: number) => void;
  /** Passes on the tokens parsed so far and empties the list, if there are many. Call it between top-level blocks. */
  readonly flush: (tokens: Token[]) => void;
}

/** Maximum number of missing cells per character of the document. */
const missingCellsPerCharacter = 10;

/** The state of each document by markdown-it's environment, which is passed to every rule. */
const parsings = new WeakMap<Env, Parsing>();

export function startParsing(env: Env, source: string, flush: Parsing['flush']): void {
  let left = source.length * missingCellsPerCharacter;
  const countMissingCells = (cells: number): void => {
    left -= cells;
    if (left < 0) throw new DocumentTooComplex('The rows of the tables in this Markdown lack too many cells.');
  };
  parsings.set(env, { countMissingCells, flush });
}

export function parsingOf(env: Env): Parsing {
  const parsing = parsings.get(env);
  if (parsing === undefined) throw new Error('The document is parsed outside of parseInSlices.');
  return parsing;
}
