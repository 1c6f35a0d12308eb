import type { StateBlock, Token } from 'markdown-it';

/** How a column is aligned, where the delimiter row says so. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

const backslash = 0x5c;

/** The texts of the cells of a row, trimmed. A pipe behind a backslash belongs to the text, the backslash does not. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let text = '';
  let from = 0;
  for (let at = row.indexOf('|'); at !== -1; at = row.indexOf('|', at + 1)) {
    const isEscaped = row.charCodeAt(at - 1) === backslash;
    text += row.slice(from, isEscaped ? at - 1 : at);
    from = isEscaped ? at : at + 1;
    if (isEscaped) continue;
    // The first pipe begins a cell instead of ending one if nothing is before it.
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

/** Tokens for cells without text. They hold finished HTML, and rows share them. */
export interface EmptyCells {
  readonly at: (column: number) => Token;
  /** For all columns from this one on. */
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
      // Most rows of a table lack as many cells as the row before.
      if (last?.column !== column) last = { column, token: tokenOf(cells.slice(column).join('')) };
      return last.token;
    },
  };
}
