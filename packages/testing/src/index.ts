export {
  aCategory,
  aClient,
  aContent,
  aDelivery,
  aMenu,
  anActor,
  anAuditRecord,
  anEvent,
  anId,
  anIdentity,
  aPermission,
  aRole,
  aSession,
  aTag,
  aUser,
  aWebhook,
  unique,
} from './builders.ts';
export { fakeHtmlOf, hashOf, SettableClock } from './fakes.ts';
export { aFactor, aPasskey, codeAt } from './factors.ts';
export { registrationResponse, FakePasskeys, authenticationResponse } from './fake-passkeys.ts';
export { aProvider } from './fake-providers.ts';
export { given, givenPassword, type Given } from './given.ts';
export { refusalOf } from './refusal-of.ts';
export { editorTypesOfHistories, restoreHistory, type HistoryStep } from './restore-history.ts';
export { InMemoryWorld } from './world.ts';
export { pageOf, type ListRules } from './tables/pages.ts';
export { ownTable, type State } from './tables/state.ts';
export { table } from './tables/tables.ts';
