import { expect } from 'chai';
import { categoryTree, type Category } from '../src/contents/category.ts';
import { aDay, anId } from './support.ts';

const aCategory = (given: Partial<Category>): Category => ({
  id: anId(1),
  parentId: null,
  name: 'News',
  slug: 'news',
  description: null,
  order: 0,
  version: 1,
  createdAt: aDay(1),
  updatedAt: aDay(1),
  ...given,
});

describe('Category tree', () => {
  it('places categories below their parents', () => {
    const parent = aCategory({ id: anId(2) });
    const child = aCategory({ id: anId(1), parentId: parent.id });
    expect(categoryTree([child, parent])).to.deep.equal([{ ...parent, children: [{ ...child, children: [] }] }]);
  });

  it('orders siblings by order, then name, then id', () => {
    const categories = [
      aCategory({ id: anId(4), order: 2, name: 'a' }),
      aCategory({ id: anId(3), order: 1, name: 'b' }),
      aCategory({ id: anId(2), order: 1, name: 'a' }),
      aCategory({ id: anId(1), order: 10, name: 'a' }),
      aCategory({ id: anId(6), order: -1, name: 'c' }),
      aCategory({ id: anId(5), order: 1, name: 'b' }),
    ];
    expect(categoryTree(categories).map(({ id }) => id)).to.deep.equal([6, 2, 3, 5, 4, 1].map(anId));
  });
});
