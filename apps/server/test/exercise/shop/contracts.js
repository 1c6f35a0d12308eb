// Run by mocha in the project outside this repository: the contracts of its resources, in memory and in a database.
import { openDatabase, typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import { anId, InMemoryWorld, ownFake, unique } from '@portcullis/testing';
import { ownContract } from '@portcullis/testing/contracts';
import { customers, lines, orders, products } from './src/shop.js';

const resources = [products, customers, orders, lines];
const stores = Object.assign({}, ...resources.map((each) => each.stores));
const storeOf = (each) => Object.keys(each.stores)[0];
const fakes = Object.fromEntries(resources.map((each) => [storeOf(each), ownFake(each.resource)]));

const places = {
  'in memory': async () => {
    const world = InMemoryWorld.seeded(fakes);
    return { work: world.work, views: world, close: async () => undefined };
  },
  'in a database': async () => {
    const url = process.env.DATABASE_URL;
    const database = await openDatabase({ ...(url && { url }), poolSize: url ? 4 : 1, stores });
    const views = viewsOf(database.reader, stores);
    return { work: typeormUnitOfWork(database, stores), views, close: () => database.close() };
  },
};

let count = 0;
const drafts = {
  [products.name]: () => ({
    code: unique('P-'),
    name: unique('Ämter'),
    description: '*x*',
    price: `${(count += 1)}.50`,
  }),
  [customers.name]: () => ({ name: unique('Ämter'), email: `${unique('a')}@example.com`, region: 'north' }),
  [orders.name]: ({ customer }) => ({
    ...{ number: unique('N-'), customer, region: 'north', state: 'new' },
    placedAt: new Date(1_795_000_000_000 + (count += 1)).toISOString(),
  }),
  [lines.name]: ({ order, product }) => ({
    ...{ order, product, region: 'north', name: unique('Ämter'), quantity: (count += 1), price: '1.00' },
  }),
};

for (const [place, open] of Object.entries(places)) {
  describe(`The shop ${place}`, () => {
    let opened;
    const known = {};
    const add = (each, further = {}) =>
      opened.work.run(async (tx) => {
        const [id, at] = [anId(), new Date()];
        const values = { ...drafts[each.name](known), ...further, id, version: 1, createdAt: at, updatedAt: at };
        await tx[storeOf(each)].add(values);
        return id;
      });
    before(async () => {
      opened = await open();
      known.product = await add(products, { descriptionHtml: null, picture: null });
      known.customer = await add(customers);
      known.order = await add(orders, { placedAt: new Date() });
    });
    after(() => opened.close());
    for (const each of resources)
      ownContract(place, each.resource, {
        open: () => ({
          work: opened.work,
          repository: (tx) => tx[storeOf(each)],
          views: opened.views[storeOf(each)],
        }),
        draft: () => drafts[each.name](known),
      });
  });
}
