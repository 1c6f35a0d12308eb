import type { Env, MarkdownIt, Token } from 'markdown-it';
import { parsingOf, startParsing } from './parsing.ts';

/** Called with the parsed tokens of a document, in the order of the document. */
export type OnTokens = (tokens: Token[]) => void;

/** Maximum length of a document that is parsed as one slice, in characters. */
const maxUnslicedLength = 64 * 1024;
/** Minimum number of tokens in a slice. */
const sliceTokens = 2000;

/**
 * Prepares a markdown-it instance for `parseInSlices`. The rules `normalize` and `block` are disabled, because
 * `parseInSlices` does their work. The rule `slice` flushes the tokens between top-level blocks.
 */
export function allowSlices({ block, core }: MarkdownIt): void {
  core.ruler.disable(['normalize', 'block']);
  block.ruler.before('table', 'slice', (state) => {
    if (state.level === 0) parsingOf(state.env).flush(state.tokens);
    return false;
  });
}

/**
 * Parses a document and passes on its tokens slice by slice, so that the tokens of a large document are never in memory
 * all at the same time. Each slice can be rendered independently.
 *
 * @throws {DocumentTooComplex}
 */
export function parseInSlices(markdown: MarkdownIt, source: string, onTokens: OnTokens): void {
  const text = source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  const isSliced = text.length > maxUnslicedLength;
  const env: Env = {};
  // A link definition may come many slices after its link, so all definitions are parsed first.
  if (isSliced && text.includes(']:')) Object.assign(env, referencesOf(markdown, text));
  const finish = (tokens: readonly Token[]): void => {
    const state = new markdown.core.State('', markdown, env);
    for (let start = 0, end = 0; start < tokens.length; start = end) {
      end = isSliced ? endOfSlice(tokens, start) : tokens.length;
      state.tokens = tokens.slice(start, end);
      markdown.core.process(state);
      onTokens(state.tokens);
      // A long list is a single block with many tokens, so the memory of inline tokens is freed before the end of the list.
      for (const token of state.tokens) token.children = null;
    }
  };
  startParsing(env, text, (tokens) => {
    if (isSliced && tokens.length >= sliceTokens) finish(tokens.splice(0));
  });
  const tokens: Token[] = [];
  markdown.block.parse(text, markdown, env, tokens);
  finish(tokens);
}

function referencesOf(markdown: MarkdownIt, text: string): Pick<Env, 'references'> {
  const env: Env = {};
  startParsing(env, text, (tokens) => tokens.splice(0));
  markdown.block.parse(text, markdown, env, []);
  return env;
}

/**
 * Returns the index of the token after the slice. A slice ends directly after the text of a block. Elsewhere, the
 * rendering of a tag depends on the tokens that follow it.
 */
function endOfSlice(tokens: readonly Token[], start: number): number {
  let end = start + sliceTokens;
  while (end < tokens.length && tokens[end - 1]?.type !== 'inline') end += 1;
  return end;
}
