import type { Schemas } from '@portcullis/client';
import { expect } from 'chai';
import { menusWith, seenByRole } from '../src/screens/menus/menu-values.ts';
import { placementAmong } from '../src/parts/tree-moves.ts';
import { menuNode as menu } from './support/menu-node.ts';

type MenuNode = Schemas['MenuNode'];

interface Names {
  readonly [id: string]: Names;
}
const names = (nodes: readonly MenuNode[]): Names =>
  Object.fromEntries(nodes.map(({ id, children }) => [id, names(children)]));

describe('seenByRole', () => {
  const tree = [
    menu('directory', { menuType: 1, children: [menu('a'), menu('b')] }),
    menu('page', { children: [menu('below')] }),
    menu('off', { status: 0, children: [menu('hidden')] }),
    menu('empty', { menuType: 1 }),
  ];

  it('includes the directory of a granted page', () => {
    expect(names(seenByRole(tree, new Set(['a'])))).to.deep.equal({ directory: { a: {} } });
  });

  it('moves a granted menu up if its parent page is not granted', () => {
    expect(names(seenByRole(tree, new Set(['below'])))).to.deep.equal({ below: {} });
  });

  it('hides granted menus below a disabled menu', () => {
    expect(names(seenByRole(tree, new Set(['off', 'hidden'])))).to.deep.equal({});
  });

  it('includes a granted directory without pages', () => {
    expect(names(seenByRole(tree, new Set(['empty'])))).to.deep.equal({ empty: {} });
  });
});

describe('placementAmong', () => {
  const siblings = [
    { id: 'a', order: 1 },
    { id: 'b', order: 2 },
    { id: 'c', order: 9 },
  ];

  it('returns an order between the neighbours if there is a free number', () => {
    expect(placementAmong(siblings, 2)).to.deep.equal({ order: 3, changes: [] });
    expect(placementAmong(siblings, 0)).to.deep.equal({ order: 0, changes: [] });
    expect(placementAmong(siblings, 3)).to.deep.equal({ order: 10, changes: [] });
    expect(placementAmong([], 0)).to.deep.equal({ order: 1, changes: [] });
  });

  it('renumbers the following siblings if there is no free number', () => {
    expect(placementAmong(siblings, 1)).to.deep.equal({
      order: 2,
      changes: [
        { id: 'b', order: 3 },
        { id: 'c', order: 4 },
      ],
    });
  });
});

describe('menusWith', () => {
  const tree = [
    menu('users', { title: '用户', children: [menu('detail'), menu('list')] }),
    menu('about', { routePath: '/About-us' }),
  ];

  it('searches titles, route names and route paths regardless of case', () => {
    expect(names(menusWith(tree, 'ABOUT-US'))).to.deep.equal({ about: {} });
    expect(names(menusWith(tree, ' detail '))).to.deep.equal({ users: { detail: {} } });
  });

  it('omits the children of a matching menu if they do not match', () => {
    expect(names(menusWith(tree, '用户'))).to.deep.equal({ users: {} });
    expect(menusWith(tree, 'nothing')).to.deep.equal([]);
  });
});
