export { isPermitted, requireAccess, type Requirement, type Grants } from './access.ts';
export {
  accessControlEvents,
  documentOf,
  InvalidDocument,
  documentVersion,
  type AccessControl,
  type AccessControlDocument,
  type ImportedDocument,
  type MenuEntry,
  type RoleEntry,
} from './access-control.ts';
export {
  changedFields,
  accessControlChanges,
  type AccessControlChanges,
  type EntryChange,
} from './access-control-changes.ts';
export { userActor, type Actor, type ActorType, type Client } from './actor.ts';
export { rolesSetRecord, type AuditRecord, type RolesSetEvent } from './audit-record.ts';
export {
  administratorRole,
  builtInMenus,
  builtInPermissions,
  builtInRoles,
  contentPermissions,
  draftReaders,
  type ContentPermissionCode,
  editorRoles,
  moderatorRole,
  operatorId,
  userRole,
  type BuiltInMenu,
  type BuiltInPermission,
  type BuiltInRole,
} from './built-in.ts';
export { missingMenus, missingPermissions, type MissingPermission } from './missing-built-in.ts';
export {
  categoryEvents,
  categoryLimits,
  categoryTree,
  checkCategoryPlace,
  type Category,
  type EditableCategory,
  type CategoryPlace,
} from './category.ts';
export {
  contentEvents,
  contentLimits,
  editorTypes,
  isMarkdown,
  afterStatusAction,
  renderedBody,
  suppliedBody,
  type Content,
  type ContentBody,
  type ContentFields,
  type ContentStatusAction,
  type ContentView,
  type EditorType,
  type Outline,
  type Rendered,
  type TocEntry,
  type Fingerprint,
  type RecordedContent,
} from './content.ts';
export { contentStatuses, type ContentStatus } from './schedule.ts';
export { dueTransitions, noSchedule, withSchedule, stateAt, type Schedule, type Scheduled } from './schedule.ts';
export {
  BusinessError,
  declareRefusal,
  orNotFound,
  type DeclaredRefusal,
  type FactorChallenge,
  type FieldError,
  type NotFound,
  type Refusal,
  type RefusalDetails,
  type OutdatedVersion,
  type VersionConflict,
} from './errors.ts';
export {
  deliveryEvents,
  afterDeliveryAttempt,
  attemptDelaysMs,
  deliveryKinds,
  deliverySlots,
  deliveryStates,
  isFinalAttempt,
  jitterShare,
  maxRetryAfterMs,
  newDelivery,
  restartDelivery,
  slotsPerReceiver,
  type AttemptResult,
  type Delivery,
  type DeliveryKind,
  type DeliveryState,
  type DeliveryMessage,
} from './delivery.ts';
export { takenMessages, type TakenRefusal } from './errors.ts';
export {
  declareEvent,
  declareSubject,
  type DeclaredName,
  evenUnchanged,
  isCountField,
  ofDeletion,
  ofDeletionAffecting,
  recordedFields,
  type Change,
  type Changes,
  type EventDeclaration,
  type Identified,
  type RecordedFields,
  type SubjectDeclaration,
} from './declare-event.ts';
export {
  isRecorded,
  newEvent,
  withoutOtherClients,
  type DomainEvent,
  type EventActor,
  type EventCause,
  type EventInput,
  type EventKind,
  type EventSubject,
  type NewEvent,
} from './event.ts';
export {
  eventTypes,
  incrementsVersion,
  subjectTypes,
  type EventType,
  type SubjectType,
  type VersionEventType,
} from './event-types.ts';
export {
  explainAccess,
  type ExplainedAccess,
  type AssignedPermission,
  type AssignedAccess,
  type AssignedRole,
  type RoleSummary,
} from './explain-access.ts';
export {
  isEffective,
  pathConditions,
  reasonsAgainst,
  type IneffectiveReason,
  type PathCondition,
  type PathPart,
} from './effective-access.ts';
export {
  isId,
  type AuditRecordId,
  type CategoryId,
  type ContentId,
  type DeliveryId,
  type EventId,
  type FactorId,
  type Id,
  type IdentityId,
  type MenuId,
  type PermissionId,
  type RoleId,
  type SessionId,
  type TagId,
  type UserId,
  type WebhookId,
} from './ids.ts';
export {
  factorEvents,
  acceptableSteps,
  challengeSeconds,
  checkFactorCount,
  isConfirmed,
  newFactor,
  newLoginChallenge,
  requireOpenChallenge,
  type Factor,
  type LoginChallenge,
  type TotpFactor,
} from './factor.ts';
export { newPasskey, passkeyNameRule, type Passkey, type PasskeyCredential } from './passkey.ts';
export { newPasskeyChallenge, type PasskeyChallenge } from './passkey-challenge.ts';
export type { PasskeyCreationOptions, PasskeyDescriptor, PasskeyRequestOptions } from './passkey-options.ts';
export { isKnownAddress, knownAddressMs, maxLoginAddresses, type LoginAddress } from './login-address.ts';
export {
  menuEvents,
  checkMenuParent,
  checkMenuPlace,
  iconTypes,
  menuDefaults,
  menuEnabled,
  menuLimits,
  menuStatuses,
  menuTypes,
  viewMenu,
  type IconType,
  type Menu,
  type MenuFields,
  type MenuPlace,
  type MenuStatus,
  type MenuType,
  type MenuView,
  type RouteQuery,
} from './menu.ts';
export { placeMenu, type MenuOrder, type MenuPlacement } from './menu-order.ts';
export { menuTree, routeTree, type RouteNode, type SortedMenu, type UserRoutes } from './menu-tree.ts';
export { compareText, type TreeOf } from './tree.ts';
export { accountRuleErrors, checkNewAccount, type AccountInput } from './new-account.ts';
export { checkPassword, passwordError, passwordMaxLength, type PasswordPolicy } from './password.ts';
export {
  permissionEvents,
  declarePermission,
  permissionLimits,
  type DeclaredPermissionCode,
  type EditablePermission,
  type Permission,
  type PermissionCode,
} from './permission.ts';
export {
  maxLinks,
  missingIds,
  replaceLinks,
  unknownIdsError,
  type LinkChange,
  type LinkReplacement,
} from './replace-links.ts';
export {
  previewLinkEvents,
  previewExpiry,
  previewLifetimeRule,
  type PreviewLink,
  type PreviewLinkId,
} from './preview-link.ts';
export type { ExternalAccount, Identity, RoleMap, SignInTicket } from './identity.ts';
export {
  idempotencyLimits,
  requireSameBody,
  type CompletedRequest,
  type IdempotentRequest,
  type StoredResponse,
} from './idempotency.ts';
export { streamTicketMs, type StreamTicket } from './live-updates.ts';
export {
  mayChangeRecipient,
  concerns,
  noticesOf,
  type StreamRecipient,
  type LiveMessage,
  type LiveMessageType,
  type Notice,
} from './live-updates.ts';
export {
  workingCopyEvents,
  beginWorkingCopy,
  editedFields,
  requireCurrentBase,
  withWorkingCopy,
  type EditedField,
  type WorkingCopy,
} from './working-copy.ts';
export {
  changedContentFields,
  keepsHtml,
  revisedFields,
  revisionKinds,
  type RevisedField,
  type RevisedFields,
  type Revision,
  type RevisionKind,
} from './revision.ts';
export {
  isRegistrationOpen,
  registrationClosed,
  registrationModes,
  type RegistrationMode,
} from './new-account.ts';
export { missingSecretsKeys, type SecretsKeys } from './secrets-keys.ts';
export { isSamePeriod, type GrantPeriod, type RoleGrant } from './role-grant.ts';
export { roleEvents, refuseSystemRole, roleLimits, type Role, type EditableRole } from './role.ts';
export { checkChangedSlug, checkSlug, headingId, slugFrom } from './slug.ts';
export {
  accountLocked,
  sessionEvents,
  maxLiveSessions,
  openSession,
  provesFactor,
  lastAuthentication,
  renewAuthentication,
  refreshGraceMs,
  matchRefreshToken,
  rotateSession,
  sessionEnd,
  type Session,
  type SessionLifetimes,
  type AuthenticationMethod,
} from './session.ts';
export {
  mailLinkEvents,
  mailLanguages,
  mailPurposes,
  newMailLink,
  requireOpenMailLink,
  type MailLanguage,
  type MailLink,
  type MailLinkPurpose,
  type MailPurpose,
} from './mail-link.ts';
export { newSetupLink, requireOpenSetupLink, type SetupLink } from './setup-link.ts';
export { disabled, enabled, statuses, type Status } from './status.ts';
export { tagEvents, tagLimits, type Tag, type EditableTag, type TagView } from './tag.ts';
export { caseKey, Utf8Text, type TextRule } from './text.ts';
export {
  userEvents,
  removesAdminRole,
  newUser,
  refuseAdministratorRequest,
  changedUser,
  isReservedName,
  isSameAddress,
  withNewPassword,
  requireInvited,
  refuseReservedName,
  userLimits,
  type Gender,
  type NewUser,
  type RequestedRoles,
  type User,
  type UserChange,
} from './user.ts';
export { userDetailsModes, userDetailsReaders, type UserDetailsMode } from './user.ts';
export { checkChangedEmail, checkEmail, emailError, emailKey } from './email.ts';
export { checkChangedUsername, checkUsername, usernameError, usernameKey } from './username.ts';
export {
  webhookEvents,
  afterAttempt,
  disabledReasons,
  failingMs,
  matchesType,
  signingSecrets,
  webhookLimits,
  changedWebhook,
  withRotatedSecret,
  type DisabledReason,
  type Webhook,
  type EditableWebhook,
  type WebhookView,
} from './webhook.ts';
export { firstVersion, requireVersion, type VersionCondition, type Versioned } from './version.ts';
export { excerptFinder, type Excerpt } from './excerpt.ts';
export {
  isCjk,
  matchesTerm,
  plainText,
  searchedParts,
  searchFields,
  searchQueryRule,
  searchTerms,
  searchWords,
  type SearchedContent,
  type SearchedPart,
  type SearchField,
  type SearchTerm,
} from './search.ts';
export { identityEvents } from './identity.ts';
