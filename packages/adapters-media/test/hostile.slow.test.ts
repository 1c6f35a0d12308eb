import { readFile } from 'node:fs/promises';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { mediaFormats } from '@portcullis/domain/internal/media/media-file';
import { expect } from 'chai';
import { type ClosableInspector, mediaInspector } from '../src/index.ts';
import { acceptedFiles } from './support/files.ts';
import { damagedFiles, type HostileFile, polyglots, randomNumbers } from './support/hostile-files.ts';
import { createWorkspace, type Workspace } from './support/workspace.ts';

/** More files, and those that need much time or memory, are processed by `npm run test:long -- media`. */
describe('A hostile file', () => {
  let workspace: Workspace;
  let inspector: ClosableInspector;
  before(async () => {
    workspace = await createWorkspace();
    inspector = mediaInspector();
  });
  after(async () => {
    await inspector.close();
    await workspace.remove();
  });

  const expectSafe = async ({ name, content }: HostileFile): Promise<void> => {
    const result = await inspector.prepare(await workspace.put(content)).catch((error: unknown) => error);
    if (result instanceof Error) {
      expect(result, `${name}: ${result.stack}`).to.be.instanceOf(BusinessError);
      return;
    }
    const { format, path, width, height } = result as Awaited<ReturnType<typeof inspector.prepare>>;
    expect(mediaFormats, name).to.deep.include(format);
    if (format.type !== 'image') return;
    expect((width ?? 0) * (height ?? 0)).to.be.above(0);
    expect((await readFile(path)).includes('executed'), name).to.equal(false);
  };

  it('in two formats is stored in one of them, or refused', async () => {
    for (const file of polyglots(await acceptedFiles())) await expectSafe(file);
  });

  it('that is damaged is stored or refused, and nothing fails', async () => {
    const files = damagedFiles(randomNumbers(1));
    for (let count = 0; count < 120; count += 1) await expectSafe((await files.next()).value);
  });
});
