import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { expect } from 'chai';
import { unique } from '../builders.ts';
import { refusalOf } from '../refusal-of.ts';
import { outcomes, type OpenStore } from './store.ts';

/** The operations on one kind of entity that the slug tests need. */
export interface SlugStore {
  readonly add: (tx: StoreTransaction, slug: string) => Promise<void>;
  readonly addWithFreeSlug: (tx: StoreTransaction, base: string) => Promise<{ readonly slug: string }>;
}

/** Declares the tests for the slugs of one kind of entity. Call it inside the `describe` of that entity. */
export function slugContract(open: OpenStore, { add, addWithFreeSlug }: SlugStore): void {
  const put = (slug: string) => open().work.run((tx) => add(tx, slug));
  const addFree = async (base: string) => (await open().work.run((tx) => addWithFreeSlug(tx, base))).slug;

  it('refuses a slug in use', async () => {
    const slug = unique('slug');
    await put(slug);
    expect((await refusalOf(put(slug))).refusal).to.equal('slug-taken');
  });

  it('lets only one of two concurrent transactions take a slug', async () => {
    const slug = unique('slug');
    expect(await outcomes([put(slug), put(slug)])).to.deep.equal({ won: 1, refused: ['slug-taken'] });
  });

  it('addWithFreeSlug uses a free slug unchanged, even if other slugs begin with it', async () => {
    const base = unique('slug');
    await put(`${base}-2`);
    await put(`${base}x`);
    expect(await addFree(base)).to.equal(base);
  });

  it('addWithFreeSlug appends -2, -3 and so on to a slug in use', async () => {
    const base = unique('slug');
    expect([await addFree(base), await addFree(base), await addFree(base)]).to.deep.equal([
      base,
      `${base}-2`,
      `${base}-3`,
    ]);
    expect((await refusalOf(put(`${base}-3`))).refusal).to.equal('slug-taken');
  });

  it('addWithFreeSlug appends the first free number, even if larger numbers are in use', async () => {
    const base = unique('slug');
    for (const slug of [base, `${base}-2`, `${base}-2024`, `${base}-999999999999`]) await put(slug);
    expect(await addFree(base)).to.equal(`${base}-3`);
  });

  it('addWithFreeSlug ignores slugs whose suffix is not a number', async () => {
    const base = unique('slug');
    for (const slug of [base, `${base}-x`, `${base}-7x`, `${base}-x-8`, `${base}9`, `${base}x6`, `${base}-`])
      await put(slug);
    expect(await addFree(base)).to.equal(`${base}-2`);
  });

  it('addWithFreeSlug treats the characters of SQL patterns literally', async () => {
    for (const base of [unique('a_b'), unique('a%b'), unique('a.b'), unique(String.raw`a\b`)]) {
      await put(base);
      await put(`${base.replace(/[_%.\\]/, 'X')}-5`);
      expect(await addFree(base)).to.equal(`${base}-2`);
    }
  });

  it('addWithFreeSlug uses different slugs in concurrent transactions', async () => {
    const base = unique('slug');
    const slugs = await Promise.all([1, 2, 3, 4].map(() => addFree(base)));
    expect(slugs.toSorted()).to.deep.equal([base, `${base}-2`, `${base}-3`, `${base}-4`]);
  });
}
