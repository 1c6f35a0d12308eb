import { expect } from 'chai';
import { draftStore, type ContentDraft } from '../src/screens/contents/content-draft.ts';
import { newContentValues } from '../src/screens/contents/content-values.ts';

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
  base: newContentValues,
  values: { ...newContentValues, text },
  keptAt: '2026-11-22T12:00:00.000Z',
});

describe('the draft of a content', () => {
  it('is there after the page was loaded again', () => {
    const storage = new MemoryStorage();
    expect(draftStore(storage, 'a').keep(draftOf('typed'))).to.equal(true);
    expect(draftStore(storage, 'a').read()).to.deep.equal(draftOf('typed'));
  });

  it('is forgotten when its content is saved', () => {
    const storage = new MemoryStorage();
    const store = draftStore(storage, 'b');
    store.keep(draftOf('typed'));
    store.drop();
    expect(draftStore(storage, 'b').read()).to.equal(undefined);
  });

  it('stays if another tab has kept one since', () => {
    const storage = new MemoryStorage();
    const store = draftStore(storage, 'c');
    store.keep(draftOf('mine'));
    draftStore(storage, 'c').keep(draftOf('of the other tab'));
    store.drop();
    expect(draftStore(storage, 'c').read()).to.deep.equal(draftOf('of the other tab'));
  });

  it('lives as long as the page if the browser refuses it', () => {
    const storage = new MemoryStorage();
    storage.quota = 0;
    const store = draftStore(storage, 'd');
    expect(store.keep(draftOf('long'))).to.equal(false);
    expect(draftStore(storage, 'd').read()).to.deep.equal(draftOf('long'));
    store.drop();
    expect(draftStore(storage, 'd').read()).to.equal(undefined);
  });

  it('is left out if it has another form', () => {
    for (const text of ['', '{', '[]', '{"values":{}}', 'null']) {
      const storage = new MemoryStorage();
      storage.setItem('e', text);
      expect(draftStore(storage, 'e').read(), text).to.equal(undefined);
    }
  });
});
