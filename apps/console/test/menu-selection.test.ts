import type { Schemas } from '@portcullis/client';
import { expect } from 'chai';
import { menuSelectionStateOf, menuNamesOf, toggleMenu } from '../src/screens/roles/menu-selection.ts';
import { menuNode } from './support/menu-node.ts';

const directory = (id: string, ...children: readonly Schemas['MenuNode'][]) =>
  menuNode(id, { menuType: 1, children: [...children] });
const page = (id: string, ...children: readonly Schemas['MenuNode'][]) => menuNode(id, { children: [...children] });

const users = page('users');
const detail = page('detail');
const logs = page('logs', detail);
const system = directory('system', users, logs);
const tree = [page('home'), system, directory('empty'), directory('reports', page('sales'))];

const chosen = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids);

describe('menuChoiceOf, toggleMenu and menuNamesOf', () => {
  it('returns mixed for a directory with some selected descendants', () => {
    expect(menuSelectionStateOf(system, chosen())).to.equal(false);
    expect(menuSelectionStateOf(system, chosen('users'))).to.equal('mixed');
    expect(menuSelectionStateOf(system, chosen('users', 'logs', 'detail'))).to.equal(true);
  });

  it('returns mixed for a selected directory without selected descendants', () => {
    expect(menuSelectionStateOf(system, chosen('system'))).to.equal('mixed');
  });

  it('returns true for a page with children only if the page itself is selected', () => {
    expect(menuSelectionStateOf(logs, chosen('detail'))).to.equal('mixed');
    expect(menuSelectionStateOf(logs, chosen('logs'))).to.equal('mixed');
    expect(menuSelectionStateOf(logs, chosen('logs', 'detail'))).to.equal(true);
  });

  it('selects a directory without children', () => {
    expect([...toggleMenu(tree, directory('empty'), chosen())]).to.deep.equal(['empty']);
    expect(menuSelectionStateOf(directory('empty'), chosen('empty'))).to.equal(true);
  });

  it('selects and deselects a menu with all its descendants', () => {
    const all = toggleMenu(tree, system, chosen('home', 'users'));
    expect(all).to.have.all.keys('home', 'system', 'users', 'logs', 'detail');
    expect(toggleMenu(tree, system, all)).to.have.all.keys('home');
  });

  it('deselects a directory with the last page below it, but no other directory', () => {
    const left = toggleMenu(tree, users, chosen('system', 'users', 'empty', 'reports'));
    expect(left).to.have.all.keys('empty', 'reports');
    expect(toggleMenu(tree, users, chosen('system', 'users', 'detail'))).to.have.all.keys('system', 'detail');
  });

  it('returns the title of a menu with the titles of its parents', () => {
    expect(menuNamesOf(tree).get('detail')).to.equal('system / logs / detail');
  });
});
