import { InMemoryWorld } from '../src/index.ts';
import { mediaStoreContract } from '../src/contracts/media-store.ts';

const { mediaStore: store, localFiles, clock } = InMemoryWorld.seeded();
let count = 0;

mediaStoreContract('the in-memory world', () => ({
  store,
  create: async (content) => localFiles.put(`/local/${(count += 1)}`, content),
  now: () => clock.now(),
}));
