import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { root } from '../architecture/files.ts';

/** Hostile and odd inputs that others collected, where they lie beside the checkout; else the test is skipped. */
const folder = join(root, '../shared/corpora');

/** Bytes for a connection. */
interface RawRequest {
  readonly file: string;
  readonly section: string;
  readonly raw_base64: string;
}

function load(test: Context, file: string): string {
  if (!existsSync(folder)) test.skip();
  return readFileSync(join(folder, file), 'utf8');
}

export const rawRequests = (test: Context): readonly RawRequest[] => JSON.parse(load(test, 'http-raw-requests.json'));

export const naughtyTexts = (test: Context): readonly string[] => JSON.parse(load(test, 'blns.json'));

/** Bodies that are JSON, are not, or might be. */
export function jsonBodies(test: Context): readonly Buffer[] {
  const files = ['json-parsing.json', 'json-transform.json'];
  const cases = files.flatMap((file): { readonly bytes_base64: string }[] => JSON.parse(load(test, file)));
  return cases.map(({ bytes_base64 }) => Buffer.from(bytes_base64, 'base64'));
}
