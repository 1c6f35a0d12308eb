import { InMemoryWorld } from '../src/index.ts';
import { storeContract } from '../src/contracts/index.ts';

const world = InMemoryWorld.seeded();
// The contract tests use the system clock, as a database does, so the world must have the same time.
before(() => world.clock.set(new Date()));

storeContract('the in-memory world', () => world);
