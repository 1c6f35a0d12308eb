import type { Env, Token } from 'markdown-it';
import { DocumentTooComplex } from './errors.ts';

/** What the block rules of this package share while they read one document. */
export interface Parsing {
  /**
   * Counts cells that rows of a table lack and that the output gets nevertheless.
   *
   * @throws {DocumentTooComplex} when the tables of the document lack more than they may.
   */
  readonly countMissingCells: (cells: number) => void;
  /** Hands on the tokens read so far and empties the list, if there are many. For use between blocks of the top level. */
  readonly flush: (tokens: Token[]) => void;
}

/** Missing cells that the tables of a document may have, for each character of its source. */
const missingCellsPerCharacter = 10;

/** markdown-it passes the environment of a document to each rule; this is where the rules find its parsing. */
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
