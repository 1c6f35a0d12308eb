import { openDatabase, typeormUnitOfWork, viewsOf, type Database } from '@portcullis/adapters-persistence';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { ownUseCases } from '@portcullis/application/internal/own-resources';
import type { OwnRepository, OwnViews, OwnWork } from '@portcullis/application/internal/ports/own-resources';
import { transactions } from '@portcullis/application/internal/transactions';
import type { OwnDraft, OwnEntity } from '@portcullis/domain';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { isId, type Id } from '@portcullis/domain/internal/shared/ids';
import { anActor, InMemoryWorld, ownFake } from '@portcullis/testing';
import { Choices } from '@portcullis/testing/internal/contracts/random-access';
import { size } from '@portcullis/testing/internal/full-size';
import { expect } from 'chai';
import { ownLabels } from './own-labels.ts';
import { ownOrders } from './own-orders.ts';

const resources = { teamOrders: ownOrders.resource, teamLabels: ownLabels.resource };
type Name = keyof typeof resources;
const stores = { ...ownOrders.stores, ...ownLabels.stores };

const repositoryIn =
  (name: string) =>
  (tx: object): OwnRepository => {
    const repository: OwnRepository = Reflect.get(tx, name);
    return repository;
  };

function anIdOf<Kind extends string>(series: string, number: number): Id<Kind> {
  const id = `00000000-0000-4000-${series}-${String(number).padStart(12, '0')}`;
  if (isId<Kind>(id)) return id;
  throw new RangeError(`${id} is not an id.`);
}

/** One write: a new entry, a change or a deletion. An id may be one that does not exist. */
interface Write {
  readonly name: Name;
  readonly kind: 'create' | 'update' | 'remove';
  readonly id: Id<string>;
  readonly values: OwnDraft;
}

/** Returns a function that writes to a store, and returns the refusal or nothing. */
function writerOn(work: OwnWork['work'], views: Readonly<Record<Name, OwnViews>>) {
  let [events, milliseconds] = [0, Date.UTC(2026, 0, 1)];
  let entryId: Id<string> | undefined;
  const ids = {
    next: <Kind extends string>(): Id<Kind> => {
      const id = entryId ?? anIdOf('b000', (events += 1));
      entryId = undefined;
      if (isId<Kind>(id)) return id;
      throw new RangeError(`${id} is not an id.`);
    },
  };
  const clock = { now: () => new Date(milliseconds) };
  const actor = anActor({ id: anIdOf('c000', 1) });
  const useOf = (name: Name) =>
    ownUseCases(resources[name], {
      work,
      clock,
      ids,
      htmlOf: async (text) => text,
      repository: repositoryIn(name),
      views: views[name],
    });
  const use = { teamOrders: useOf('teamOrders'), teamLabels: useOf('teamLabels') };
  return async ({ name, kind, id, values }: Write): Promise<string | undefined> => {
    const { create, update, remove } = use[name];
    entryId = kind === 'create' ? id : undefined;
    milliseconds += 1000;
    const input = { actor, id, ifMatch: undefined };
    try {
      if (kind === 'create') await create({ actor, draft: values });
      else if (kind === 'update') await update({ ...input, change: values });
      else await remove(input);
      return undefined;
    } catch (error) {
      if (error instanceof BusinessError) return error.refusal;
      throw error;
    }
  };
}

/** Returns a random history of labels and orders that refer to them and to each other. */
function randomHistory(choices: Choices, length: number): readonly Write[] {
  const ids: Record<Name, Id<string>[]> = { teamOrders: [], teamLabels: [] };
  const known = (name: Name): Id<string> => choices.oneOf([...ids[name].slice(-6), anIdOf('f000', 1)]);
  const labelOf = (): OwnDraft => ({
    name: choices.oneOf(['Bug', 'BUG', 'idea', 'Zebra', 'apfel']),
    colour: '#336699',
    rank: choices.below(3),
    isShown: true,
    size: 'small',
  });
  const orderOf = (): OwnDraft => ({
    title: choices.oneOf(['a', 'B', 'ä']),
    number: choices.below(9),
    region: choices.oneOf(['north', 'south']),
    amount: choices.oneOf(['0', '1.5', '1.50']),
    contact: choices.oneOf([null, null, 'ada@example.com', 'Bob@example.com']),
    label: known('teamLabels'),
    labels: [...new Set(choices.some(ids.teamLabels.slice(-4), 0.5))],
    parent: choices.isTrue(0.5) ? known('teamOrders') : null,
    after: choices.isTrue(0.5) ? known('teamOrders') : null,
    related: [...new Set(choices.some(ids.teamOrders.slice(-4), 0.3))],
    details: choices.oneOf([null, { b: 1, a: 2 }, [{ zz: 1, y: 2 }]]),
    isPaid: false,
    owner: null,
  });
  return Array.from({ length }, (_, index): Write => {
    const name = choices.oneOf(['teamOrders', 'teamOrders', 'teamLabels'] as const);
    const kind = choices.oneOf(['create', 'create', 'update', 'remove'] as const);
    const all = name === 'teamOrders' ? orderOf() : labelOf();
    const id = kind === 'create' ? anIdOf('a000', index + 1) : known(name);
    if (kind === 'create') ids[name].push(id);
    const changed = Object.entries(all).filter(([field]) => field !== 'number' && choices.isTrue(0.4));
    return { name, kind, id, values: kind === 'create' ? all : Object.fromEntries(changed) };
  });
}

describe('Random histories of resources that refer to each other', () => {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  let server: TemporaryDatabase | undefined;
  let database: Database;
  before(async () => {
    server = adminUrl === undefined ? undefined : await temporaryDatabase(adminUrl);
    database = await openDatabase({ poolSize: 2, url: server?.url, stores });
  });
  after(async () => {
    await database.close();
    await server?.drop();
  });

  it('have the same refusals and entries in memory as in the database', async () => {
    for (let seed = 1; seed <= size(20); seed += 1) {
      const { pool } = database;
      await pool.query('DELETE FROM team_orders');
      await pool.query('DELETE FROM team_labels');
      const world = InMemoryWorld.seeded({
        teamOrders: ownFake(ownOrders.resource),
        teamLabels: ownFake(ownLabels.resource),
      });
      let events = 0;
      const ids = { next: <Kind extends string>(): Id<Kind> => anIdOf(`d${seed % 10}00`, (events += 1)) };
      const work = transactions(typeormUnitOfWork(database, stores), { clock: world.clock, ids, own: stores });
      const [inMemory, inDatabase] = [writerOn(world.work, world), writerOn(work, viewsOf(database.reader, stores))];
      const history = randomHistory(new Choices(seed), 80);
      for (const [index, write] of history.entries()) {
        const title = `seed ${seed}, write ${index}: ${JSON.stringify(write)}`;
        const wanted = await inMemory(write);
        expect(await inDatabase(write), title).to.equal(wanted);
      }
      for (const name of ['teamOrders', 'teamLabels'] as const) {
        for (const sortBy of ['createdAt', name === 'teamOrders' ? 'title' : 'name']) {
          const list = async (views: OwnViews): Promise<readonly OwnEntity[]> =>
            (await views.list({ page: 1, pageSize: 100, sortBy })).items;
          const stored = await list(viewsOf(database.reader, stores)[name]);
          expect(JSON.parse(JSON.stringify(stored)), `seed ${seed}`).to.deep.equal(
            JSON.parse(JSON.stringify(await list(world[name]))),
          );
        }
      }
    }
  });
});
