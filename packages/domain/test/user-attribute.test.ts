import { expect } from 'chai';
import { checkDeclarations, narrowedAttributes, type AttributeDeclaration } from '../src/conditions/user-attribute.ts';
import { declaration, placesOf } from './support.ts';

describe('declarations of attributes of users', () => {
  it('§4.4 attributes, rule 2: are refused if they contradict themselves, with their places', () => {
    const good = [
      declaration({ values: ['a', 'b'] }),
      declaration({ name: 'admins', readableBy: 'admin', writableBy: 'admin' }),
    ];
    expect(placesOf(() => checkDeclarations(good))).to.deep.equal([]);
    const noTexts = 'Only attributes with texts can have a list of allowed values.';
    const bad: readonly (readonly [Partial<AttributeDeclaration>, string, string])[] = [
      [{ name: 'id' }, 'name', "'id' is reserved."],
      [{ type: 'number', values: ['1'] }, 'values', noTexts],
      [{ type: 'boolean', values: [] }, 'values', noTexts],
      [{ values: ['a', 'a'] }, 'values', 'The same value must not occur twice.'],
      [
        { readableBy: 'admin', writableBy: 'self' },
        'writableBy',
        'Users can write only attributes that they can read.',
      ],
    ];
    for (const [given, , message] of bad) expect(() => checkDeclarations([declaration(given)])).to.throw(message);
    expect(placesOf(() => checkDeclarations([declaration({ type: 'string[]', values: ['a'] })]))).to.deep.equal([]);
    const places = placesOf(() => checkDeclarations([...good, ...bad.map(([given]) => declaration(given))]));
    expect(places).to.deep.equal(bad.map(([, field], index) => `attributes[${index + 2}].${field}`));
  });

  it('§4.4 attributes, rule 2: are at most 32', () => {
    const many = (length: number) => Array.from({ length }, (_, index) => declaration({ name: `a${index}` }));
    expect(placesOf(() => checkDeclarations(many(32)))).to.deep.equal([]);
    expect(placesOf(() => checkDeclarations(many(33)))).to.deep.equal(['attributes']);
  });

  it('are compared to find those that allow fewer values', () => {
    const before = ['removed', 'retyped', 'free', 'listed', 'same', 'wider', 'freed'].map((name) =>
      declaration({ name, values: name === 'removed' || name === 'retyped' || name === 'free' ? null : ['a', 'b'] }),
    );
    const after = [
      declaration({ name: 'retyped', type: 'string[]' }),
      declaration({ name: 'free', values: ['a'] }),
      declaration({ name: 'listed', values: ['b', 'c'] }),
      declaration({ name: 'same', values: ['b', 'a'], label: 'Other' }),
      declaration({ name: 'wider', values: ['a', 'b', 'c'] }),
      declaration({ name: 'freed', writableBy: 'admin' }),
      declaration({ name: 'added' }),
    ];
    expect(narrowedAttributes(before, after)).to.deep.equal([
      { name: 'removed', allowed: undefined },
      { name: 'retyped', allowed: undefined },
      { name: 'free', allowed: ['a'] },
      { name: 'listed', allowed: ['b', 'c'] },
    ]);
  });
});
