import type { Env, Token } from 'markdown-it';
import { DocumentTooComplex } from './errors.ts';

/** The state that the block rules of this package share while they parse one document. */
export interface Parsing {
  /**
   * Counts the cells that are missing in the rows of tables. They are added to the output as empty cells.
   *
   * @throws {DocumentTooComplex} when the document exceeds the limit
   */
  readonly countMissingCells: (cells: number) => void;
  /** If the list contains many tokens, passes them on and empties the list. Must be called between top-level blocks. */
  readonly flush: (tokens: Token[]) => void;
}

/** Maximum number of missing cells per character of the document. */
const missingCellsPerCharacter = 10;

/** The state of each document, by the environment of markdown-it, which is passed to every rule. */
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
