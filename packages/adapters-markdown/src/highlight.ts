import { hash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { LRUCache } from 'lru-cache';
import type { Stopwatch } from './cpu-time.ts';
import { grammarOf, highlighterFor } from './languages.ts';
import { within } from './time-limit.ts';

/** What highlighting may use, in milliseconds. */
export interface HighlightBounds {
  /** CPU time of one code block; beyond it the block is plain code. */
  readonly blockMs: number;
  /** CPU time of all blocks of a document; beyond it the remaining blocks are plain code. */
  readonly highlightMs: number;
  /** Time on the clock for all blocks of a document; beyond it the remaining blocks are plain code. */
  readonly highlightClockMs: number;
}

export interface HighlightLimits extends HighlightBounds {
  /** Measures the thread that highlights. */
  readonly stopwatch: Stopwatch;
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
   * Starts a document. The returned function highlights the fences of its next tokens; a block that reaches a limit, which
   * counts for the whole document, stays plain code.
   */
  readonly start: (limits: HighlightLimits) => (tokens: readonly Token[]) => void;
}

/** Keeps highlighted blocks in a cache of up to `cacheCharacters` of HTML; the least recently used go first. */
export function createHighlighter(cacheCharacters: number): Highlighter {
  const cache =
    cacheCharacters > 0
      ? new LRUCache<string, string>({ maxSize: cacheCharacters, sizeCalculation: (html) => html.length + 1 })
      : undefined;
  return {
    start: (limits) => {
      const run = limitedHighlighting(limits);
      return (tokens) => {
        for (const token of tokens) {
          const grammar = token.type === 'fence' ? grammarOf(languageOf(token)) : undefined;
          if (grammar === undefined) continue;
          const key = hash('sha256', `${grammar}\n${token.content}`, 'base64');
          let html = cache?.get(key);
          if (html === undefined) {
            html = run(grammar, token.content);
            if (html !== undefined) cache?.set(key, detached(html));
          }
          if (html !== undefined) htmlOf.set(token, html);
        }
      };
    },
  };
}

/** Highlights the blocks of one document; returns `undefined` for a block that has to stay plain code. */
function limitedHighlighting(limits: HighlightLimits): (grammar: string, code: string) => string | undefined {
  const { blockMs, highlightMs, highlightClockMs, stopwatch } = limits;
  const beginMs = stopwatch.spentMs();
  const end = performance.now() + highlightClockMs;
  let isUsedUp = false;
  const leftMs = (): number =>
    isUsedUp ? 0 : Math.min(highlightMs - (stopwatch.spentMs() - beginMs), end - performance.now());

  return (grammar, code) => {
    if (leftMs() <= 0) return undefined;
    // The thread keeps the grammar, so no document pays for it.
    const hljs = stopwatch.pause(() => highlighterFor(grammar));
    const job = () => hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value;
    if (code.length < untimedLength) return job();
    // Only time on the clock can stop a job. On a busy machine that is less CPU time than allowed, so the block is tried
    // again with more time, as long as the document may use that much CPU time.
    for (let clockMs = blockMs; ; clockMs *= 2) {
      const left = leftMs();
      if (left <= 0) return undefined;
      const before = stopwatch.spentMs();
      const html = within(Math.min(clockMs, left), job);
      if (html !== undefined) return html;
      const usedMs = stopwatch.spentMs() - before;
      isUsedUp = usedMs >= tolerance * left;
      if (isUsedUp || usedMs >= tolerance * blockMs) return undefined;
    }
  };
}

/** The timer may fire a little before a thread has used all of its CPU time. */
const tolerance = 0.9;

/** A copy that shares no memory with the document: a slice of a text keeps all of it alive. */
const detached = (text: string): string => Buffer.from(text).toString();
