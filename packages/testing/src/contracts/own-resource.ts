import type { OwnRepository, OwnViews, UnitOfWork } from '@portcullis/application';
import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import type { KnownValue } from '@portcullis/domain/internal/conditions/condition-operators';
import { permits, type AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { SortKey } from '@portcullis/application/internal/ports/lists';
import type { TransactionOptions } from '@portcullis/application/internal/ports/unit-of-work';
import { parseFilter } from '@portcullis/domain/internal/conditions/list-filter';
import { referredAttributes } from '@portcullis/domain/internal/conditions/list-attributes';
import { asText, kindOf } from '@portcullis/domain/internal/own-fields';
import { isId } from '@portcullis/domain/internal/shared/ids';
import { filterAttributes } from '@portcullis/domain/internal/own-references';
import {
  attributeValues,
  newValues,
  ownTaken,
  storedValues,
  type OwnDraft,
  type OwnEntity,
  type OwnResource,
} from '@portcullis/domain/internal/own-resource';
import { expect } from 'chai';
import { anActor, anId, unique } from '../builders.ts';
import { size } from '../full-size.ts';
import { ownWorld } from '../own-world.ts';
import { refusalOf } from '../refusal-of.ts';

/** The repository of a resource in transactions, and its views. */
export interface OwnStore {
  readonly work: UnitOfWork<object>;
  /** Returns the repository of the resource in a transaction. */
  readonly repository: (tx: object) => OwnRepository;
  readonly views: OwnViews;
}

/** A store of a resource, and values for its entries. */
export interface OwnStoreSetting {
  /** Returns the store. It is called while tests run, so a `before` hook can create the store. */
  readonly open: () => OwnStore;
  /** Returns valid values for all fields. Values of unique fields differ at each call. */
  readonly draft: () => OwnDraft;
}

type Operand = string | number | boolean;
const operandOf = (value: Exclude<KnownValue, readonly unknown[]>): Operand =>
  value instanceof Date ? value.toISOString() : value;

/** Returns conditions on each field, some of which are true for the entity. */
const conditionsOn = ({ attributes, fields }: OwnResource, entity: OwnEntity): readonly Condition[] =>
  Object.entries(attributes).flatMap(([name, { kind }]): readonly Condition[] => {
    const value = attributeValues(fields, entity)[name];
    const present = comparison(name, 'exists', true);
    if (value === null || value === undefined) return [present, { not: present }];
    if (typeof value === 'object' && !(value instanceof Date))
      return [present, ...value.flatMap((each) => [comparison(name, 'contains', each)])];
    const operand = operandOf(value);
    const equal = comparison(name, 'eq', operand);
    const isOrdered = kind === 'string' || kind === 'number' || kind === 'time';
    const ordered = isOrdered ? [comparison(name, 'lte', operand), comparison(name, 'gt', operand)] : [];
    const below = kind === 'category' ? [comparison(name, 'under', operand)] : [];
    return [equal, { not: equal }, { all: [present, comparison(name, 'in', [operand])] }, ...ordered, ...below];
  });

/** Returns short forms of comparisons, some of which are true for an entry with these values. */
const shortFormsOf = (values: AttributeValues): readonly Readonly<Record<string, string>>[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const presence = ['true', 'false'].map((isPresent) => ({ [`${name}.exists`]: isPresent }));
    if (value === null || value === undefined) return presence;
    const texts = [value].flat().map((each) => (each instanceof Date ? each.toISOString() : String(each)));
    const forms = texts.flatMap((text) => [
      { [name]: text },
      ...['ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains'].map((operator) => ({ [`${name}.${operator}`]: text })),
      { [`${name}.gte`]: text, [`${name}.lte`]: text },
    ]);
    return [...presence, ...forms];
  });

