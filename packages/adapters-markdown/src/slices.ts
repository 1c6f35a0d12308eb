import type { Env, MarkdownIt, Token } from 'markdown-it';
import { parsingOf, startParsing } from './parsing.ts';

/** Called with the parsed tokens of a document, in the order of the document. */
export type OnTokens = (tokens: Token[]) => void;

/** Maximum length of a document that is parsed as one slice, in characters. */
const maxUnslicedLength = 64 * 1024;
/** Number of tokens after which a slice may end. A slice is a part of a document that is rendered on its own. */
const sliceTokens = 2000;

/**
 * Prepares a markdown-it instance for `parseInSlices`. The rules `normalize` and `block` are disabled, because
 * `parseInSlices` does their work. The rule `slice` flushes the tokens between top-level blocks.
 */
export function prepareSlicedParsing({ block, core }: MarkdownIt): void {
  core.ruler.disable(['normalize', 'block']);
  block.ruler.before('table', 'slice', (state) => {
    if (state.level === 0) parsingOf(state.env).flush(state.tokens);
    return false;
  });
}

/**
 * Parses a document and passes its tokens to `onTokens`, one slice at a time. Each slice can be rendered independently.
 * Its inline tokens are freed after `onTokens` has returned. The inline tokens of a large document are therefore never
 * all in memory at the same time.
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
      // A long list is a single block with many tokens. The memory of its inline tokens is therefore freed before the
      // end of the list.
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
 * Returns the index of the first token after the slice that begins at `start`. A slice ends directly after the text of
 * a block. If it ended after a tag, the tokens that determine how this tag is rendered could be in the next slice.
 */
function endOfSlice(tokens: readonly Token[], start: number): number {
  let end = start + sliceTokens;
  while (end < tokens.length && tokens[end - 1]?.type !== 'inline') end += 1;
  return end;
}
