import type { StateBlock, Token } from 'markdown-it';

/** The alignment of a column; undefined if the delimiter row does not specify one. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

const backslash = 0x5c;

/** Splits a row into trimmed cells. An escaped pipe is part of the text, without its backslash. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let text = '';
  let from = 0;
  for (let at = row.indexOf('|'); at !== -1; at = row.indexOf('|', at + 1)) {
    const isEscaped = row.charCodeAt(at - 1) === backslash;
    text += row.slice(from, isEscaped ? at - 1 : at);
    from = isEscaped ? at : at + 1;
    if (isEscaped) continue;
    // A pipe at the beginning of the row does not end a cell.
    if (at > 0) cells.push(text.trim());
    text = '';
  }
  text += row.slice(from);
  if (text !== '') cells.push(text.trim());
  return cells;
}

export function pushCell(state: StateBlock, tag: 'td' | 'th', alignment: Alignment, text: string): void {
  const open = state.push(`${tag}_open`, tag, 1);
  if (alignment !== undefined) open.attrs = [['align', alignment]];
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  state.push(`${tag}_close`, tag, -1);
}

/** Tokens with the HTML of empty cells. They are shared between rows to save memory. */
export interface EmptyCells {
  readonly at: (column: number) => Token;
  /** Returns a token for the empty cells of this column and all later columns. */
  readonly from: (column: number) => Token;
}

export function emptyCells({ Token: New }: StateBlock, alignments: readonly Alignment[]): EmptyCells {
  const cells = alignments.map((alignment) =>
    alignment === undefined ? '<td></td>\n' : `<td align="${alignment}"></td>\n`,
  );
  const tokenOf = (html: string): Token => {
    const token = new New('empty_cells', '', 0);
    token.content = html;
    return token;
  };
  const single = new Map<string, Token>();
  let last: { readonly column: number; readonly token: Token } | undefined;
  return {
    at: (column) => {
      const html = cells[column] ?? '';
      const token = single.get(html) ?? tokenOf(html);
      single.set(html, token);
      return token;
    },
    from: (column) => {
      // The last token is cached, because most rows lack the same number of cells as the previous row.
      if (last?.column !== column) last = { column, token: tokenOf(cells.slice(column).join('')) };
      return last.token;
    },
  };
}
