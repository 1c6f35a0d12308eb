import { expect } from 'chai';
import { dropMove, keyboardMove, rowsOf, type TreeNode, type TreeRow } from '../src/parts/tree-moves.ts';

interface Node extends TreeNode {
  readonly children: readonly Node[];
}

const node = (id: string, ...children: Node[]): Node => ({ id, children });
const tree = [node('a', node('a1'), node('a2')), node('b', node('b1')), node('c')];
const rows = rowsOf(tree, new Set());
const row = (id: string): TreeRow<Node> => {
  const found = rows.find((candidate) => candidate.node.id === id);
  if (found === undefined) throw new Error(`The tree has no ${id}`);
  return found;
};

describe('rowsOf, keyboardMove and dropMove', () => {
  it('lists the visible lines from top to bottom, without the children of closed nodes', () => {
    expect(rows.map(({ node: { id }, level }) => `${id} ${level}`)).to.deep.equal([
      'a 1',
      'a1 2',
      'a2 2',
      'b 1',
      'b1 2',
      'c 1',
    ]);
    expect(rowsOf(tree, new Set(['a', 'b'])).map(({ node: { id } }) => id)).to.deep.equal(['a', 'b', 'c']);
  });

  it('moves a node up, down, out of its parent and into its previous sibling', () => {
    expect(keyboardMove(row('a2'), 'up')).to.deep.equal({ id: 'a2', parentId: 'a', index: 0 });
    expect(keyboardMove(row('a'), 'down')).to.deep.equal({ id: 'a', parentId: undefined, index: 1 });
    expect(keyboardMove(row('b1'), 'out')).to.deep.equal({ id: 'b1', parentId: undefined, index: 2 });
    expect(keyboardMove(row('c'), 'in')).to.deep.equal({ id: 'c', parentId: 'b', index: 1 });
  });

  it('returns undefined if a node cannot be moved further', () => {
    expect(keyboardMove(row('a'), 'up')).to.equal(undefined);
    expect(keyboardMove(row('c'), 'down')).to.equal(undefined);
    expect(keyboardMove(row('a'), 'out')).to.equal(undefined);
    expect(keyboardMove(row('a1'), 'in')).to.equal(undefined);
  });

  it('counts the position of a dropped node without the node itself', () => {
    expect(dropMove(row('a'), row('c'), 'before')).to.deep.equal({ id: 'a', parentId: undefined, index: 1 });
    expect(dropMove(row('c'), row('a'), 'after')).to.deep.equal({ id: 'c', parentId: undefined, index: 1 });
    expect(dropMove(row('c'), row('a1'), 'before')).to.deep.equal({ id: 'c', parentId: 'a', index: 0 });
    expect(dropMove(row('c'), row('b'), 'inside')).to.deep.equal({ id: 'c', parentId: 'b', index: 1 });
    expect(dropMove(row('a1'), row('a'), 'inside')).to.deep.equal({ id: 'a1', parentId: 'a', index: 1 });
  });

  it('returns undefined for a drop inside the node or at its current position', () => {
    expect(dropMove(row('a'), row('a1'), 'inside')).to.equal(undefined);
    expect(dropMove(row('a'), row('a2'), 'after')).to.equal(undefined);
    expect(dropMove(row('a'), row('b'), 'before')).to.equal(undefined);
    expect(dropMove(row('a2'), row('a'), 'inside')).to.equal(undefined);
  });
});
