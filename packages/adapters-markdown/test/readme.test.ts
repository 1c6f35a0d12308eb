import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { settingsOf } from '../src/options.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

describe('README.md', () => {
  it('names every option with its default', () => {
    for (const [name, value] of Object.entries(settingsOf({}))) {
      const [, stated] = new RegExp(`^\\| \`${name}\` +\\| ([^|]*?) *\\|`, 'm').exec(readme) ?? [];
      const isComputed = name === 'workers';
      const expected = typeof value === 'number' ? value.toLocaleString('en') : `\`${value}\``;
      expect(stated, name).to.equal(isComputed ? 'cores less one, at least 1' : expected);
    }
  });
});
