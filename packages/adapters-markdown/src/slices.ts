import type { Env, MarkdownIt, Token } from 'markdown-it';
import { parsingOf, startParsing } from './parsing.ts';

/** Takes finished tokens of a document, in their order. */
export type OnTokens = (tokens: Token[]) => void;

/** A document up to this length is one slice, in characters. */
const maxUnslicedLength = 64 * 1024;
/** Tokens that make up a slice, where the document allows a cut. */
const sliceTokens = 2000;

/** Lets `parseInSlices` stop between the blocks of the top level, and do itself what comes before the inline rules. */
export function allowSlices({ block, core }: MarkdownIt): void {
  core.ruler.disable(['normalize', 'block']);
  block.ruler.before('table', 'slice', (state) => {
    if (state.level === 0) parsingOf(state.env).flush(state.tokens);
    return false;
  });
}

/**
 * Parses a document and hands on its tokens slice by slice, so that the tokens of a large document are never in memory
 * together. Any slice can be rendered by itself.
 *
 * @throws {DocumentTooComplex}
 */
export function parseInSlices(markdown: MarkdownIt, source: string, onTokens: OnTokens): void {
  const text = source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  const isSliced = text.length > maxUnslicedLength;
  const env: Env = {};
  // A link may come long before its definition, so the definitions are read first.
  if (isSliced && text.includes(']:')) Object.assign(env, referencesOf(markdown, text));
  const finish = (tokens: readonly Token[]): void => {
    const state = new markdown.core.State('', markdown, env);
    for (let start = 0, end = 0; start < tokens.length; start = end) {
      end = isSliced ? endOfSlice(tokens, start) : tokens.length;
      state.tokens = tokens.slice(start, end);
      markdown.core.process(state);
      onTokens(state.tokens);
      // A long list is one block: its text need not stay until the last item is done.
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

/** Behind the text of a block: how tags are written depends on their neighbours up to there. */
function endOfSlice(tokens: readonly Token[], start: number): number {
  let end = start + sliceTokens;
  while (end < tokens.length && tokens[end - 1]?.type !== 'inline') end += 1;
  return end;
}
