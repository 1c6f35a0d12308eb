import type { OwnRepository, OwnViews, UnitOfWork } from '@portcullis/application';
import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import { permits } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { ownTaken, type OwnDraft, type OwnEntity, type OwnResource } from '@portcullis/domain/internal/own-resource';
import { expect } from 'chai';
import { anActor, anId } from '../builders.ts';
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

/** Returns conditions on each field, some of which are true for the entity. */
const conditionsOn = ({ attributes }: OwnResource, entity: OwnEntity): readonly Condition[] =>
  Object.entries(attributes).flatMap(([name, { kind }]): readonly Condition[] => {
    const value = entity[name];
    const present = comparison(name, 'exists', true);
    if (value === null || value === undefined || value instanceof Date) return [present, { not: present }];
    const equal = comparison(name, 'eq', value);
    const ordered = kind === 'boolean' ? [] : [comparison(name, 'lte', value), comparison(name, 'gt', value)];
    return [equal, { not: equal }, { all: [present, comparison(name, 'in', [value])] }, ...ordered];
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
    const optional = Object.fromEntries(Object.keys(resource.fields).map((each) => [each, null]));
    return { ...optional, ...draft(), ...own, id: anId(), version: 1, createdAt: at, updatedAt: at };
  };
  const within = <Result>(use: (repository: OwnRepository) => Promise<Result>): Promise<Result> => {
    const { work, repository } = open();
    return work.run((tx) => use(repository(tx)));
  };
  const namesWith = (setting: 'filter' | 'sort'): readonly string[] =>
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

    for (const name of resource.uniqueFields) {
      it(`refuses a value of ${name} that is in use, ignoring case`, async () => {
        const first = anEntity();
        await within((entities) => entities.add(first));
        const second = anEntity({ [name]: String(first[name]).toUpperCase() });
        const { refusal } = await refusalOf(within((entities) => entities.add(second)));
        expect(refusal).to.equal(ownTaken(resource.name, name));
        expect(await open().views.find(second.id)).to.equal(undefined);
      });
    }

    it('lists each entry once, by each filter and in each order', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const idsOf = async (query: object): Promise<readonly string[]> => {
        const { total } = await views.list({ page: 1, pageSize: 1, ...query });
        const ids: string[] = [];
        for (let page = 1; ids.length < total; page += 1)
          ids.push(...(await views.list({ page, pageSize: 100, ...query })).items.map(({ id }) => id));
        return ids;
      };
      for (const name of namesWith('filter')) {
        const wanted = entities[0]?.[name];
        const matching = entities.filter((entity) => entity[name] === wanted).map(({ id }) => id);
        const found = wanted === null ? matching : await idsOf({ [name]: wanted });
        expect(found, name).to.include.members(matching);
        const others = entities.filter((entity) => entity[name] !== wanted).map(({ id }) => id);
        expect(
          found.filter((id) => others.some((other) => other === id)),
          name,
        ).to.deep.equal([]);
      }
      for (const sortBy of ['createdAt', ...namesWith('sort')]) {
        const rising = await idsOf({ sortBy });
        expect(new Set(rising).size, sortBy).to.equal(rising.length);
        expect((await idsOf({ sortBy, sortOrder: 'desc' })).toReversed(), sortBy).to.deep.equal(rising);
      }
    });

    it('lists exactly the entries for which a condition is true, and counts them', async () => {
      const { views } = open();
      const entities = [anEntity(), anEntity(), anEntity()];
      for (const entity of entities) await within((repository) => repository.add(entity));
      const ids = entities.map(({ id }) => id);
      for (const condition of entities.flatMap((entity) => conditionsOn(resource, entity))) {
        const isTrue = (entity: OwnEntity): boolean => permits(condition, { resource: entity, subject: {} });
        const wanted = entities.filter(isTrue).map(({ id }) => id);
        const { items, total } = await views.list({ page: 1, pageSize: 100, ids }, condition);
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
      const [actor, first, second] = [anActor(), draft(), draft()];
      const { id } = await use.create({ actor, draft: first });
      const changed = Object.keys(second).filter((name) => first[name] !== second[name]);
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
