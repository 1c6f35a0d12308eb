import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import { originalKey } from '@portcullis/domain/internal/media/media-file';
import { anId } from '@portcullis/testing/internal/builders';
import { mediaStoreContract } from '@portcullis/testing/internal/contracts/media-store';
import { expect } from 'chai';
import { diskStore, localFiles } from '../src/index.ts';
import { createWorkspace, type Workspace } from './support/workspace.ts';

let workspace: Workspace;
before(async () => {
  workspace = await createWorkspace();
});
after(() => workspace.remove());

const folder = (name: string): string => join(workspace.root, name);

mediaStoreContract('a folder', () => ({
  store: diskStore(folder('store')),
  create: workspace.put,
  now: () => new Date(),
}));

describe('A store in a folder', () => {
  it('keeps files that are not its own, and does not list them', async () => {
    const store = diskStore(folder('shared'));
    await store.write(originalKey(anId()), await workspace.put(Buffer.from('a')));
    await mkdir(folder('shared/tmp/upload-1'), { recursive: true });
    await writeFile(folder('shared/tmp/upload-1/received'), 'half a file');
    let count = 0;
    for await (const { key } of store.list()) {
      count += 1;
      expect(key).to.match(/\/original$/);
    }
    expect(count).to.equal(1);
  });

  it('refuses a text that is not a key', async () => {
    const store = diskStore(folder('store'));
    for (const key of ['../secret', `${anId()}/../../secret`, `${anId()}/a/b`, 'original', '']) {
      const error = await store.read(key).catch((reason: unknown) => reason);
      expect(error, key).to.be.instanceOf(TypeError);
    }
  });

  it('rejects with MediaStoreFailure when its folder cannot be used', async () => {
    await writeFile(folder('file'), '');
    const store = diskStore(folder('file'));
    const path = await workspace.put(Buffer.from('a'));
    const error = await store.write(originalKey(anId()), path).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(MediaStoreFailure);
    expect((await stat(path)).size).to.equal(1);
  });
});

describe('The local files', () => {
  const files = () => localFiles(folder('uploads'));
  async function* bytesOf(...texts: readonly string[]): AsyncIterable<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }

  it('are removed with their folder, also when the work fails', async () => {
    const result = await files().useFolder(async (path) => {
      await writeFile(join(path, 'a'), 'a');
      return 'done';
    });
    expect(result).to.equal('done');
    const failure = await files()
      .useFolder(async (path) => {
        await writeFile(join(path, 'a'), 'a');
        throw new Error('The work failed.');
      })
      .catch(String);
    expect(failure).to.include('The work failed.');
    expect(await readdir(folder('uploads'))).to.deep.equal([]);
  });

  it('contain the bytes of a stream', async () => {
    await files().useFolder(async (path) => {
      expect(await readFile(await files().save(path, bytesOf('one ', 'two')), 'utf8')).to.equal('one two');
    });
  });

  it('have a checksum', async () => {
    expect(await files().checksum(bytesOf('a', 'bc'))).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('that a killed process has left are removed after some time', async () => {
    const [old, recent] = [folder('uploads/upload-old'), folder('uploads/upload-recent')];
    for (const path of [old, recent]) await mkdir(path, { recursive: true });
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(old, hourAgo, hourAgo);
    expect(await files().removeOlder(new Date(Date.now() - 1_800_000))).to.equal(1);
    expect(await readdir(folder('uploads'))).to.deep.equal(['upload-recent']);
    expect(await localFiles(folder('nothing')).removeOlder(new Date())).to.equal(0);
  });
});
