import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { createConverter, type Converter } from '../../src/convert.ts';
import { startStopwatch } from '../../src/cpu-time.ts';

/** Limits that are large enough for a busy machine. */
const limits = { blockMs: 10_000, highlightMs: 20_000, highlightClockMs: 20_000 };

const converters = new Map<boolean, Converter>([true, false].map((sanitize) => [sanitize, converter(sanitize)]));

function converter(sanitize: boolean): Converter {
  return createConverter({ sanitize, cacheCharacters: 0 });
}

/** Converts a document in this thread without a cache. */
export function rendered(markdown: string, { sanitize = true } = {}): ReturnType<Converter> {
  const convert = converters.get(sanitize);
  if (convert === undefined) throw new Error('There is no converter for this option.');
  return convert(markdown, { ...limits, stopwatch: startStopwatch() });
}

export const html = (markdown: string, options?: { sanitize: boolean }): string => rendered(markdown, options).html;

/** Returns the HTML from a renderer as a string. */
export const textOf = (output: string | Utf8Text): string =>
  output instanceof Utf8Text ? Buffer.from(output.bytes).toString() : output;
