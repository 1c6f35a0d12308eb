import { expect } from 'chai';
import { draftStore, type ContentDraft } from '../src/screens/contents/content-draft.ts';
import { valuesOf } from '../src/screens/contents/content-values.ts';

class MemoryStorage {
  readonly items = new Map<string, string>();
  quota = Number.POSITIVE_INFINITY;

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > this.quota) throw new Error('QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const draftOf = (text: string): ContentDraft => ({
  base: valuesOf(),
  values: { ...valuesOf(), text },
  keptAt: '2026-11-22T12:00:00.000Z',
});

describe('draftStore', () => {
  it('returns the draft after a reload', () => {
    const storage = new MemoryStorage();
    expect(draftStore(storage, 'a').keep(draftOf('typed'))).to.equal(true);
    expect(draftStore(storage, 'a').read()).to.deep.equal(draftOf('typed'));
  });

  it('does not return a dropped draft', () => {
    const storage = new MemoryStorage();
    const store = draftStore(storage, 'b');
    store.keep(draftOf('typed'));
    store.drop();
    expect(draftStore(storage, 'b').read()).to.equal(undefined);
  });

  it('does not drop a draft that another tab has stored', () => {
    const storage = new MemoryStorage();
    const store = draftStore(storage, 'c');
    store.keep(draftOf('mine'));
    draftStore(storage, 'c').keep(draftOf('of the other tab'));
    store.drop();
    expect(draftStore(storage, 'c').read()).to.deep.equal(draftOf('of the other tab'));
  });

  it('keeps a draft in memory if it exceeds the quota of the storage', () => {
    const storage = new MemoryStorage();
    storage.quota = 0;
    const store = draftStore(storage, 'd');
    expect(store.keep(draftOf('long'))).to.equal(false);
    expect(draftStore(storage, 'd').read()).to.deep.equal(draftOf('long'));
    store.drop();
    expect(draftStore(storage, 'd').read()).to.equal(undefined);
  });

  it('ignores stored text that is not a valid draft', () => {
    for (const text of ['', '{', '[]', '{"values":{}}', 'null']) {
      const storage = new MemoryStorage();
      storage.setItem('e', text);
      expect(draftStore(storage, 'e').read(), text).to.equal(undefined);
    }
  });
});
