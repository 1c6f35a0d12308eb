import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';

/** Returns the code blocks of a page that contain commands or their output, with the comments above them. */
const blocksOf = (page: string): readonly string[] =>
  [...page.matchAll(/^(?:<!--.*-->\n)?```(\w*)\n[^]*?^```$/gm)].flatMap(([block, language]) =>
    ['', 'sh'].includes(language ?? '') ? [block] : [],
  );

describe('The README in Chinese', () => {
  it('has the same commands as the README in English, and each links the other', async () => {
    const [english, chinese] = await Promise.all(
      ['README.md', 'README.zh-CN.md'].map((name) => readFile(join(root, name), 'utf8')),
    );
    expect(blocksOf(english ?? '').join('\n')).to.match(/npm start[^]*npm test/);
    expect(blocksOf(chinese ?? '')).to.deep.equal(blocksOf(english ?? ''));
    expect(english).to.match(/^# Portcullis\n\n\[中文\]\(README\.zh-CN\.md\)/);
    expect(chinese).to.match(/^# Portcullis\n\n\[English\]\(README\.md\)/);
  });
});
