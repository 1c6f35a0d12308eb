import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

const tilde = 0x7e;

/**
 * Returns the delimiter marker for one or two tildes. One tilde can only be closed by one tilde, and two tildes only by
 * two tildes, so each length has its own marker.
 */
const markerOf = (length: number): number => tilde * length;

/**
 * Installs the strikethrough of GFM (0.29, section 6.5). One or two tildes become `<del>`; three or more tildes are
 * text.
 */
export function addGfmStrikethrough(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('strikethrough', open);
  markdown.inline.ruler2.at('strikethrough', (state) => {
    close(state, state.delimiters);
    for (const meta of state.tokens_meta) close(state, meta?.delimiters ?? []);
  });
}

function open(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  if (length <= 2) {
    const marker = markerOf(length);
    state.delimiters.push({ marker, token: state.tokens.length - 1, end: -1, open: can_open, close: can_close });
  }
  state.pos += length;
  return true;
}

function close(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const opener of delimiters) {
    if (opener.marker !== markerOf(1) && opener.marker !== markerOf(2)) continue;
    const closer = delimiters[opener.end];
    if (closer === undefined) continue;
    strike(state, opener.token, 1);
    strike(state, closer.token, -1);
  }
}

function strike(state: StateInline, index: number, nesting: 1 | -1): void {
  const token = state.tokens[index];
  if (token === undefined) return;
  token.type = nesting === 1 ? 's_open' : 's_close';
  token.tag = 'del';
  token.nesting = nesting;
  token.markup = token.content;
  token.content = '';
}
