export {
  aCategory,
  aContent,
  aMenu,
  anActor,
  anId,
  aPermission,
  aRole,
  aTag,
  aUser,
  unique,
} from './builders.ts';
export { SettableClock } from './fakes.ts';
export { type Given, given } from './given.ts';
export { ownFake } from './own-resource-fake.ts';
export { ownWorld } from './own-world.ts';
export { refusalOf } from './refusal-of.ts';
export { type ListRules, pageOf } from './tables/pages.ts';
export { ownTable, type State } from './tables/state.ts';
export { table } from './tables/tables.ts';
export { InMemoryWorld } from './world.ts';
