import { expect } from 'chai';
import type { OwnFields } from '../src/own-fields.ts';
import {
  attributeValues,
  kebab,
  ownConditionTarget,
  ownResource,
  ownTaken,
  referrersAmong,
  type OwnDefinition,
} from '../src/own-resource.ts';
import { declareRefusal } from '../src/shared/errors.ts';
import { anId } from './support.ts';

const fields: OwnFields = {
  name: { type: 'text', max: 9, unique: true, search: true },
  trackingCode: { type: 'text', max: 9, label: ['Code', '编号'] },
  parent: { type: 'reference', to: 'self', onDelete: 'remove', optional: true },
  photo: { type: 'file', optional: true },
  tags: { type: 'references', to: 'tag', onDelete: 'clear' },
  section: { type: 'reference', to: 'category' },
  owner: { type: 'reference', to: 'user', onDelete: 'remove', unique: true },
  details: { type: 'json', optional: true },
};

/** Makes a resource. Tests call it themselves, so that mutation testing knows that they run what makes it. */
const labels = (given: Partial<OwnDefinition> = {}) =>
  ownResource('acme.shippingLabel', 'acme.shippingLabels', { fields, namedBy: 'name', ...given }, ['print']);

describe('ownTaken', () => {
  it('names the resource and the field in lower case with hyphens', () => {
    expect(ownTaken('acme.shippingLabel', ['trackingCode'])).to.equal('acme-shipping-label-tracking-code-taken');
  });

  it('names all fields whose values are unique together', () => {
    expect(ownTaken('acme.label', ['name', 'trackingCode'])).to.equal('acme-label-name-tracking-code-taken');
  });
});

describe('kebab', () => {
  it('puts hyphens before capitals and for dots', () => {
    expect(kebab('acme.projectMember')).to.equal('acme-project-member');
  });
});

describe('ownConditionTarget', () => {
  it('has the attributes for what the routes evaluate only', () => {
    const attributes = { name: { kind: 'string' } } as const;
    const targets = ['read', 'create', 'update', 'delete', 'print'].map((each) => ownConditionTarget(each, attributes));
    expect(targets).to.deep.equal([attributes, attributes, attributes, attributes, 'none']);
  });
});

