import type { Env, Token } from 'markdown-it';
import { DocumentTooComplex } from './errors.ts';

/** The state that the block rules of this package share while they parse one document. */
export interface Parsing {
  /**
   * Adds to the number of missing cells in the rows of tables. The output contains an empty cell for each missing cell.
   *
   * @throws {DocumentTooComplex} when too many cells are missing in the document
   */
  readonly countMissingCells: (cells: number) => void;
  /**
   * If the list contains enough tokens for a slice, processes these tokens and empties the list. A slice is a part of
   * the document that is rendered on its own. Must be called only between top-level blocks or inside a top-level table.
   * While only the link definitions of a document are collected, the tokens are always discarded.
   */
  readonly flush: (tokens: Token[]) => void;
}

/** Maximum number of missing cells per character of the document. */
const missingCellsPerCharacter = 10;

/** Maps the `env` object of a document to the state of that document. markdown-it passes `env` to every rule. */
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
