export { type Grants, isPermitted, requireAccess, type Requirement } from './access/access.ts';
export type { Actor, Client } from './shared/actor.ts';
export type { Condition } from './conditions/condition.ts';
export {
  declareEvent,
  declareSubject,
  type EventDeclaration,
  evenUnchanged,
  ofDeletion,
  type RecordedFields,
  recordedFields,
  type SubjectDeclaration,
} from './shared/declare-event.ts';
export {
  BusinessError,
  type DeclaredRefusal,
  declareRefusal,
  type FieldError,
  orNotFound,
  type Refusal,
} from './shared/errors.ts';
export type { DomainEvent } from './events/event.ts';
export { type Id, isId, type UserId } from './shared/ids.ts';
export type { OwnField, OwnFields, OwnValue, Translated } from './own-fields.ts';
export type { OwnDraft, OwnEntity, OwnRefusal, OwnResource, OwnRule } from './own-resource.ts';
export { declarePermission, type PermissionCode } from './roles/permission.ts';
export { caseKey, type TextRule } from './names/text.ts';
export { firstVersion, type VersionCondition, type Versioned } from './shared/version.ts';
