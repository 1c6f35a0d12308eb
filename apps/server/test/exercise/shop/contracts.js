// Run by mocha in the project outside this repository: the contracts of its resources, in memory and in a database.
import { openDatabase, typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import { ownWorld, unique } from '@portcullis/testing';
import { ownContract } from '@portcullis/testing/contracts';
import { ownLabels } from './src/own-labels.js';
import { project } from './src/project.js';

const kinds = ['planned', 'active', 'closed'];
let count = 0;
const drafts = {
  'shop.project': () => {
    count += 1;
    const ownerId = `0b8bd2a5-0f4a-4d5e-9f5f-${String(count % 2).padStart(12, '0')}`;
    return { name: unique('Ämter'), ownerId, status: kinds[count % 3], members: count };
  },
  'team.label': () => {
    count += 1;
    return {
      name: unique('Ämter'),
      colour: '#336699',
      rank: count,
      isShown: count % 2 === 0,
      size: 'small',
      description: null,
    };
  },
};

for (const { resource, stores: own } of [project, ownLabels]) {
  const draft = drafts[resource.name];
  const { world, views } = ownWorld(resource);
  const inMemory = { work: world.work, repository: (tx) => tx.ownEntities, views };
  ownContract('in memory', resource, { open: () => inMemory, draft });

  describe(`${resource.name} in a database`, () => {
    const stores = { entities: Object.values(own)[0] };
    let database;
    before(async () => {
      const url = process.env.DATABASE_URL;
      database = await openDatabase({ ...(url && { url }), poolSize: url ? 4 : 1, stores });
    });
    after(() => database.close());
    ownContract('in a database', resource, {
      open: () => ({
        work: typeormUnitOfWork(database, stores),
        repository: (tx) => tx.entities,
        views: viewsOf(database.reader, stores).entities,
      }),
      draft,
    });
  });
}
