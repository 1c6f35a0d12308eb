import { InMemoryWorld } from '../src/testing/index.ts';
import { storeContract } from '../src/testing/contracts/index.ts';

const world = InMemoryWorld.seeded();

storeContract('the in-memory world', () => world);