/**
 * Declares mocha tests for what the service expects of every store of a resource that is defined with `defineResource`,
 * and of the events of its use cases. Call it in a test file.
 * @param adapter the name of the store for the titles of the tests
 * @example
 * const labels = defineResource({
 *   name: 'acme.label',
 *   since: 1795280000000,
 *   fields: { name: { type: 'text', max: 64, unique: true } },
 *   namedBy: 'name',
 * });
 * const declareTests = () => {
 *   const { world, views } = ownWorld(labels.resource);
 *   const repository = (tx: object) => Reflect.get(tx, 'ownEntities');
 *   const open = (): OwnStore => ({ work: world.work, repository, views });
 *   ownContract('memory', labels.resource, { open, draft: () => ({ name: unique('Label') }) });
 * };
 */
export function ownContract(adapter: string, resource: OwnResource, { open, draft }: OwnStoreSetting): void {
  const anEntity = (own: object = {}): OwnEntity => {
    const at = new Date();
    const html = Object.fromEntries([...resource.htmlNames.values()].map((each) => [each, null]));
    const values = newValues(resource.fields, { ...draft(), ...own }, anActor(), at);
    return { ...values, ...html, id: anId(), version: 1, createdAt: at, updatedAt: at };
  };
  const within = <Result>(
    use: (repository: OwnRepository) => Promise<Result>,
    options: TransactionOptions<object> = {},
  ): Promise<Result> => {
    const { work, repository } = open();
    return work.run((tx) => use(repository(tx)), options);
  };
  const namesWith = (setting: 'sort'): readonly string[] =>
    Object.entries(resource.fields).flatMap(([each, field]) => (field[setting] === true ? each : []));

  describe(`${resource.name} contract, ${adapter}`, () => {
    it('stores every field, increments the version with a change, and removes', async () => {
      const { views } = open();
      const entity = anEntity();
      await within((entities) => entities.add(entity));
      expect(await views.find(entity.id)).to.deep.equal(entity);
      const same = await within((entities) => entities.save({ ...entity, updatedAt: new Date(0) }));
      expect(same).to.deep.equal({ version: 1, updatedAt: entity.updatedAt });
      const changed = { ...anEntity(), id: entity.id, createdAt: entity.createdAt };
      expect((await within((entities) => entities.save(changed))).version).to.equal(2);
      expect(await within((entities) => entities.lock(entity.id))).to.deep.equal({ ...changed, version: 2 });
      await within((entities) => entities.remove(entity.id));
      expect(await views.find(entity.id)).to.equal(undefined);
    });

    it('stores nothing of a transaction that fails', async () => {
      const entity = anEntity();
      const failing = within(async (entities) => {
        await entities.add(entity);
        throw new Error('too late');
      });
      await failing.catch(() => undefined);
      expect(await open().views.find(entity.id)).to.equal(undefined);
    });

    for (const names of resource.uniques) {
      it(`refuses values of ${names.join(' and ')} that are in use, ignoring case`, async () => {
        const first = anEntity();
        await within((entities) => entities.add(first));
        const same = names.map((name) => {
          const [field, value] = [resource.fields[name], first[name] ?? null];
          const isText = field !== undefined && kindOf(field).ignoresCase === true;
          return [name, isText ? asText(value).toUpperCase() : value];
        });
        const second = anEntity(Object.fromEntries(same));
        const { refusal } = await refusalOf(within((entities) => entities.add(second)));
        expect(refusal).to.equal(ownTaken(resource.name, names));
        expect(await open().views.find(second.id)).to.equal(undefined);
      });
    }

    for (const { field, isList } of resource.references) {
      it(`refuses an id in ${field} of which there is nothing, and names the field`, async () => {
        const known = anEntity();
        await within((entities) => entities.add(known));
        const unknown = { [field]: isList ? [anId()] : anId() };
        const added = await refusalOf(within((entities) => entities.add(anEntity(unknown))));
        const checked = await refusalOf(within((entities) => entities.add(anEntity(unknown)), { isDryRun: true }));
        const changed = await refusalOf(within((entities) => entities.save({ ...known, ...unknown })));
        for (const { refusal, details } of [added, checked, changed]) {
          expect(refusal).to.equal(resource.unacceptable);
          expect(details).to.have.nested.property('[0].field', field);
        }
        expect(await open().views.find(known.id)).to.deep.equal(known);
      });

      it(`finds and locks the entries that refer to an id in ${field}`, async () => {
        const entity = anEntity();
        await within((entities) => entities.add(entity));
        const ids = [entity[field]].flat().filter(isId);
        if (ids.length === 0) return;
        const found = await within((entities) => entities.lockReferring(field, ids));
        expect(found.map(({ id }) => id)).to.include(entity.id);
        expect(found.find(({ id }) => id === entity.id)).to.deep.equal(entity);
      });
    }

    for (const { field, to, isList } of resource.references) {
      if (typeof to !== 'string' || isList) continue;
      const [name = ''] = Object.keys(referredAttributes[to]);
      it(`compares ${field}.${name} only of what the caller may read`, async () => {
        const entities = [anEntity(), anEntity(resource.fields[field]?.optional === true ? { [field]: null } : {})];
        for (const entity of entities) await within((repository) => repository.add(entity));
        const ids = entities.map(({ id }) => id);
        const referring = entities.filter((entity) => entity[field] !== null).map(({ id }) => id);
        const attribute = `${field}.${name}`;
        const found = async (filter: Condition, reach: boolean) => {
          const query = { page: 1, pageSize: 100, ids, filter, reaches: { [to]: reach } };
          return (await open().views.list(query)).items.map(({ id }) => id);
        };
        const unlike = comparison(attribute, 'ne', 'nothing is called like this');
        for (const [filter, ifRead, ifNot] of [
          [comparison(attribute, 'exists', true), referring, []],
          [comparison(attribute, 'exists', false), ids.filter((id) => !referring.includes(id)), ids],
          [unlike, referring, []],
          [{ not: unlike }, [], []],
        ] as const) {
          expect(await found(filter, true), JSON.stringify(filter)).to.have.members(ifRead);
          // Everybody may read a published content.
          if (to !== 'content') expect(await found(filter, false), JSON.stringify(filter)).to.have.members(ifNot);
        }
      });
    }

    for (const { field, to, isList, onDelete, inUse } of resource.references) {
      if (typeof to === 'string' || to.name !== resource.name) continue;
      const referTo = (...ids: readonly string[]) => ({ [field]: isList ? ids : (ids[0] ?? null) });
      /** Adds two entries that refer to each other. */
      const addPair = (): Promise<readonly [OwnEntity, OwnEntity]> =>
        within(async (entities) => {
          const first = anEntity();
          const second = anEntity(referTo(first.id));
          await entities.add({ ...first, ...referTo(first.id) });
          await entities.add(second);
          await entities.save({ ...first, ...referTo(second.id) });
          return [first, second];
        });

      it(`removes entries to which only removed ones refer in ${field}`, async () => {
        const { views } = open();
        const alone = anEntity();
        await within((entities) => entities.add({ ...alone, ...referTo(alone.id) }));
        await within((entities) => entities.remove(alone.id));
        const together = await addPair();
        await within((entities) => entities.removeAll(together.map(({ id }) => id)));
        const [first, second] = await addPair();
        await within(async (entities) => {
          await entities.remove(first.id);
          await entities.removeAll([second.id]);
        });
        for (const { id } of [alone, ...together, first, second]) expect(await views.find(id)).to.equal(undefined);
      });

      if (onDelete !== 'refuse') continue;
      it(`does not remove an entry to which another one refers in ${field}`, async () => {
        const [first] = await addPair();
        const { refusal } = await refusalOf(within((entities) => entities.remove(first.id)));
        expect(refusal).to.equal(inUse);
        expect(await open().views.find(first.id)).to.not.equal(undefined);
      });
    }

    const readFields = Object.entries(resource.fields).flatMap(([name, field]) =>
      field.sort === true && kindOf(field).order === 'language' ? name : [],
    );
    for (const name of readFields) {
      it(`sorts by ${name} as people read, and lists missing values last`, async () => {
        const ending = unique('');
        const values = ['Zebra', 'apfel', 'Äpfel', 'b'].map((each) => `${each}${ending}`);
        const missing = resource.fields[name]?.optional === true ? [null] : [];
        const entities = [...missing, ...values].map((value) => anEntity({ [name]: value }));
        for (const entity of entities) await within((repository) => repository.add(entity));
        const query = { page: 1, pageSize: 100, ids: entities.map(({ id }) => id), sortBy: name };
        const sorted = async (sortOrder: 'asc' | 'desc') =>
          (await open().views.list({ ...query, sortOrder })).items.map((each) => each[name]);
        const wanted = [...['apfel', 'Äpfel', 'b', 'Zebra'].map((each) => `${each}${ending}`), ...missing];
        expect(await sorted('asc')).to.deep.equal(wanted);
        expect(await sorted('desc')).to.deep.equal([
          ...wanted.toReversed().filter((each) => each !== null),
          ...missing,
        ]);
      });
    }

    it('lists each entry once in each order, with missing values last', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id);
      const listed = async (...sort: readonly SortKey<string>[]) =>
        (await views.list({ page: 1, pageSize: 100, ids, sort })).items;
      for (const by of ['createdAt', ...namesWith('sort')]) {
        const [rising, falling] = [await listed({ by, order: 'asc' }), await listed({ by, order: 'desc' })];
        const isPresent = (entity: OwnEntity): boolean => entity[by] !== null;
        expect(rising.map(({ id }) => id).toSorted(), by).to.deep.equal(ids.toSorted());
        expect(falling.filter(isPresent).toReversed(), by).to.deep.equal(rising.filter(isPresent));
        for (const each of [rising, falling])
          expect(each.filter(isPresent), by).to.deep.equal(each.slice(0, each.filter(isPresent).length));
        const twice = await listed({ by, order: 'asc' }, { by: 'createdAt', order: 'desc' });
        expect(
          twice.map((entity) => entity[by]),
          by,
        ).to.deep.equal(rising.map((entity) => entity[by]));
      }
    });

    it('reads all entries in parts, in the order of their ids', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id).toSorted();
      const [first, ...others] = await views.page({ ids }, { limit: 2 });
      const rest = await views.page({ ids }, { limit: 2, after: others[0]?.id });
      expect([first, ...others, ...rest].map((entity) => entity?.id)).to.deep.equal(ids);
      expect(await views.page({ ids }, { limit: 2, after: ids.at(-1) })).to.deep.equal([]);
    });

    it('answers short forms of comparisons as the evaluator of conditions does', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id);
      const types = filterAttributes(resource);
      const valuesOf = ({ id, createdAt, updatedAt, ...values }: OwnEntity) => ({
        ...attributeValues(resource.fields, values),
        id,
        createdAt,
        updatedAt,
      });
      const forms = entities.slice(0, 1).flatMap((entity) => shortFormsOf(valuesOf(entity)));
      // All forms take more than a second on the embedded database, so one of three is compared unless at full size.
      const step = size(3) === 3 ? 1 : 3;
      for (const sent of forms.filter((_form, index) => index % step === 0)) {
        const { condition, errors } = parseFilter(sent, types, () => false);
        const about = JSON.stringify([sent, errors]);
        const isTrue = (entity: OwnEntity): boolean =>
          condition !== undefined && permits(condition, { resource: valuesOf(entity), subject: {} });
        const wanted = errors.length > 0 ? [] : entities.filter(isTrue).map(({ id }) => id);
        const query = { ids, filter: errors.length > 0 ? comparison('id', 'in', []) : condition };
        const { items, total } = await views.list({ page: 1, pageSize: 100, ...query });
        expect([items.map(({ id }) => id).toSorted(), total], about).to.deep.equal([wanted.toSorted(), wanted.length]);
      }
    });

    it('counts the entries with each value of a field', async () => {
      const { views } = open();
      const entities = Array.from({ length: 5 }, () => anEntity());
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id);
      const counted = Object.entries(resource.attributes).filter(
        ([, { kind }]) => !kind.endsWith('[]') && kind !== 'time',
      );
      for (const [by] of counted) {
        const { total, counts } = await views.count({ ids }, by);
        expect(total, by).to.equal(entities.length);
        for (const { value, count } of counts)
          expect(entities.filter((entity) => entity[by] === value).length, `${by}: ${String(value)}`).to.equal(count);
        expect(
          counts.reduce((sum, { count }) => sum + count, 0),
          by,
        ).to.equal(total);
        const numbers = counts.map(({ count }) => count);
        expect(numbers, by).to.deep.equal(numbers.toSorted((a, b) => b - a));
      }
    });

    it('sorts numbers, choices, days and times by their values, and lists missing ones last', async () => {
      const entities = Array.from({ length: 5 }, () => anEntity());
      for (const entity of entities) await within((repository) => repository.add(entity));
      const sorted = Object.entries(resource.fields).filter(
        ([, field]) => field.sort === true && kindOf(field).order === 'value',
      );
      for (const [sortBy, field] of sorted) {
        const keyOf = (entity: OwnEntity): number | string => {
          const value = entity[sortBy] ?? null;
          if (value === null) return Infinity;
          if (value instanceof Date) return value.getTime();
          return field.type === 'decimal' ? Number(value) : typeof value === 'number' ? value : asText(value);
        };
        const query = { page: 1, pageSize: 100, ids: entities.map(({ id }) => id), sortBy };
        const keys = (await open().views.list(query)).items.map(keyOf);
        const isMissing = (key: number | string): boolean => key === Infinity;
        const present = keys.filter((key) => !isMissing(key));
        const rising = present.toSorted((a, b) => Number(a > b) - Number(a < b));
        expect(keys, sortBy).to.deep.equal([...rising, ...keys.filter(isMissing)]);
      }
    });

    it('lists exactly the entries for which a condition is true, and counts them', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id);
      for (const condition of entities.slice(0, size(3)).flatMap((entity) => conditionsOn(resource, entity))) {
        const isTrue = (entity: OwnEntity): boolean =>
          permits(condition, { resource: attributeValues(resource.fields, entity), subject: {} });
        const wanted = entities.filter(isTrue).map(({ id }) => id);
        const { items, total } = await views.list({ page: 1, pageSize: 100, ids, filter: condition });
        expect([items.map(({ id }) => id).toSorted(), total], JSON.stringify(condition)).to.deep.equal([
          wanted.toSorted(),
          wanted.length,
        ]);
      }
    });
  });

  describe(`The use cases of ${resource.name}`, () => {
    it('record one event for each change, with exactly the changed fields', async () => {
      const { world, use } = ownWorld(resource);
      const { fields, references } = resource;
      const actor = anActor();
      const none = Object.fromEntries(references.map(({ field, isList }) => [field, isList ? [] : null]));
      const first = { ...draft(), ...none };
      const fixed = Object.entries(first).filter(([name]) => fields[name]?.fixed === true);
      const second = { ...draft(), ...none, ...Object.fromEntries(fixed) };
      const { id } = await use.create({ actor, draft: first });
      const jsonOf = (values: OwnDraft, name: string): string => JSON.stringify(storedValues(fields, values)[name]);
      const changed = Object.keys(second).filter((name) => jsonOf(first, name) !== jsonOf(second, name));
      await use.update({ actor, id, ifMatch: [1], change: second });
      await use.update({ actor, id, ifMatch: [2], change: second });
      await use.remove({ actor, id, ifMatch: [2] });
      const events = await world.events.page({ limit: 10, subjectId: id });
      const { created, updated, deleted } = resource.events;
      expect(events.map(({ type }) => type)).to.deep.equal([deleted.type, updated.type, created.type]);
      expect(Object.keys(events[1]?.changes ?? {})).to.have.members(changed);
      for (const { actor: by } of events) expect(by.id).to.equal(actor.id);
    });
  });
}
