import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createMarkdownRenderer } from '../src/index.ts';
import { settingsOf } from '../src/options.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

describe('README.md', () => {
  it('shows what its example does', async () => {
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const [, markdown = ''] = /render\('(.*)'\)/.exec(example) ?? [];
    const renderer = createMarkdownRenderer({ sanitize: true });
    const { html, toc, excerpt, readingMinutes } = await renderer.render(markdown.replaceAll('\\n', '\n'));
    expect(example).to.include(`console.log(html); // ${html.replaceAll('\n', '\\n')}\n`);
    expect(toc).to.deep.equal([{ id: 'hello-world', text: 'Hello, world', level: 1, children: [] }]);
    expect(example).to.include("// [{ id: 'hello-world', text: 'Hello, world', level: 1, children: [] }]\n");
    expect(example).to.include(`console.log(excerpt, readingMinutes); // ${excerpt} ${readingMinutes}\n`);
    await renderer.close();
  });

  it('names every option with its default', () => {
    for (const [name, value] of Object.entries(settingsOf({}))) {
      const [, stated] = new RegExp(`^\\| \`${name}\` +\\| ([^|]*?) *\\|`, 'm').exec(readme) ?? [];
      const isComputed = name === 'workers';
      const expected = typeof value === 'number' ? value.toLocaleString('en') : `\`${value}\``;
      expect(stated, name).to.equal(isComputed ? 'cores less one, at least 1' : expected);
    }
  });
});
