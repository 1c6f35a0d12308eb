import { InMemoryWorld } from '../src/testing/index.ts';
import { storeContract } from '../src/testing/contracts/index.ts';

const world = InMemoryWorld.seeded();

storeContract('the in-memory world', () => world);

// Like a database, the world reads the time of the machine: what has expired for the contract has expired for its views.
world.clock.set(new Date());
