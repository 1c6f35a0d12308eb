import { hash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { LRUCache } from 'lru-cache';
import { grammarOf, highlighterFor } from './languages.ts';
import { within } from './time-limit.ts';

/** How long highlighting may take, in milliseconds. */
export interface HighlightLimits {
  /** One code block; beyond it the block is plain code. */
  readonly blockMs: number;
  /** All blocks of a document together; beyond it the rest is plain code. */
  readonly documentMs: number;
}

/** A code block takes longer than it may where it is tried. */
export class HighlightTooSlow extends Error {
  override readonly name = 'HighlightTooSlow';
}

/** Below it even the quadratic grammars take less than a few milliseconds, and the timer would cost more, in characters. */
const untimedLength = 1024;

/** Where a fence's highlighted HTML waits to be rendered. */
const htmlOf = new WeakMap<Token, string>();

/** The HTML inside the `code` element of a fence; `undefined` where it is plain code. */
export const highlighted = (fence: Token): string | undefined => htmlOf.get(fence);

/** The language a fence names: the first word behind it. */
export const languageOf = ({ info }: Token): string => info.trim().split(/\s/, 1)[0] ?? '';

export interface Highlighter {
  /**
   * Highlights the fences of a document, in their order. Where a limit is reached, the block stays plain code, or with
   * `givesUp` the whole ends with `HighlightTooSlow`.
   */
  readonly highlight: (tokens: readonly Token[], limits: HighlightLimits, givesUp: boolean) => void;
}

/** Remembers highlighted blocks, up to `cacheCharacters` of HTML; the least recently used go first. */
export function createHighlighter(cacheCharacters: number): Highlighter {
  const cache =
    cacheCharacters > 0
      ? new LRUCache<string, string>({ maxSize: cacheCharacters, sizeCalculation: (html) => html.length + 1 })
      : undefined;
  return {
    highlight: (tokens, limits, givesUp) => {
      let leftMs = limits.documentMs;
      for (const token of tokens) {
        const grammar = token.type === 'fence' ? grammarOf(languageOf(token)) : undefined;
        if (grammar === undefined) continue;
        const key = hash('sha256', `${grammar}\n${token.content}`, 'base64');
        let html = cache?.get(key);
        if (html === undefined && leftMs > 0) {
          highlighterFor(grammar);
          const limitMs = Math.min(limits.blockMs, leftMs);
          const start = performance.now();
          html = run(grammar, token.content, limitMs);
          // The timer may strike a little early: who is stopped at the document's limit has used it up.
          leftMs = html === undefined && limitMs === leftMs ? 0 : leftMs - (performance.now() - start);
          if (html !== undefined) cache?.set(key, detached(html));
        }
        if (html !== undefined) htmlOf.set(token, html);
        else if (givesUp) throw new HighlightTooSlow();
      }
    },
  };
}

function run(grammar: string, code: string, limitMs: number): string | undefined {
  const job = () => highlighterFor(grammar).highlight(code, { language: grammar, ignoreIllegals: true }).value;
  return code.length < untimedLength ? job() : within(limitMs, job);
}

/** A copy that shares no memory with the document: a slice of a text keeps all of it alive. */
const detached = (text: string): string => Buffer.from(text).toString();
