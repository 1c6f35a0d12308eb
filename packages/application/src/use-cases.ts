import { evaluateAccess } from './access/evaluate-access.ts';
import { filterAccess, filterOwnAccess } from './access/filter-access.ts';
import { importAccessControl } from './access/import-access-control.ts';
import { previewImport } from './access/preview-import.ts';
import { restoreBuiltIn } from './access/restore-built-in.ts';
import { setProtectedRoutes } from './access/set-protected-routes.ts';
import { whatIf } from './access/what-if.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { deleteApiKey } from './api-keys/delete-api-key.ts';
import { endKeyTokens } from './api-keys/end-key-tokens.ts';
import { recordKeyUse } from './api-keys/record-key-use.ts';
import { rotateApiKey } from './api-keys/rotate-api-key.ts';
import { updateApiKey } from './api-keys/update-api-key.ts';
import { changePassword } from './auth/change-password.ts';
import { addPasskey, beginPasskey } from './auth/factors/add-passkey.ts';
import { replaceRecoveryCodes } from './auth/factors/recovery-codes.ts';
import { removeFactor } from './auth/factors/remove-factor.ts';
import { confirmTotp, enrolTotp } from './auth/factors/totp.ts';
import { exchangeTicket } from './auth/identities/exchange-ticket.ts';
import { finishSignIn } from './auth/identities/finish-sign-in.ts';
import { linkIdentity, unlinkIdentity } from './auth/identities/own-identities.ts';
import { startSignIn } from './auth/identities/start-sign-in.ts';
import { logIn } from './auth/log-in.ts';
import { logInWithFactor } from './auth/log-in-with-factor.ts';
import { beginPasskeyLogin, logInWithPasskey } from './auth/log-in-with-passkey.ts';
import { proveOwner } from './auth/prove-owner.ts';
import { register } from './auth/register.ts';
import { endSession, logOut } from './auth/sessions/end-sessions.ts';
import { refreshSession } from './auth/sessions/refresh-session.ts';
import { stepUp } from './auth/step-up.ts';
import { createCategory, deleteCategory, updateCategory } from './categories/categories.ts';
import { changeContents } from './contents/change-contents.ts';
import { compareRevisions } from './contents/compare-revisions.ts';
import { previewContent } from './contents/content-body.ts';
import {
  changeContentStatus,
  publishContent,
  scheduleContent,
  storeDueTransitions,
} from './contents/content-status.ts';
import { createContent, deleteContent, updateContent } from './contents/contents.ts';
import { createPreviewLink, listPreviewLinks, readPreview, revokePreviewLink } from './contents/preview-links.ts';
import { listRevisions, readRevision, removeOldRevisions, restoreContent } from './contents/revisions.ts';
import { listRemovedContents, purgeContent, purgeDueContents, recoverContent } from './contents/removed-contents.ts';
import { indexContents } from './contents/search-contents.ts';
import { discardWorkingCopy, publishWorkingCopy, readWorkingCopy, saveWorkingCopy } from './contents/working-copies.ts';
import { sendDeliveries } from './deliveries/send-deliveries.ts';
import { runOnce } from './idempotency/run-once.ts';
import { importContents } from './imports/import-contents.ts';
import { importUsers } from './imports/import-users.ts';
import { createStreamTicket, redeemStreamTicket } from './live/stream-tickets.ts';
import { confirmEmailChange } from './mail-links/confirm-email-change.ts';
import { requestPasswordReset } from './mail-links/request-password-reset.ts';
import { confirmInvitation, confirmPasswordReset } from './mail-links/set-password-by-link.ts';
import { checkMedia } from './media/check-media.ts';
import { deleteMedia } from './media/delete-media.ts';
import { makeVariants } from './media/make-variants.ts';
import { rebuildVariants, removeUnnamedVariants } from './media/rebuild-variants.ts';
import { checkStoreClaim, claimStore } from './media/store-claim.ts';
import { sweepMedia } from './media/sweep-media.ts';
import { updateMedia } from './media/update-media.ts';
import { uploadMedia } from './media/upload-media.ts';
import { createMenu, deleteMenu, moveMenu, updateMenu } from './menus/menus.ts';
import { createPermission, deletePermission, updatePermission } from './permissions/permissions.ts';
import { addReadyRole } from './roles/add-ready-role.ts';
import { recordEndedGrants } from './roles/record-ended-grants.ts';
import { createRole, deleteRole, setRoleMenus, setRolePermissions, updateRole } from './roles/roles.ts';
import { setPermissionGrants } from './roles/set-permission-grants.ts';
import { setRoleGrants } from './roles/set-role-grants.ts';
import { setUserRoles } from './roles/set-user-roles.ts';
import { acceptLostSecretsKeys, checkSecretsKeys, compareSecretsKeys } from './secrets/check-secrets-keys.ts';
import { reencryptSecrets } from './secrets/reencrypt-secrets.ts';
import { ensureAdministrator } from './setup/ensure-administrator.ts';
import { checkSetup, completeSetup } from './setup/setup-link.ts';
import { createTag, createTags, deleteTag, updateTag } from './tags/tags.ts';
import { setUserAttributes } from './user-attributes/user-attributes.ts';
import { endUserSession, endUserSessions } from './users/end-user-sessions.ts';
import { updateProfile } from './users/update-profile.ts';
import { resetFactors, setUserPassword, unlinkUserIdentity } from './users/user-credentials.ts';
import { inviteUser, sendInvitation, sendPasswordReset } from './users/user-mails.ts';
import { createServiceAccount, createUser, deleteUser, updateUser } from './users/users.ts';
import { queueEvents, replayEvents } from './webhooks/queue-events.ts';
import { retryDelivery, testWebhook } from './webhooks/webhook-deliveries.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './webhooks/webhooks.ts';

