import { readFile } from 'node:fs/promises';
import type { JsonSchema } from '../validation/json-schema.ts';
import type { Example } from './examples.ts';

/** The file with the reviewed API document of Portcullis. `npm run generate` writes it. */
export const openApiFile = new URL('../../../openapi.json', import.meta.url);

/** The file with the recorded examples of operations. `npm run generate` writes it. */
export const examplesFile = new URL('../../../examples.json', import.meta.url);

/** Reads the recorded examples, which cannot be derived from the routes. */
export async function readExamples(): Promise<readonly Example[]> {
  const examples: readonly Example[] = JSON.parse(await readFile(examplesFile, 'utf8'));
  return examples;
}

const lineWidth = 120;

/**
 * Returns the text of the file for a document. Examples take one line each, so that a review shows the interface and
 * not thousands of lines of examples. Other values take one line if they fit.
 */
export const openApiText = (document: JsonSchema): string => `${linesOf(JSON.parse(JSON.stringify(document)), '')}\n`;

function linesOf(value: unknown, key: string, indent = ''): string {
  const line = `${key}${JSON.stringify(value)}`;
  const isExample = key === '"example": ' || key === '"examples": ';
  if (typeof value !== 'object' || value === null || isExample || indent.length + line.length <= lineWidth) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(([name, part]) =>
    linesOf(part, Array.isArray(value) ? '' : `${JSON.stringify(name)}: `, inner),
  );
  return `${key}${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
