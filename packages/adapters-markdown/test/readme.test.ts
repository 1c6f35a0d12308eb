import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { settingsOf } from '../src/options.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** Formats a default value as in the table of options in README.md. */
function written(name: string, value: unknown): string {
  if (name === 'threadsPerLane') return 'cores less one, at least 1';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((part) => written('', part))
      .join(', ');
  return `\`${String(value)}\``;
}

describe('README.md', () => {
  it('documents every option and its default', () => {
    for (const [name, value] of Object.entries(settingsOf({}))) {
      const [, stated] = new RegExp(`^\\| \`${name}\` +\\| ([^|]*?) *\\|`, 'm').exec(readme) ?? [];
      expect(stated, name).to.equal(written(name, value));
    }
  });
});
