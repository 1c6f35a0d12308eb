import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/files.ts';

/** A malformed or unusual input from the tests of another project; `test/fixtures/ORIGIN.md` names the projects. */
interface CollectedInput {
  readonly name: string;
  /** The bytes as text, one character for each byte (Latin-1). */
  readonly bytes: string;
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const inputs = (file: string): readonly CollectedInput[] => JSON.parse(read(`apps/server/test/fixtures/${file}`));

/** Returns raw requests, most of them malformed. A test sends each request over a separate connection. */
export const rawRequests = (): readonly CollectedInput[] => inputs('raw-requests.json');

/**
 * Returns request bodies for tests of a JSON parser. Some are valid, some are invalid, and some are deeply nested. For
 * some, the JSON standard leaves it to the parser whether they are accepted.
 */
export const jsonBodies = (): readonly Buffer[] => [
  ...inputs('json-bodies.json').map(({ bytes }) => Buffer.from(bytes, 'latin1')),
  Buffer.from('['.repeat(100_000)),
  Buffer.from('[{"":'.repeat(50_000)),
];

/** Returns the texts of the Big List of Naughty Strings. */
export const naughtyTexts = (): readonly string[] =>
  JSON.parse(read('packages/adapters-markdown/test/fixtures/naughty-strings.json'));
