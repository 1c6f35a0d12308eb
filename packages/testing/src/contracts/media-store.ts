import type { MediaStore, StoredBytes, StoredObject } from '@portcullis/application/internal/ports/media-files';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { originalKey, variantKey } from '@portcullis/domain/internal/media/media-file';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import { anId } from '../builders.ts';
import { textOf as decoded, utf8Of } from '../tables/utf8.ts';

/** A store of files, and the local files that are written to it. */
export interface MediaStoreSetting {
  readonly store: MediaStore;
  /** Creates a local file. @returns its path */
  readonly create: (content: Uint8Array) => Promise<string>;
  /** Returns the time of the clock that the store uses. */
  readonly now: () => Date;
}

const bytesOf = (text: string): Uint8Array => utf8Of(text).bytes;

async function allOf(stored: StoredBytes | undefined): Promise<Uint8Array | undefined> {
  if (stored === undefined) return undefined;
  const all: number[] = [];
  for await (const chunk of stored.bytes) for (const byte of chunk) all.push(byte);
  if (stored.whole !== undefined) expect([...stored.whole]).to.deep.equal(all);
  return Uint8Array.from(all);
}

const textOf = async (stored: StoredBytes | undefined): Promise<string | undefined> => {
  const bytes = await allOf(stored);
  return bytes && decoded(new Utf8Text(bytes));
};

/** More bytes than a stream reads at once. They are not valid UTF-8. */
const manyBytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251);

/**
 * Declares mocha tests for everything that the application expects of a store of uploaded files.
 * @param adapter the name of the store for the titles of the tests
 * @param open returns the store; it is called while tests run
 */
export function mediaStoreContract(adapter: string, open: () => MediaStoreSetting): void {
  describe(`Media store contract, ${adapter}`, () => {
    const write = async (key: string, text: string): Promise<void> =>
      open().store.write(key, await open().create(bytesOf(text)));
    const read = async (key: string, start?: number, end = start): Promise<string | undefined> =>
      textOf(await open().store.read(key, start === undefined || end === undefined ? undefined : { start, end }));
    const listed = async (id: MediaId): Promise<readonly StoredObject[]> => {
      const objects: StoredObject[] = [];
      for await (const object of open().store.list()) if (object.key.startsWith(`${id}/`)) objects.push(object);
      return objects.toSorted((left, right) => (left.key < right.key ? -1 : 1));
    };

    it('returns the bytes that were stored, and their number', async () => {
      const key = originalKey(anId());
      await write(key, 'the bytes');
      const stored = await open().store.read(key);
      expect(stored?.size).to.equal(9);
      expect(await textOf(stored)).to.equal('the bytes');
    });

    it('returns undefined for a key under which nothing is stored', async () => {
      const key = originalKey(anId());
      expect(await open().store.read(key)).to.equal(undefined);
      expect(await open().store.read(key, { start: 0, end: 1 })).to.equal(undefined);
    });

    it('returns the bytes of a range, including both ends, and the number of all bytes', async () => {
      const key = originalKey(anId());
      await write(key, '0123456789');
      expect(await read(key, 0, 1)).to.equal('01');
      expect(await read(key, 3, 5)).to.equal('345');
      expect(await read(key, 9, 9)).to.equal('9');
      const part = await open().store.read(key, { start: 8, end: 9 });
      expect(part?.size).to.equal(10);
      expect(await textOf(part)).to.equal('89');
    });

    it('stores an empty file', async () => {
      const key = originalKey(anId());
      await write(key, '');
      const stored = await open().store.read(key);
      expect(stored?.size).to.equal(0);
      expect(await textOf(stored)).to.equal('');
    });

    it('replaces the bytes of a key', async () => {
      const key = variantKey(anId(), 'small', 'webp');
      await write(key, 'the first version');
      await write(key, 'the second');
      expect(await read(key)).to.equal('the second');
    });

    it('returns many bytes unchanged, whole or in part', async () => {
      const { store, create } = open();
      const key = originalKey(anId());
      await store.write(key, await create(manyBytes));
      expect(await allOf(await store.read(key))).to.deep.equal(manyBytes);
      const range = { start: 65_535, end: 200_000 };
      expect(await allOf(await store.read(key, range))).to.deep.equal(manyBytes.slice(range.start, range.end + 1));
    });

    it('lists the original and the variants of a file, and removes them together', async () => {
      const [id, other] = [anId<'Media'>(), anId<'Media'>()];
      const before = open().now().getTime();
      await write(originalKey(id), 'original');
      await write(variantKey(id, 'small', 'webp'), 'small');
      await write(originalKey(other), 'of another file');
      const objects = await listed(id);
      expect(objects.map(({ key, size }) => [key, size])).to.deep.equal([
        [originalKey(id), 8],
        [variantKey(id, 'small', 'webp'), 5],
      ]);
      // A store may round the time down to seconds, and may have a clock of its own.
      for (const { writtenAt } of objects) expect(Math.abs(writtenAt.getTime() - before)).to.be.below(60_000);
      await open().store.remove(id);
      expect(await listed(id)).to.deep.equal([]);
      expect(await read(originalKey(id))).to.equal(undefined);
      expect(await read(originalKey(other))).to.equal('of another file');
    });

    it('lists and removes the bytes of one file and of one key', async () => {
      const [id, other] = [anId<'Media'>(), anId<'Media'>()];
      const [original, small] = [originalKey(id), variantKey(id, 'small', 'webp')];
      for (const key of [original, small, originalKey(other)]) await write(key, key);
      const keysOf = async (of: MediaId): Promise<readonly string[]> => {
        const keys: string[] = [];
        for await (const { key } of open().store.list(of)) keys.push(key);
        return keys.toSorted();
      };
      expect(await keysOf(id)).to.deep.equal([original, small]);
      expect(await keysOf(anId())).to.deep.equal([]);
      await open().store.removeKey(small);
      await open().store.removeKey(small);
      expect(await keysOf(id)).to.deep.equal([original]);
      expect(await keysOf(other)).to.deep.equal([originalKey(other)]);
    });

    it('removes a file of which nothing is stored', async () => {
      await open().store.remove(anId());
    });

    it('returns the mark that was written last', async () => {
      const { mark } = open().store;
      await mark.write('one store');
      expect(await mark.read()).to.equal('one store');
      await mark.write('the same store');
      expect(await mark.read()).to.equal('the same store');
      for await (const { key } of open().store.list()) expect(key).to.match(/^[0-9a-f-]{36}\/[\w.-]+$/);
    });
  });
}
