import { InMemoryWorld } from '../src/testing/index.ts';
import { storeContract } from '../src/testing/contracts/index.ts';

const world = InMemoryWorld.seeded();
// The contracts compare timestamps with the system clock, as a database does.
before(() => world.clock.set(new Date()));

storeContract('the in-memory world', () => world);