/** The table of contents of the application: every use case by its name. Each is a factory that declares its ports. */
export const useCases = {
  evaluateAccess,
  filterAccess,
  filterOwnAccess,
  importAccessControl,
  previewImport,
  restoreBuiltIn,
  setProtectedRoutes,
  whatIf,
  createApiKey,
  deleteApiKey,
  endKeyTokens,
  recordKeyUse,
  rotateApiKey,
  updateApiKey,
  changePassword,
  addPasskey,
  beginPasskey,
  replaceRecoveryCodes,
  removeFactor,
  confirmTotp,
  enrolTotp,
  exchangeTicket,
  finishSignIn,
  linkIdentity,
  unlinkIdentity,
  startSignIn,
  logIn,
  logInWithFactor,
  beginPasskeyLogin,
  logInWithPasskey,
  proveOwner,
  register,
  endSession,
  logOut,
  refreshSession,
  stepUp,
  createCategory,
  deleteCategory,
  updateCategory,
  changeContents,
  compareRevisions,
  previewContent,
  changeContentStatus,
  publishContent,
  scheduleContent,
  storeDueTransitions,
  createContent,
  deleteContent,
  updateContent,
  createPreviewLink,
  listPreviewLinks,
  readPreview,
  revokePreviewLink,
  listRevisions,
  readRevision,
  removeOldRevisions,
  restoreContent,
  listRemovedContents,
  purgeContent,
  purgeDueContents,
  recoverContent,
  indexContents,
  discardWorkingCopy,
  publishWorkingCopy,
  readWorkingCopy,
  saveWorkingCopy,
  sendDeliveries,
  runOnce,
  importContents,
  importUsers,
  createStreamTicket,
  redeemStreamTicket,
  confirmEmailChange,
  requestPasswordReset,
  confirmInvitation,
  confirmPasswordReset,
  checkMedia,
  deleteMedia,
  makeVariants,
  rebuildVariants,
  removeUnnamedVariants,
  checkStoreClaim,
  claimStore,
  sweepMedia,
  updateMedia,
  uploadMedia,
  createMenu,
  deleteMenu,
  moveMenu,
  updateMenu,
  createPermission,
  deletePermission,
  updatePermission,
  addReadyRole,
  recordEndedGrants,
  createRole,
  deleteRole,
  setRoleMenus,
  setRolePermissions,
  updateRole,
  setPermissionGrants,
  setRoleGrants,
  setUserRoles,
  acceptLostSecretsKeys,
  checkSecretsKeys,
  compareSecretsKeys,
  reencryptSecrets,
  ensureAdministrator,
  checkSetup,
  completeSetup,
  createTag,
  createTags,
  deleteTag,
  updateTag,
  setUserAttributes,
  endUserSession,
  endUserSessions,
  updateProfile,
  resetFactors,
  setUserPassword,
  unlinkUserIdentity,
  inviteUser,
  sendInvitation,
  sendPasswordReset,
  createServiceAccount,
  createUser,
  deleteUser,
  updateUser,
  queueEvents,
  replayEvents,
  retryDelivery,
  testWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
};
