import type { MarkdownIt, StateBlock } from 'markdown-it';
import { parsingOf } from './parsing.ts';
import { cellsOf, emptyCells, pushCell, type Alignment } from './table-cells.ts';

const delimiterRow = /^(?:[|:][|:\- \t]|-[|:-])[|:\- \t]*$/;
const delimiterCell = /^(:?)-+(:?)$/;

/**
 * Installs a rule for GFM's tables (0.29, section 4.10). Unlike the rule of markdown-it, this rule counts the missing
 * cells of the entire document. For the missing cells of a row, it adds only one token. To save memory, it passes the
 * first tokens of a long table to `flush` before it has parsed the last rows.
 */
export function addGfmTables({ block, renderer }: MarkdownIt): void {
  block.ruler.at('table', table, { alt: ['paragraph', 'reference'] });
  renderer.rules['empty_cells'] = (tokens, index) => tokens[index]?.content ?? '';
}

function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const alignments = alignmentsOf(state, startLine, endLine);
  if (alignments === undefined) return false;
  const header = cellsOf(lineOf(state, startLine).trim());
  if (header.length !== alignments.length) return false;
  if (silent) return true;

  const flush = flushOf(state);
  const oldParentType = state.parentType;
  state.parentType = 'table';
  const tableLines: [number, number] = [startLine, 0];
  state.push('table_open', 'table', 1).map = tableLines;
  state.push('thead_open', 'thead', 1).map = [startLine, startLine + 1];
  state.push('tr_open', 'tr', 1).map = [startLine, startLine + 1];
  for (const [column, alignment] of alignments.entries()) {
    pushCell(state, 'th', alignment, header[column] ?? '');
    flush();
  }
  state.push('tr_close', 'tr', -1);
  state.push('thead_close', 'thead', -1);
  const nextLine = pushBody(state, startLine + 2, endLine, alignments, flush);
  state.push('table_close', 'table', -1);
  tableLines[1] = nextLine;
  state.parentType = oldParentType;
  state.line = nextLine;
  return true;
}

/** Returns the alignments of the columns, or `undefined` if this line and the next line do not begin a table. */
function alignmentsOf(state: StateBlock, startLine: number, endLine: number): Alignment[] | undefined {
  const line = startLine + 1;
  if (line >= endLine || isOutdented(state, line) || isIndentedCode(state, line)) return undefined;
  const row = lineOf(state, line);
  if (!delimiterRow.test(row) || isIndentedCode(state, startLine)) return undefined;
  if (!lineOf(state, startLine).includes('|')) return undefined;
  const parts = row.split('|');
  const alignments: Alignment[] = [];
  for (const [index, part] of parts.entries()) {
    const text = part.trim();
    if (text === '' && (index === 0 || index === parts.length - 1)) continue;
    const [isCell, left, right] = delimiterCell.exec(text) ?? [];
    if (isCell === undefined) return undefined;
    alignments.push(left && right ? 'center' : right ? 'right' : left ? 'left' : undefined);
  }
  return alignments.length > 0 ? alignments : undefined;
}

/** Adds the rows below the delimiter row. Returns the number of the line after the last row. */
function pushBody(
  state: StateBlock,
  startLine: number,
  endLine: number,
  alignments: readonly Alignment[],
  flush: () => void,
): number {
  const { countMissingCells } = parsingOf(state.env);
  const terminators = state.md.block.ruler.getRules('blockquote');
  const empty = emptyCells(state, alignments);
  const bodyLines: [number, number] = [startLine, 0];
  let line = startLine;
  for (; line < endLine; line += 1) {
    if (isOutdented(state, line) || terminators.some((rule) => rule(state, line, endLine, true))) break;
    const text = lineOf(state, line).trim();
    if (text === '' || isIndentedCode(state, line)) break;
    if (line === startLine) state.push('tbody_open', 'tbody', 1).map = bodyLines;
    const cells = cellsOf(text);
    state.push('tr_open', 'tr', 1).map = [line, line + 1];
    for (const [column, cell] of cells.slice(0, alignments.length).entries()) {
      if (cell === '') state.tokens.push(empty.at(column));
      else pushCell(state, 'td', alignments[column], cell);
      flush();
    }
    if (cells.length < alignments.length) {
      countMissingCells(alignments.length - cells.length);
      state.tokens.push(empty.from(cells.length));
    }
    state.push('tr_close', 'tr', -1);
    flush();
  }
  if (line > startLine) state.push('tbody_close', 'tbody', -1);
  bodyLines[1] = line;
  return line;
}

/**
 * Returns a function that passes the tokens of a top-level table to `flush`. For a table inside another block, the
 * returned function does nothing, because the rule of that block still needs the tokens.
 */
function flushOf({ env, level, tokens }: StateBlock): () => void {
  const { flush } = parsingOf(env);
  return level === 0 ? () => flush(tokens) : () => undefined;
}

const isOutdented = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) < state.blkIndent;

const isIndentedCode = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) - state.blkIndent >= 4;

/** Returns a line without its indentation. */
const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
