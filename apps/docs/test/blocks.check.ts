import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { guides } from '../.vitepress/guides.ts';
import { compareLogs, missingFrom, wrongStatuses } from '../blocks/compare.ts';
import { blocksOf, countFences, readBlocks } from '../blocks/read-blocks.ts';
import { root } from '../blocks/root.ts';

const shell = { kind: 'shell', terminal: 'main' };

describe('The code blocks of Start, Tutorials and How-to', () => {
  for (const page of Object.values(guides).flat()) {
    it(`${page} can all be run, or say why not`, function () {
      const blocks = readBlocks(root, page);
      expect(blocks).to.have.length(countFences(readFileSync(join(root, page), 'utf8')));
      for (const { action, text, line } of blocks) {
        if (action.kind === 'copy')
          expect(text, `${page}:${line}`).to.equal(readFileSync(join(root, action.path), 'utf8'));
      }
      const without = blocks.filter(({ action }) => action.kind === 'none').length;
      if (this.test) this.test.title += ` (${blocks.length - without} run, ${without} do not)`;
    });
  }

  it('are found with the comments above them, also in lists', () => {
    const page =
      'Text\n\n<!-- before\nA=1\n-->\n<!-- terminal service until "listens on" -->\n```sh\nnpm start\n```\n\n1. ```sh\n';
    const [block] = blocksOf('a.md', page);
    expect(block).to.deep.include({ line: 7, text: 'npm start\n', before: 'A=1' });
    expect(block?.action).to.deep.equal({ kind: 'shell', terminal: 'service', until: 'listens on' });
    const [inList] = blocksOf('a.md', '1. Do:\n\n   ```sh\n   ls\n   ```\n');
    expect(inList).to.deep.include({ action: shell, text: 'ls\n' });
  });

  it('are refused if the runner does not know how to run them', () => {
    expect(() => blocksOf('a.md', 'Text\n```ruby\nputs 1\n```\n')).to.throw('a.md:2');
    expect(() => blocksOf('a.md', '<!-- run as magic -->\n```sh\nls\n```\n')).to.throw('run as magic');
  });

  it('promise statuses, which are compared', () => {
    const commands = 'curl a # 401\ncurl b # 200';
    expect(wrongStatuses(commands, '<status 200>x<status 401><status 200>')).to.deep.equal([]);
    expect(wrongStatuses(commands, '<status 200><status 200>')).to.deep.equal(['the statuses 200,200 are not 401,200']);
    expect(wrongStatuses('curl a', '<status 404>')).to.deep.equal(['a status is 404']);
  });

  it('promise an output, which is compared', () => {
    expect(missingFrom('  Set up   http://x/#a1\n', '  Set up http://…\n')).to.deep.equal([]);
    expect(missingFrom('nothing', 'Password …')).to.deep.equal(['Password …']);
    expect(missingFrom('{"a":1,"b":[]}', '{ "a": "x" }')).to.deep.equal(['$.b is not in the example', '$.a is 1']);
    const log = '{"msg":"request","status":200}\ntext\n';
    expect(compareLogs(log, '{"msg":"request","status":404}\n{"msg":"other"}')).to.deep.equal({
      wrong: [],
      unseen: ['other'],
    });
  });
});
