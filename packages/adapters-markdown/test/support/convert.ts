import type { Rendered } from '@portcullis/domain';
import { createConverter, type Converter } from '../../src/convert.ts';

/** Patient enough for a loaded machine. */
const patience = { blockMs: 10_000, documentMs: 20_000, givesUp: false };

const converters = new Map<boolean, Converter>([true, false].map((sanitize) => [sanitize, converter(sanitize)]));

function converter(sanitize: boolean): Converter {
  return createConverter({ sanitize, cacheCharacters: 0 });
}

/** Renders here and now, each block anew. */
export function rendered(markdown: string, { sanitize = true } = {}): Rendered {
  const convert = converters.get(sanitize);
  if (convert === undefined) throw new Error('There is a converter for either.');
  return convert(markdown, patience);
}

export const html = (markdown: string, options?: { sanitize: boolean }): string => rendered(markdown, options).html;
