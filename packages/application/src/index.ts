export {
  importAccessControl,
  type ImportAccessControl,
  type ImportAccessControlInput,
} from './access/import-access-control.ts';
export {
  restoreBuiltIn,
  type RestoreBuiltIn,
  type RestoreBuiltInInput,
  type Restored,
} from './access/restore-built-in.ts';
export { changePassword, type ChangePassword, type ChangePasswordInput } from './auth/change-password.ts';
export { endSession, type EndSession, type EndSessionInput } from './auth/sessions/end-own-sessions.ts';
export { checkSetup, type CheckSetup, type SetupFormData } from './setup/setup-link.ts';
export { completeSetup, type CompleteSetup, type CompleteSetupInput } from './setup/setup-link.ts';
export {
  ensureAdministrator,
  type EnsureAdministrator,
  type EnsureAdministratorInput,
} from './setup/ensure-administrator.ts';
export { logIn, type LogIn, type LogInInput } from './auth/log-in.ts';
export type { LoggedIn } from './auth/sessions/start-session.ts';
export { logOut, type LogOut, type LogOutInput } from './auth/sessions/end-own-sessions.ts';
export { proveOwner, type ProveOwner, type ProveOwnerInput } from './auth/prove-owner.ts';
export { stepUp, type StepUp, type StepUpInput } from './auth/step-up.ts';
export { refreshSession, type RefreshSession, type RefreshSessionInput } from './auth/sessions/refresh-session.ts';
export { register, type Register, type RegisterInput } from './auth/register.ts';
export type { TokenPair } from './auth/sessions/start-session.ts';
export { addEntity, changeEntity, recordChange, removeEntity, updateEntity, type ReplacedLinks } from './changes.ts';
export type { EventDependencies } from './record-event.ts';
export { describeConflicts } from './describe-conflicts.ts';
export {
  createCategory,
  type CreateCategory,
  type CreateCategoryInput,
  deleteCategory,
  type DeleteCategory,
  type DeleteCategoryInput,
  updateCategory,
  type UpdateCategory,
  type UpdateCategoryInput,
} from './categories/categories.ts';
export { lockContent } from './contents/lock-content.ts';
export { readWholeText } from './contents/content-body.ts';
export { createContent, type CreateContent, type CreateContentInput } from './contents/create-content.ts';
export { deleteContent, type DeleteContent, type DeleteContentInput } from './contents/delete-content.ts';
export { listContents, type ListContentsInput } from './contents/list-contents.ts';
export {
  batchActions,
  changeContents,
  type BatchAction,
  type BatchResult,
  type SeenVersions,
  type ChangeContents,
  type ChangeContentsInput,
} from './contents/change-contents.ts';
export { indexContents, type IndexContents } from './contents/index-contents.ts';
export {
  searchContents,
  type ContentMatch,
  type Highlight,
  type SearchContentsInput,
} from './contents/search-contents.ts';
export { scheduleContent, type ScheduleContent, type ScheduleContentInput } from './contents/schedule-content.ts';
export { storeDueTransitions } from './contents/store-due-transitions.ts';
export {
  changeContentStatus,
  type ChangeContentStatus,
  type ChangeContentStatusInput,
} from './contents/change-content-status.ts';
export { previewContent, type ContentPreview, type PreviewContent } from './contents/preview-content.ts';
export { publishContent, type PublishContent, type PublishContentInput } from './contents/publish-content.ts';
export {
  readContent,
  readContentBySlug,
  readPublishedContent,
  type ContentForReader,
  type ContentBySlug,
  type ReadContentBySlugInput,
  type ReadContentInput,
  type ReadPublishedContentInput,
} from './contents/read-content.ts';
export {
  compareRevisions,
  type CompareRevisions,
  type CompareRevisionsInput,
  type FieldChange,
  type RevisionComparison,
} from './contents/compare-revisions.ts';
export { listRevisions, readRevision, type ListRevisions, type ReadRevision } from './contents/read-revisions.ts';
export {
  removeOldRevisions,
  type RemoveOldRevisions,
  type RevisionRetention,
} from './contents/remove-old-revisions.ts';
export { restoreContent, type RestoreContent, type RestoreContentInput } from './contents/restore-content.ts';
export { updateContent, type UpdateContent, type UpdateContentInput } from './contents/update-content.ts';
export {
  createPreviewLink,
  type CreatedPreviewLink,
  type CreatePreviewLink,
  type CreatePreviewLinkInput,
} from './contents/create-preview-link.ts';
export {
  discardWorkingCopy,
  type DiscardWorkingCopy,
  type DiscardWorkingCopyInput,
} from './contents/discard-working-copy.ts';
export {
  publishWorkingCopy,
  type PublishWorkingCopy,
  type PublishWorkingCopyInput,
} from './contents/publish-working-copy.ts';
export { listPreviewLinks, readPreview, type ListPreviewLinks, type ReadPreview } from './contents/read-preview.ts';
export { readWorkingCopy, type ReadWorkingCopy } from './contents/read-working-copy.ts';
export {
  revokePreviewLink,
  type RevokePreviewLink,
  type RevokePreviewLinkInput,
} from './contents/revoke-preview-link.ts';
export { saveWorkingCopy, type SaveWorkingCopy, type SaveWorkingCopyInput } from './contents/save-working-copy.ts';
export { createMenu, type CreateMenu, type CreateMenuInput } from './menus/create-menu.ts';
export { deleteMenu, type DeleteMenu, type DeleteMenuInput } from './menus/delete-menu.ts';
export {
  listConstantRoutes,
  listUserRoutes,
  userRoutesCache,
  type UserRoutesCache,
} from './menus/list-user-routes.ts';
export { moveMenu, type MoveMenu, type MoveMenuInput } from './menus/move-menu.ts';
export { updateMenu, type UpdateMenu, type UpdateMenuInput } from './menus/update-menu.ts';
export { adoptPermission, type AdoptPermission, type AdoptPermissionInput } from './permissions/adopt-permission.ts';
export {
  createPermission,
  type CreatePermission,
  type CreatePermissionInput,
} from './permissions/create-permission.ts';
export {
  deletePermission,
  type DeletePermission,
  type DeletePermissionInput,
} from './permissions/delete-permission.ts';
export {
  updatePermission,
  type UpdatePermission,
  type UpdatePermissionInput,
} from './permissions/update-permission.ts';
export type { AccessQuery, AccessViews, CallerViews, VisitorViews } from './ports/access.ts';
export type { AccessControlRepository, AccessControlViews } from './ports/access-control.ts';
export {
  auditSortFields,
  type AuditListQuery,
  type AuditLog,
  type AuditSortField,
  type AuditViews,
} from './ports/audit.ts';
export {
  categorySortFields,
  type CategoryListQuery,
  type CategoryRepository,
  type CategorySortField,
  type CategoryViews,
} from './ports/categories.ts';
export type {
  Checked,
  Collection,
  GuardedRepositories,
  Linkable,
  Recorded,
  Reported,
  ReportedCollection,
  VersionedCollection,
  Versioning,
} from './ports/collection.ts';
export {
  ContentChanged,
  contentSortFields,
  type ContentSearchQuery,
  type FoundContent,
  type FoundContents,
  shortBytes,
  type ContentListItem,
  type ContentListQuery,
  type ContentRepository,
  type ContentSize,
  type ContentKey,
  type ContentSortField,
  type ContentViews,
  type ContentForEditor,
  type LongField,
  type PublishedContent,
  type ContentWithLongFields,
  type UnconvertedContent,
} from './ports/contents.ts';
export type {
  ActivityQuery,
  EventFilters,
  EventLog,
  EventQuery,
  EventViews,
  VersionChange,
  VersionRange,
} from './ports/events.ts';
export type { ListQuery, Page, SortOrder } from './ports/lists.ts';
export type { LoginAddressRepository } from './ports/login-addresses.ts';
export {
  menuSortFields,
  type MenuFilters,
  type MenuGrants,
  type MenuListQuery,
  type MenuRepository,
  type MenuSortField,
  type MenuViews,
  type VersionedMenus,
} from './ports/menus.ts';
export {
  overviewDays,
  overviewEntries,
  overviewEvents,
  type DayActivity,
  type LastChange,
  type LastLogin,
  type Overview,
  type OverviewViews,
} from './ports/overview.ts';
export {
  permissionSortFields,
  type PermissionListQuery,
  type PermissionRepository,
  type PermissionSortField,
  type PermissionViews,
} from './ports/permissions.ts';
export type { WorkingCopyWithLongFields, WorkingCopyRepository, WorkingCopyViews } from './ports/working-copies.ts';
export type {
  PreviewLinkListQuery,
  PreviewLinkRepository,
  PreviewLinkView,
  PreviewLinkViews,
  LinkTokens,
} from './ports/preview-links.ts';
export type {
  NewRevision,
  RevisionWithLongFields,
  RevisionListQuery,
  RevisionRepository,
  RevisionViews,
} from './ports/revisions.ts';
export {
  roleSortFields,
  type RoleListQuery,
  type RolePermission,
  type RoleRepository,
  type RoleSortField,
  type RoleStats,
  type RoleViews,
} from './ports/roles.ts';
export {
  sessionSortFields,
  type SessionListQuery,
  type SessionRepository,
  type SessionSortField,
  type SessionView,
  type SessionViews,
} from './ports/sessions.ts';
export type { SetupLinkRepository } from './ports/setup-links.ts';
export type { IdentityRepository, IdentityViews, SignInTicketRepository } from './ports/identities.ts';
export type {
  IdentityProvider,
  IdentityProviders,
  FailedSignIn,
  SignInFailure,
  SignInLog,
  SignInSecrets,
} from './ports/identity-providers.ts';
export { exchangeTicket, type ExchangeTicket, type ExchangeTicketInput } from './auth/identities/exchange-ticket.ts';
export {
  finishSignIn,
  type FinishedSignIn,
  type FinishSignIn,
  type FinishSignInInput,
} from './auth/identities/finish-sign-in.ts';
export { linkIdentity, type LinkIdentity, type LinkIdentityInput } from './auth/identities/link-identity.ts';
export {
  startSignIn,
  type StartedSignIn,
  type StartSignIn,
  type StartSignInInput,
} from './auth/identities/start-sign-in.ts';
export { unlinkIdentity, type UnlinkIdentity, type UnlinkIdentityInput } from './auth/identities/unlink-identity.ts';
export {
  unlinkUserIdentity,
  type UnlinkUserIdentity,
  type UnlinkUserIdentityInput,
} from './users/unlink-user-identity.ts';
export type { Mail, MailService, MailThrottle } from './ports/mail.ts';
export type {
  FactorRepository,
  FactorThrottle,
  FactorView,
  FactorViews,
  LoginChallengeRepository,
  OwnFactors,
  QrCodes,
  RecoveryCodes,
  TotpCodes,
} from './ports/factors.ts';
export type { PasskeyChallengeRepository, Passkeys, PresentedPasskey } from './ports/passkeys.ts';
export { beginPasskeyLogin, type BeginPasskeyLogin } from './auth/log-in-with-passkey.ts';
export {
  logInWithPasskey,
  type LogInWithPasskey,
  type LogInWithPasskeyInput,
} from './auth/log-in-with-passkey.ts';
export { addPasskey, type AddedPasskey, type AddPasskey, type AddPasskeyInput } from './auth/factors/add-passkey.ts';
export { beginPasskey, type BeginPasskey, type BeginPasskeyInput } from './auth/factors/add-passkey.ts';
export { logInWithFactor, type LogInWithFactor, type LogInWithFactorInput } from './auth/log-in-with-factor.ts';
export { confirmTotp, type ConfirmTotp, type ConfirmTotpInput } from './auth/factors/confirm-totp.ts';
export { enrolTotp, type EnrolTotp, type EnrolTotpInput, type TotpEnrolment } from './auth/factors/enrol-totp.ts';
export { expiringNames, removeExpired, type ExpiringName, type RemoveExpired } from './retention/remove-expired.ts';
export { removeFactor, type RemoveFactor, type RemoveFactorInput } from './auth/factors/remove-factor.ts';
export {
  replaceRecoveryCodes,
  type ReplaceRecoveryCodes,
  type ReplaceRecoveryCodesInput,
} from './auth/factors/replace-recovery-codes.ts';
export { resetFactors, type ResetFactors, type ResetFactorsInput } from './users/reset-factors.ts';
export type { MailLinkRepository } from './ports/mail-links.ts';
export { mailKind } from './mail/queue-mail.ts';
export { mailDeliverySender } from './mail/mail-deliveries.ts';
export {
  confirmPasswordReset,
  type ConfirmPasswordReset,
  type ConfirmPasswordResetInput,
} from './mail-links/set-password-by-link.ts';
export {
  confirmEmailChange,
  type ConfirmEmailChange,
  type ConfirmEmailChangeInput,
} from './mail-links/confirm-email-change.ts';
export { updateProfile, type UpdateProfile, type UpdateProfileInput } from './users/update-profile.ts';
export {
  confirmInvitation,
  type ConfirmInvitation,
  type ConfirmInvitationInput,
} from './mail-links/set-password-by-link.ts';
export {
  requestPasswordReset,
  type RequestPasswordReset,
  type RequestPasswordResetInput,
} from './mail-links/request-password-reset.ts';
export {
  sendPasswordReset,
  type SendPasswordReset,
  type SendPasswordResetInput,
} from './users/send-password-reset.ts';
export type { LiveSession, LiveSessionViews, LiveStream, StreamTicketRepository } from './ports/live-updates.ts';
export { LiveUpdates, type OpenStreamInput } from './live/live-updates.ts';
export type { StreamLimits } from './live/open-streams.ts';
export {
  createStreamTicket,
  type CreatedStreamTicket,
  type CreateStreamTicket,
  type StreamOwner,
} from './live/stream-tickets.ts';
export { redeemStreamTicket, type RedeemStreamTicket } from './live/stream-tickets.ts';
export type { CompletedRequestRepository, CompletedRequestViews } from './ports/idempotency.ts';
export type { JoinedSteps, JoinedTransactions } from './ports/joined-transactions.ts';
export { runOnce, type RunOnce, type RunOnceResult } from './idempotency/run-once.ts';
export type { Load, SystemState } from './ports/system-state.ts';
export type {
  AccessTokens,
  Attempt,
  CancelSignal,
  Clock,
  CountedFailure,
  Fingerprints,
  IdSource,
  LoginThrottle,
  MarkdownRenderer,
  PasswordHasher,
  PresentedToken,
  Readiness,
  RefreshToken,
  RefreshTokens,
  SecretBox,
  SetupTokens,
} from './ports/system.ts';
export type { ComparedLine, Hunk, TextComparer } from './ports/text-comparer.ts';
export { UnreadableSecret } from './ports/system.ts';
export { tagSortFields, type TagRepository, type TagSortField, type TagViews } from './ports/tags.ts';
export {
  StoreFailure,
  type DescribeFailure,
  type StoreFailureKind,
  type StoreTransaction,
  type Transaction,
  type TransactionOptions,
  type UnitOfWork,
  type Uses,
} from './ports/unit-of-work.ts';
export {
  userSortFields,
  type AdministratorStatus,
  type Credentials,
  type Profile,
  type UserListQuery,
  type UserRepository,
  type UserSortField,
  type UserView,
  type UserViews,
  type VisibleUser,
} from './ports/users.ts';
export type { SecretsKeyRepository } from './ports/secrets-keys.ts';
export {
  acceptLostSecretsKeys,
  checkSecretsKeys,
} from './secrets/check-secrets-keys.ts';
export { createRole, type CreateRole, type CreateRoleInput } from './roles/create-role.ts';
export { deleteRole, type DeleteRole, type DeleteRoleInput } from './roles/delete-role.ts';
export { setRoleMenus, type SetRoleMenus, type SetRoleMenusInput } from './roles/set-role-menus.ts';
export { updateRole, type UpdateRole, type UpdateRoleInput } from './roles/update-role.ts';
export {
  setRolePermissions,
  type SetRolePermissions,
  type SetRolePermissionsInput,
} from './roles/set-role-permissions.ts';
export {
  createTag,
  type CreateTag,
  type CreateTagInput,
  createTags,
  type CreateTags,
  type CreateTagsInput,
  deleteTag,
  type DeleteTag,
  type DeleteTagInput,
  updateTag,
  type UpdateTag,
  type UpdateTagInput,
} from './tags/tags.ts';
export { inviteUser, type InviteUser, type InviteUserInput } from './users/invite-user.ts';
export {
  sendInvitation,
  type SendInvitation,
  type SendInvitationInput,
} from './users/send-invitation.ts';
export { createUser, type CreateUser, type CreateUserInput } from './users/create-user.ts';
export { deleteUser, type DeleteUser, type DeleteUserInput } from './users/delete-user.ts';
export { endUserSession, type EndUserSession, type EndUserSessionInput } from './users/end-user-sessions.ts';
export { endUserSessions, type EndUserSessions, type EndUserSessionsInput } from './users/end-user-sessions.ts';
export { setUserPassword, type SetUserPassword, type SetUserPasswordInput } from './users/set-user-password.ts';
export { setUserRoles, type SetUserRoles, type SetUserRolesInput } from './roles/set-user-roles.ts';
export { updateUser, type UpdateUser, type UpdateUserInput } from './users/update-user.ts';
export {
  leaseMs,
  sendDeliveries,
  turnMs,
  type DeliveryShutdown,
  type DeliveryWork,
  type LeasedDelivery,
} from './deliveries/send-deliveries.ts';
export { untilCancelled } from './deliveries/until-cancelled.ts';
export type { DeliveryCounters, DeliverySender, DeliverySenders, DeliveryWakeUp } from './ports/delivery-senders.ts';
export {
  deliverySortFields,
  type DeliveryListQuery,
  type DeliveryQueues,
  type DeliverySortField,
  type DeliveryViews,
  type Lease,
  type QueueLease,
  type TakeLimits,
} from './ports/deliveries.ts';
export {
  webhookSortFields,
  type QueuePosition,
  type WebhookClient,
  type WebhookRepository,
  type WebhookRequest,
  type WebhookSecrets,
  type WebhookSortField,
  type WebhookViews,
} from './ports/webhooks.ts';
export {
  createWebhook,
  type CreateWebhook,
  type CreateWebhookInput,
  type WebhookWithSecret,
} from './webhooks/create-webhook.ts';
export { deleteWebhook, type DeleteWebhook, type DeleteWebhookInput } from './webhooks/delete-webhook.ts';
export { queueEvents, type QueueEvents } from './webhooks/queue-events.ts';
export { replayEvents, type ReplayEvents, type ReplayEventsInput } from './webhooks/replay-events.ts';
export { retryDelivery, type RetryDelivery, type RetryDeliveryInput } from './webhooks/retry-delivery.ts';
export {
  rotateWebhookSecret,
  type RotateWebhookSecret,
  type RotateWebhookSecretInput,
} from './webhooks/rotate-webhook-secret.ts';
export { testWebhook, type TestWebhook, type TestWebhookInput } from './webhooks/test-webhook.ts';
export { updateWebhook, type UpdateWebhook, type UpdateWebhookInput } from './webhooks/update-webhook.ts';
export { webhookKind, webhookDeliverySender, type WebhookSenderDependencies } from './webhooks/webhook-deliveries.ts';
