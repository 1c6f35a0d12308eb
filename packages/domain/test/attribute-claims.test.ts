import { expect } from 'chai';
import { claimAt, claimedAttributes } from '../src/conditions/attribute-claims.ts';
import type { AttributeDeclaration } from '../src/conditions/user-attribute.ts';

const declared = (name: string, type: AttributeDeclaration['type'], values: readonly string[] | null = null) =>
  ({ name, label: name, type, values, readableBy: 'admin', writableBy: 'admin' }) as const;

describe('attributes of users from claims', () => {
  it('finds a claim by its name or by the names of nested claims, but no inherited property', () => {
    const claims = {
      dept: 'a',
      'https://a.example/dept': 'b',
      address: { region: 'c', lines: ['d'] },
      'x.y': 'e',
      x: { y: 'f' },
    };
    const paths = ['dept', 'https://a.example/dept', 'address.region', 'x.y', 'address.lines.0'];
    expect(paths.map((path) => claimAt(claims, path))).to.deep.equal(['a', 'b', 'c', 'e', 'd']);
    for (const path of [
      'none',
      'dept.length',
      'address.none',
      'address.region.none',
      'toString',
      'address.toString',
      '',
    ])
      expect(claimAt(claims, path), path).to.equal(undefined);
  });

  it('leaves out what is not declared or does not fit', () => {
    const declarations = [
      declared('text', 'string', ['a']),
      declared('wrong', 'string', ['a']),
      declared('number', 'number'),
      declared('list', 'string[]'),
      declared('single', 'string[]'),
      declared('missing', 'boolean'),
      declared('unmapped', 'string'),
    ];
    const names = ['text', 'wrong', 'number', 'list', 'single', 'missing', 'undeclared', 'toString'];
    const mapped = names.map((attribute) => ({ attribute, claim: attribute }));
    const claimed = { text: 'a', wrong: 'b', number: 1, list: ['x', 'y'], single: 'x', undeclared: 'x', unmapped: 'x' };
    expect(claimedAttributes(declarations, mapped, claimed)).to.deep.equal({
      values: { text: 'a', number: 1, list: ['x', 'y'] },
      leftOut: ['wrong', 'single', 'undeclared'],
    });
  });
});
