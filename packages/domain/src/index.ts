export { type Grants, isPermitted, requireAccess, type Requirement } from './access.ts';
export type { Actor, Client } from './actor.ts';
export type { Condition } from './condition.ts';
export {
  declareEvent,
  declareSubject,
  type EventDeclaration,
  evenUnchanged,
  ofDeletion,
  type RecordedFields,
  recordedFields,
  type SubjectDeclaration,
} from './declare-event.ts';
export {
  BusinessError,
  type DeclaredRefusal,
  declareRefusal,
  type FieldError,
  orNotFound,
  type Refusal,
} from './errors.ts';
export type { DomainEvent } from './event.ts';
export { type Id, isId, type UserId } from './ids.ts';
export type { OwnDraft, OwnEntity, OwnField, OwnFields, OwnResource, OwnValue, Translated } from './own-resource.ts';
export { declarePermission, type PermissionCode } from './permission.ts';
export { caseKey, type TextRule } from './text.ts';
export { firstVersion, type VersionCondition, type Versioned } from './version.ts';
