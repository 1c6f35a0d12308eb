import { expect } from 'chai';
import type { OwnField, OwnReference } from '../src/own-fields.ts';
import { expansionNames, filterAttributes, targetsOf, targetsThrough } from '../src/own-references.ts';
import { ownResource } from '../src/own-resource.ts';

const name: OwnField = { type: 'text', max: 9 };

/** Returns orders of customers in regions of continents: three references in a row. */
function orders() {
  const continent = ownResource('acme.continent', 'acme.continents', { fields: { name }, namedBy: 'name' });
  const region = ownResource('acme.region', 'acme.regions', {
    fields: { name, continent: { type: 'reference', to: continent } },
    namedBy: 'name',
  });
  const customer = ownResource('acme.customer', 'acme.customers', {
    fields: { name, region: { type: 'reference', to: region }, regions: { type: 'references', to: region } },
    namedBy: 'name',
  });
  return ownResource('acme.order', 'acme.orders', {
    fields: {
      name,
      customer: { type: 'reference', to: customer },
      payer: { type: 'reference', to: customer },
      section: { type: 'reference', to: 'category' },
      tags: { type: 'references', to: 'tag' },
    },
    namedBy: 'name',
  });
}

/** Returns entries that refer to entries of the same resource. */
const folders = () =>
  ownResource('acme.folder', 'acme.folders', {
    fields: { name, parent: { type: 'reference', to: 'self', optional: true } },
    namedBy: 'name',
  });

const namesOf = (targets: readonly OwnReference['to'][]): readonly string[] =>
  targets.map((to) => (typeof to === 'string' ? to : to.name));

describe('filterAttributes', () => {
  const common = { id: { kind: 'id' }, createdAt: { kind: 'time' }, updatedAt: { kind: 'time' } } as const;

  it('has the attributes of the list and what every entry has', () => {
    expect(filterAttributes({ attributes: { name: { kind: 'string' } }, references: [] })).to.deep.equal({
      name: { kind: 'string' },
      ...common,
    });
  });

  it('reaches through two references, but through no third and through no list', () => {
    const throughCustomer = (field: string) => ({
      [`${field}.name`]: { kind: 'string' },
      [`${field}.id`]: { kind: 'id' },
      [`${field}.createdAt`]: { kind: 'time' },
      [`${field}.updatedAt`]: { kind: 'time' },
      [`${field}.regions`]: { kind: 'id[]' },
      [`${field}.region`]: { kind: 'id' },
      [`${field}.region.name`]: { kind: 'string' },
      [`${field}.region.id`]: { kind: 'id' },
      [`${field}.region.createdAt`]: { kind: 'time' },
      [`${field}.region.updatedAt`]: { kind: 'time' },
      [`${field}.region.continent`]: { kind: 'id' },
    });
    expect(filterAttributes(orders())).to.deep.equal({
      name: { kind: 'string' },
      customer: { kind: 'id' },
      payer: { kind: 'id' },
      section: { kind: 'category' },
      tags: { kind: 'id[]' },
      ...common,
      ...throughCustomer('customer'),
      ...throughCustomer('payer'),
      'section.name': { kind: 'string' },
      'section.slug': { kind: 'string' },
    });
  });

  it('ends for a resource that refers to itself', () => {
    const reached = Object.keys(filterAttributes(folders())).filter((each) => each.endsWith('parent'));
    expect(reached.toSorted()).to.deep.equal(['parent', 'parent.parent', 'parent.parent.parent']);
  });
});

describe('targetsOf', () => {
  it('has what two references reach, each once, and nothing further', () => {
    expect(namesOf(targetsOf(orders()))).to.have.members(['acme.customer', 'acme.region', 'category', 'tag']);
  });

  it('has a resource once that others and the resource itself refer to', () => {
    const files = ownResource('acme.file', 'acme.files', {
      fields: { name, folder: { type: 'reference', to: folders() } },
      namedBy: 'name',
    });
    expect(namesOf(targetsOf(files))).to.deep.equal(['acme.folder']);
  });

  it('ends for a resource that refers to itself', () => {
    expect(namesOf(targetsOf(folders()))).to.deep.equal(['acme.folder']);
  });
});

describe('targetsThrough', () => {
  const paths: readonly (readonly [string, readonly string[]])[] = [
    ['name', []],
    ['customer', []],
    ['customer.name', ['acme.customer']],
    ['customer.region', ['acme.customer']],
    ['customer.region.name', ['acme.customer', 'acme.region']],
    ['customer.other.name', ['acme.customer']],
    ['section.slug', ['category']],
    ['section.parent.slug', ['category']],
    ['other.name', []],
  ];
  for (const [path, targets] of paths)
    it(`leads through ${targets.length === 0 ? 'nothing' : targets.join(' and ')} for ${path}`, () => {
      expect(namesOf(targetsThrough(orders(), path.split('.')))).to.deep.equal(targets);
    });
});

describe('expansionNames', () => {
  it('has the references of the list and those of what they refer to, but no third in a row', () => {
    expect(expansionNames(orders())).to.deep.equal([
      'customer',
      'customer.region',
      'customer.regions',
      'payer',
      'payer.region',
      'payer.regions',
      'section',
      'tags',
    ]);
  });

  it('ends for a resource that refers to itself', () => {
    expect(expansionNames(folders())).to.deep.equal(['parent', 'parent.parent']);
  });
});
