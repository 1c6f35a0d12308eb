export type { AffectedUser, AffectedUsers } from './access/compare-access.ts';
export * from './access/current-routes.ts';
export { type ImportAccessControlInput, importAccessControl } from './access/import-access-control.ts';
export * from './access/preview-import.ts';
export * from './access/restore-built-in.ts';
export { evaluateAccess } from './access/evaluate-access.ts';
export { filterAccess, filterOwnAccess, type OwnFilterInput } from './access/filter-access.ts';
export * from './access/set-protected-routes.ts';
export * from './access/what-if.ts';
export { type ApiKeyInput, findManagedKey } from './api-keys/change-api-key.ts';
export * from './api-keys/create-api-key.ts';
export * from './api-keys/delete-api-key.ts';
export * from './api-keys/end-key-tokens.ts';
export * from './api-keys/record-key-use.ts';
export * from './api-keys/rotate-api-key.ts';
export * from './api-keys/update-api-key.ts';
export * from './auth/change-password.ts';
export * from './auth/factors/add-passkey.ts';
export { replaceRecoveryCodes, type ReplaceRecoveryCodesInput } from './auth/factors/recovery-codes.ts';
export { removeFactor, type RemoveFactorInput } from './auth/factors/remove-factor.ts';
export * from './auth/factors/totp.ts';
export * from './auth/identities/exchange-ticket.ts';
export { type FinishedSignIn, finishSignIn, type FinishSignInInput } from './auth/identities/finish-sign-in.ts';
export * from './auth/identities/own-identities.ts';
export * from './auth/identities/start-sign-in.ts';
export * from './auth/log-in-with-factor.ts';
export * from './auth/log-in-with-passkey.ts';
export * from './auth/log-in.ts';
export * from './auth/prove-owner.ts';
export * from './auth/register.ts';
export { endSession, type EndSessionInput, logOut, type LogOutInput } from './auth/sessions/end-sessions.ts';
export * from './auth/sessions/refresh-session.ts';
export type { LoggedIn, TokenPair } from './auth/sessions/start-session.ts';
export { stepUp, type StepUpInput } from './auth/step-up.ts';
export * from './categories/categories.ts';
export { addEntity, changeEntity, recordChange, removeEntity, type ReplacedLinks, updateEntity } from './changes.ts';
export * from './contents/change-contents.ts';
export { contentAttributes, type ContentInput, readConditionedContent } from './contents/content-reach.ts';
export * from './contents/compare-revisions.ts';
export { previewContent, type ContentPreview, readWholeText } from './contents/content-body.ts';
export {
  changeContentStatus,
  type ChangeContentStatusInput,
  publishContent,
  scheduleContent,
  type ScheduleContentInput,
  storeDueTransitions,
} from './contents/content-status.ts';
export * from './contents/contents.ts';
export { lockContent } from './contents/lock-content.ts';
export * from './contents/preview-links.ts';
export * from './contents/read-content.ts';
export * from './contents/revisions.ts';
export * from './contents/search-contents.ts';
export * from './contents/working-copies.ts';
export * from './deliveries/send-deliveries.ts';
export type * from './dependencies.ts';
export * from './describe-conflicts.ts';
export * from './idempotency/run-once.ts';
export * from './live/live-updates.ts';
export type { StreamLimits } from './live/open-streams.ts';
export * from './live/stream-tickets.ts';
export * from './mail-links/confirm-email-change.ts';
export * from './mail-links/request-password-reset.ts';
export * from './mail-links/set-password-by-link.ts';
export { mailDeliverySender, mailKind } from './mail/mails.ts';
export { importUsers, type ImportUsersInput } from './imports/import-users.ts';
export {
  ownMediaId,
  pictureAddressesOf,
  PictureUnavailable,
  type PictureSource,
} from './imports/import-pictures.ts';
export {
  importContents,
  type ContentReport,
  type ImportContentsInput,
  type ImportedContent,
} from './imports/import-contents.ts';
export type { ImportedUser } from './imports/check-user-rows.ts';
export type { ImportedRow, ImportSummary, RowReport } from './imports/report.ts';
export { checkMedia, type MediaFault } from './media/check-media.ts';
export { chooseBytes, type WantedBytes } from './media/choose-bytes.ts';
export { copyMedia } from './media/copy-media.ts';
export * from './media/delete-media.ts';
export { makeVariants } from './media/make-variants.ts';
export { isMediaReached } from './media/media-reach.ts';
export * from './media/read-media.ts';
export { rebuildVariants, removeUnnamedVariants } from './media/rebuild-variants.ts';
export { checkStoreClaim, claimStore, WrongMediaStore } from './media/store-claim.ts';
export { sweepMedia } from './media/sweep-media.ts';
export * from './media/update-media.ts';
export * from './media/upload-media.ts';
export { withPictures } from './media/with-pictures.ts';
export * from './menus/list-user-routes.ts';
export * from './menus/menus.ts';
export * from './permissions/permissions.ts';
export type * from './ports/access-control.ts';
export type * from './ports/access-facts.ts';
export type * from './ports/access.ts';
export { type OwnUseCases, ownUseCases } from './own-resources.ts';
export * from './ports/api-keys.ts';
export * from './ports/audit.ts';
export * from './ports/categories.ts';
export type * from './ports/collection.ts';
export * from './ports/contents.ts';
export * from './ports/deliveries.ts';
export type * from './ports/delivery-senders.ts';
export type * from './ports/events.ts';
export type * from './ports/factors.ts';
export type * from './ports/idempotency.ts';
export type * from './ports/identities.ts';
export type * from './ports/identity-providers.ts';
export type * from './ports/joined-transactions.ts';
export type * from './ports/lists.ts';
export type * from './ports/live-updates.ts';
export type * from './ports/login-addresses.ts';
export type * from './ports/mail.ts';
export * from './ports/media-files.ts';
export * from './ports/media.ts';
export * from './ports/menus.ts';
export * from './ports/overview.ts';
export type { OwnListQuery, OwnRepository, OwnViews } from './ports/own-resources.ts';
export type * from './ports/passkeys.ts';
export * from './ports/permissions.ts';
export type * from './ports/preview-links.ts';
export type * from './ports/revisions.ts';
export * from './ports/roles.ts';
export type * from './ports/route-tables.ts';
export * from './ports/sessions.ts';
export type * from './ports/setup-links.ts';
export type * from './ports/system-state.ts';
export * from './ports/system.ts';
export * from './ports/tags.ts';
export * from './ports/unit-of-work.ts';
export type * from './ports/imports.ts';
export type * from './ports/user-attributes.ts';
export * from './ports/users.ts';
export * from './ports/webhooks.ts';
export type * from './ports/working-copies.ts';
export type { EventDependencies } from './record-event.ts';
export * from './retention/remove-expired.ts';
export * from './roles/add-ready-role.ts';
export * from './roles/record-ended-grants.ts';
export * from './roles/roles.ts';
export * from './roles/set-permission-grants.ts';
export * from './roles/set-role-grants.ts';
export { setUserRoles, type SetUserRolesInput } from './roles/set-user-roles.ts';
export * from './secrets/check-secrets-keys.ts';
export * from './secrets/reencrypt-secrets.ts';
export * from './setup/ensure-administrator.ts';
export * from './setup/setup-link.ts';
export * from './tags/tags.ts';
export { setUserAttributes, type SetUserAttributesInput } from './user-attributes/user-attributes.ts';
export * from './users/end-user-sessions.ts';
export * from './users/user-mails.ts';
export * from './users/update-profile.ts';
export * from './users/user-credentials.ts';
export {
  type AccountChange,
  createServiceAccount,
  createUser,
  type CreateUserInput,
  deleteUser,
  type DeleteUserInput,
  updateUser,
  type UpdateUserInput,
} from './users/users.ts';
export * from './webhooks/queue-events.ts';
export * from './webhooks/webhook-deliveries.ts';
export * from './webhooks/webhooks.ts';
export { type CallerReach, isReached, type ReachInput } from './reach.ts';
