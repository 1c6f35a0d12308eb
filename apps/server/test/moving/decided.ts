import { decidedContent, type DecidedContent, type DecideOptions } from '../../src/moving/decided-contents.ts';
import type { SourceContent } from '../../src/moving/content-source.ts';
import { readContents } from '../../src/moving/read-contents.ts';
import { partsOfFile } from '../../src/moving/front-matter.ts';
import * as conversions from '../../src/moving/row-work.ts';

const rowWork = { ...conversions, partsOfFile };

interface Options extends Partial<DecideOptions> {
  readonly encoding?: string;
}

/** Reads the contents of a file or folder, and decides what is imported of them, without threads. */
export async function decidedIn(
  path: string,
  { encoding, ...changed }: Options = {},
): Promise<readonly (DecidedContent & { readonly given: SourceContent })[]> {
  const decide = { rowWork, keepHtml: false, trustHtml: false, timeZone: 'UTC', now: new Date('2026-06-01T00:00:00Z') };
  const found = [];
  const pathOfSlug = (slug: string): string => `/articles/${slug}`;
  for await (const given of await readContents(path, { rowWork, encoding, pathOfSlug }))
    found.push({ given, ...(await decidedContent(given, { ...decide, ...changed })) });
  return found;
}
