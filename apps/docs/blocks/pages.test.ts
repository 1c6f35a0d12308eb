import { connect } from 'node:net';
import { once } from 'node:events';
import { guides } from '../.vitepress/guides.ts';
import { readBlocks, type Block } from './read-blocks.ts';
import { root } from './root.ts';
import { Session } from './session.ts';

/** Pages of which the second continues the first. All other pages stand alone. */
const together = new Map([['README.md', 'docs/start.md']]);
const continued = new Set(together.values());
const journeys = Object.values(guides)
  .flat()
  .filter((page) => !continued.has(page))
  .map((page) => [page, ...[together.get(page) ?? []].flat()]);

const titleOf = ({ page, line, language, action }: Block): string =>
  `${page}:${line} (${language === '' ? 'output' : language}) ${action.kind === 'none' ? action.reason : action.kind}`;

/** @throws {Error} if another program already uses a port of the pages */
async function expectFree(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(() => 'free');
  socket.destroy();
  if (outcome !== 'free' && !(outcome[0] instanceof Error)) throw new Error(`Another program uses the port ${port}.`);
}

describe('The code blocks of', () => {
  let session: Session | undefined;
  before(async () => {
    await expectFree(3000);
    await expectFree(4000);
    session = Session.inTemporaryFolder(root);
    session.expectNothingToLose();
  });
  after(() => session?.close());

  for (const pages of journeys) {
    describe(pages.join(' and '), () => {
      after(() => session?.endPages());

      let hasFailed = false;
      for (const block of pages.flatMap((page) => readBlocks(root, page))) {
        const { action } = block;
        if (action.kind === 'none') {
          it(titleOf(block));
          continue;
        }
        it(titleOf(block), async function () {
          // Later blocks of a page depend on earlier ones.
          if (hasFailed && this.test) this.test.title += ', needs the blocks before it';
          if (hasFailed) this.skip();
          hasFailed = true;
          const note = (await session?.run(block)) ?? '';
          if (this.test) this.test.title += note;
          hasFailed = false;
        });
      }
    });
  }
});