describe('A resource', () => {
  it('is called by the last words of its names unless it has labels', () => {
    const { label, title, path, dataName } = labels();
    expect({ label, title, path, dataName }).to.deep.equal({
      label: ['Shipping label', 'Shipping label'],
      title: ['Shipping labels', 'Shipping labels'],
      path: '/acme/shippingLabels',
      dataName: 'AcmeShippingLabel',
    });
    const named = labels({ label: ['Label', '标签'], title: ['All labels', '全部标签'] });
    expect([named.label, named.title]).to.deep.equal([
      ['Label', '标签'],
      ['All labels', '全部标签'],
    ]);
  });

  it('calls each field by its label, or else by its name', () => {
    expect(labels().fieldLabels).to.deep.equal({
      name: ['Name', 'Name'],
      trackingCode: ['Code', '编号'],
      parent: ['Parent', 'Parent'],
      photo: ['Photo', 'Photo'],
      tags: ['Tags', 'Tags'],
      section: ['Section', 'Section'],
      owner: ['Owner', 'Owner'],
      details: ['Details', 'Details'],
    });
  });

  it('has an operation for each of its routes', () => {
    expect(labels().operations).to.deep.equal({
      list: 'listAcmeShippingLabels',
      get: 'getAcmeShippingLabel',
      create: 'createAcmeShippingLabel',
      update: 'updateAcmeShippingLabel',
      delete: 'deleteAcmeShippingLabel',
      count: 'countAcmeShippingLabels',
      export: 'exportAcmeShippingLabels',
      import: 'importAcmeShippingLabels',
    });
  });

  it('has refusals and permissions with its name', () => {
    const { notFound, unacceptable, inUse, permissions } = labels();
    expect([notFound, unacceptable, inUse]).to.deep.equal([
      'acme-shipping-label-not-found',
      'acme-shipping-label-unacceptable',
      'acme-shipping-label-in-use',
    ]);
    expect(permissions).to.deep.equal({
      print: 'acme.shippingLabel.print',
      read: 'acme.shippingLabel.read',
      create: 'acme.shippingLabel.create',
      update: 'acme.shippingLabel.update',
      delete: 'acme.shippingLabel.delete',
    });
  });

  it('can be read with its permission unless it says otherwise', () => {
    expect([labels().read, labels({ read: 'public' }).read]).to.deep.equal(['permission', 'public']);
  });

  it('searches and compares the fields that say so, and the fields that are unique together', () => {
    const { searchedFields, uniqueFields, uniques } = labels({ unique: [['name', 'section']] });
    expect(searchedFields).to.deep.equal(['name']);
    expect(uniqueFields).to.deep.equal(['name', 'owner']);
    expect(uniques).to.deep.equal([['name'], ['owner'], ['name', 'section']]);
    expect(labels().uniques).to.deep.equal([['name'], ['owner']]);
  });

  it('applies the rules of the form before its other rules', () => {
    const [inForm, other] = [() => undefined, () => []];
    const { rules, formRules } = labels({ rules: [other], formRules: [inForm] });
    expect([rules, formRules]).to.deep.equal([[inForm, other], [inForm]]);
    expect([labels().rules, labels().formRules]).to.deep.equal([[], []]);
  });

  it('keeps its constraints, refusals, and renamed and removed fields, and has none by default', () => {
    const declared = {
      constraints: { acme_shipping_labels_code: 'trackingCode' },
      refuses: [declareRefusal('acme-label-closed', { status: 409 })],
      renamed: { code: 'trackingCode' },
      removed: ['colour'],
    };
    expect(labels(declared)).to.deep.include(declared);
    expect(labels()).to.deep.include({ constraints: {}, refuses: [], renamed: {}, removed: [] });
  });

  it('records events with its fields, of which a deletion leaves no values', () => {
    const { events, subject } = labels();
    expect(Object.values(events).map(({ type }) => type)).to.deep.equal([
      'acme.shippingLabel.created',
      'acme.shippingLabel.updated',
      'acme.shippingLabel.deleted',
    ]);
    expect(events.created.names).to.deep.equal(Object.keys(fields));
    const at = new Date(0);
    const entry = { id: anId(1), version: 1, createdAt: at, updatedAt: at, name: 'Blue', trackingCode: 'X' };
    expect([subject.type, subject.nameOf(entry)]).to.deep.equal(['acme.shippingLabel', 'Blue']);
    expect(events.deleted.changesOf(entry, undefined)).to.deep.include({ name: { before: 'Blue', after: null } });
  });

  it('says of each reference what a deletion does, and which refusal says why it is refused', () => {
    const references = labels().references.map(({ field, to, onDelete, isList, inUse }) => [
      field,
      typeof to === 'string' ? to : to.name,
      onDelete,
      isList,
      inUse,
    ]);
    expect(references).to.deep.equal([
      ['parent', 'acme.shippingLabel', 'remove', false, 'acme-shipping-label-in-use'],
      ['photo', 'media', 'refuse', false, 'media-in-use'],
      ['tags', 'tag', 'clear', true, 'tag-in-use'],
      ['section', 'category', 'refuse', false, 'category-in-use'],
      ['owner', 'user', 'remove', false, 'user-in-use'],
    ]);
  });

  it('names what uses a file, and nothing else, in the refusal of its deletion', () => {
    const withDetails = labels().references.filter(({ inUseDetails }) => inUseDetails !== undefined);
    expect(withDetails.map(({ field, inUseDetails }) => [field, inUseDetails])).to.deep.equal([
      ['photo', { usedBy: [] }],
    ]);
  });

  it('is known to the fields that refer to it, also to its own', () => {
    const { references, permissions, attributes } = labels();
    const [self] = references.map(({ to }) => to);
    expect(self).to.deep.include({
      name: 'acme.shippingLabel',
      plural: 'acme.shippingLabels',
      namedBy: 'name',
      read: 'permission',
      fields,
      references,
      permissions,
      attributes,
    });
  });

  it('has conditions on the fields that can be compared, and none on a further permission', () => {
    const { attributes, conditionTargets } = labels();
    expect(attributes).to.deep.equal({
      name: { kind: 'string' },
      trackingCode: { kind: 'string' },
      parent: { kind: 'id' },
      photo: { kind: 'id' },
      tags: { kind: 'id[]' },
      section: { kind: 'category' },
      owner: { kind: 'id' },
    });
    expect(conditionTargets).to.deep.equal({
      'acme.shippingLabel.print': 'none',
      'acme.shippingLabel.read': attributes,
      'acme.shippingLabel.create': attributes,
      'acme.shippingLabel.update': attributes,
      'acme.shippingLabel.delete': attributes,
    });
  });
});

describe('referrersAmong', () => {
  it('has the fields whose entries are removed with what they refer to, and no others', () => {
    const [first, second] = [
      labels(),
      ownResource('acme.x', 'acme.xs', { fields: { name: { type: 'text', max: 9 } }, namedBy: 'name' }),
    ];
    expect(referrersAmong([first, second])).to.deep.equal([
      { resource: first, field: 'parent', to: 'acme.shippingLabel' },
      { resource: first, field: 'owner', to: 'user' },
    ]);
  });
});

describe('attributeValues', () => {
  it('has the values that conditions compare, and null for a field without one', () => {
    const own: OwnFields = {
      price: { type: 'decimal', precision: 6, scale: 2 },
      name: { type: 'text', max: 9 },
      details: { type: 'json' },
    };
    const values = attributeValues(own, { price: '12.50', details: { a: 1 }, none: 'x' });
    expect(values).to.deep.equal({ price: 12.5, name: null, details: null });
  });
});
