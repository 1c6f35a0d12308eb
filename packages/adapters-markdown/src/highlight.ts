import { hash } from 'node:crypto';
import type { Token } from 'markdown-it';
import { LRUCache } from 'lru-cache';
import type { Stopwatch } from './cpu-time.ts';
import { grammarOf, highlighterFor } from './languages.ts';
import { runWithTimeLimit } from './time-limit.ts';

/** Limits of highlighting in milliseconds. A block that exceeds a limit is shown as plain code. */
export interface HighlightBounds {
  /** CPU time for one code block. */
  readonly blockMs: number;
  /** CPU time for all blocks of a document. */
  readonly highlightMs: number;
  /** Wall-clock time for all blocks of a document. */
  readonly highlightClockMs: number;
}

export interface HighlightLimits extends HighlightBounds {
  /** Measures the CPU time of the highlighting thread. */
  readonly stopwatch: Stopwatch;
}

/**
 * Blocks with fewer characters than this are highlighted without a timer. Even the slowest grammars highlight such a
 * block within milliseconds.
 */
const untimedLength = 1024;

/** Maps the token of a fenced code block to its highlighted HTML. */
const htmlOf = new WeakMap<Token, string>();

/** Returns the HTML for the `code` element of a fence, or `undefined` for plain code. */
export const highlighted = (fence: Token): string | undefined => htmlOf.get(fence);

/** Returns the language of a fence: the first word of its info string. */
export const languageOf = ({ info }: Token): string => info.trim().split(/\s/, 1)[0] ?? '';

export interface Highlighter {
  /**
   * Starts the highlighting of a document. The returned function highlights the fences among the given tokens. A block
   * that reaches a limit stays plain code. `blockMs` applies to each block; the other limits apply to all blocks of the
   * document together.
   */
  readonly start: (limits: HighlightLimits) => (tokens: readonly Token[]) => void;
}

/** Creates a highlighter with an LRU cache of up to `cacheCharacters` of highlighted HTML. */
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

/**
 * Returns a function that highlights a block of one document. The function returns `undefined` for a block that must
 * stay plain code.
 */
function limitedHighlighting(limits: HighlightLimits): (grammar: string, code: string) => string | undefined {
  const { blockMs, highlightMs, highlightClockMs, stopwatch } = limits;
  const beginMs = stopwatch.spentMs();
  const end = performance.now() + highlightClockMs;
  let isUsedUp = false;
  const leftMs = (): number =>
    isUsedUp ? 0 : Math.min(highlightMs - (stopwatch.spentMs() - beginMs), end - performance.now());

  return (grammar, code) => {
    if (leftMs() <= 0) return undefined;
    // Loading a grammar does not count towards the limits on CPU time, because later documents use the loaded grammar
    // too. It counts towards `highlightClockMs`.
    const hljs = stopwatch.pause(() => highlighterFor(grammar));
    const job = () => hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value;
    if (code.length < untimedLength) return job();
    // A running job can only be stopped after a given wall-clock time. On a busy machine, the stopped job may have used
    // less CPU time than allowed. If so, the job is repeated with twice the wall-clock time, as long as the limits for
    // the whole document allow it.
    for (let clockMs = blockMs; ; clockMs *= 2) {
      const left = leftMs();
      if (left <= 0) return undefined;
      const before = stopwatch.spentMs();
      const html = runWithTimeLimit(Math.min(clockMs, left), job);
      if (html !== undefined) return html;
      const usedMs = stopwatch.spentMs() - before;
      isUsedUp = usedMs >= tolerance * left;
      if (isUsedUp || usedMs >= tolerance * blockMs) return undefined;
    }
  };
}

/** Fraction of a limit at which the limit counts as reached, because the timer may fire slightly early. */
const tolerance = 0.9;

/** Copies a text. In V8, a substring without a copy would keep the entire document in memory. */
const detached = (text: string): string => Buffer.from(text).toString();
