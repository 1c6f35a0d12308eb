export * from './access-control-changes.ts';
export {
  type AccessControl,
  type AccessControlDocument,
  conditionalDocumentVersion,
  accessControlEvents,
  documentOf,
  documentVersion,
  type ImportedDocument,
  InvalidDocument,
  type MenuEntry,
  type RoleEntry,
} from './access-control.ts';
export * from './access-differences.ts';
export type * from './access-facts.ts';
export * from './access-filter.ts';
export type { AccessPath, MenuPath, NearMissReason, PermissionPath } from './access-paths.ts';
export * from './access.ts';
export * from './actor.ts';
export { isAddressRange, isInRanges } from './address-range.ts';
export * from './api-key.ts';
export * from './attribute-claims.ts';
export * from './attribute-values.ts';
export * from './audit-record.ts';
export * from './built-in.ts';
export * from './category.ts';
export * from './condition-attributes.ts';
export * from './condition-subjects.ts';
export {
  type AttributeKind,
  type CategoryPath,
  isInstant,
  isOperator,
  type KnownValue,
  type OperatorName,
  operatorOf,
  operators,
} from './condition-operators.ts';
export {
  type Comparison,
  type ComparisonNode,
  type Condition,
  conditionLimits,
  type ConditionNode,
  type ConditionValue,
  isReference,
  comparison,
  nodeOf,
  type Operand,
  type SubjectReference,
  subjectAttributesIn,
} from './condition.ts';
export * from './content.ts';
export {
  type Change,
  type Changes,
  type DeclaredName,
  declareEvent,
  declareSubject,
  type EventDeclaration,
  evenUnchanged,
  type Identified,
  isCountField,
  ofDeletion,
  ofDeletionAffecting,
  recordedFields,
  type RecordedFields,
  type SubjectDeclaration,
} from './declare-event.ts';
export * from './decide-access.ts';
export * from './delivery.ts';
export * from './effective-access.ts';
export { checkChangedEmail, checkEmail, emailError, emailKey } from './email.ts';
export * from './errors.ts';
export {
  type AttributeValues,
  type ConditionContext,
  evaluateCondition,
  type FailedPart,
  failedParts,
  permits,
  type Truth,
} from './evaluate-condition.ts';
export * from './event-types.ts';
export * from './event.ts';
export * from './explain-access.ts';
export * from './explain-conditions.ts';
export * from './factor.ts';
export * from './holders.ts';
export * from './idempotency.ts';
export * from './identity.ts';
export * from './ids.ts';
export * from './live-updates.ts';
export * from './login-address.ts';
export * from './mail-link.ts';
export * from './menu-order.ts';
export * from './media-file.ts';
export * from './media-name.ts';
export * from './media.ts';
export { menuTree, type RouteNode, routeTree, type SortedMenu, type UserRoutes } from './menu-tree.ts';
export {
  checkMenuParent,
  checkMenuPlace,
  type IconType,
  iconTypes,
  type Menu,
  menuDefaults,
  menuEnabled,
  menuEvents,
  type MenuFields,
  menuFields,
  menuLimits,
  type MenuPlace,
  type MenuStatus,
  menuStatuses,
  type MenuType,
  menuTypes,
  type MenuView,
  type RouteQuery,
  viewMenu,
} from './menu.ts';
export * from './missing-built-in.ts';
export * from './new-account.ts';
export * from './parse-condition.ts';
export * from './ready-roles.ts';
export {
  ownOperations,
  ownResource,
  ownTaken,
  type OwnDraft,
  type OwnEntity,
  type OwnField,
  type OwnFields,
  type OwnLabels,
  ownAttributes,
  ownConditionTarget,
  type OwnOperations,
  type OwnResource,
  type OwnValue,
  type Translated,
  uniqueKey,
} from './own-resource.ts';
export * from './passkey-challenge.ts';
export type * from './passkey-options.ts';
export * from './passkey.ts';
export * from './password.ts';
export * from './permission-grant.ts';
export * from './permission.ts';
export * from './preview-link.ts';
export {
  type ProtectedRoute,
  routeLimits,
  type RouteTable,
  routeTableErrors,
  routeTableEvents,
  routesWithout,
} from './protected-routes.ts';
export * from './replace-links.ts';
export { type ForwardedMethod, forwardedMethods } from './request-target.ts';
export * from './revision.ts';
export * from './role-grant.ts';
export * from './role.ts';
export { type RoutesOfPath, routesOfOtherPaths } from './route-changes.ts';
export * from './route-matcher.ts';
export * from './schedule.ts';
export * from './search.ts';
export * from './secrets-keys.ts';
export * from './session.ts';
export * from './setup-link.ts';
export * from './shown-picture.ts';
export * from './simplify-condition.ts';
export { checkChangedSlug, checkSlug, headingId, slugFrom } from './slug.ts';
export * from './status.ts';
export * from './tag.ts';
export * from './text.ts';
export { compareText, type TreeOf } from './tree.ts';
export * from './user.ts';
export * from './user-attribute.ts';
export { checkChangedUsername, checkUsername, usernameError, usernameKey } from './username.ts';
export * from './version.ts';
export * from './webhook.ts';
export * from './working-copy.ts';
