export {
  aCategory,
  aContent,
  aMenu,
  anActor,
  anAuditRecord,
  anId,
  aPermission,
  aRole,
  aSession,
  aTag,
  aUser,
  unique,
} from './builders.ts';
export { fakeHtmlOf, hashOf, SettableClock } from './effects.ts';
export { given, givenPassword, type Given } from './given.ts';
export { refusalOf } from './refusal-of.ts';
export { InMemoryWorld } from './world.ts';
