import { accessFilterRoutes } from '@portcullis/adapters-http/internal/routes/access-filter';
import { apiKeyRoutes } from '@portcullis/adapters-http/internal/routes/api-keys';
import { auditLogRoutes } from '@portcullis/adapters-http/internal/routes/audit-logs';
import { authRoutes } from '@portcullis/adapters-http/internal/routes/auth';
import { categoryRoutes } from '@portcullis/adapters-http/internal/routes/categories';
import { consoleRoutes } from '@portcullis/adapters-http/internal/routes/console';
import { contentBatchRoutes } from '@portcullis/adapters-http/internal/routes/content-batches';
import { contentScheduleRoutes } from '@portcullis/adapters-http/internal/routes/content-schedules';
import { contentRoutes } from '@portcullis/adapters-http/internal/routes/contents';
import { eventRoutes } from '@portcullis/adapters-http/internal/routes/events';
import { factorRoutes } from '@portcullis/adapters-http/internal/routes/factors';
import { feedRoutes } from '@portcullis/adapters-http/internal/routes/feeds';
import { forwardRoutes } from '@portcullis/adapters-http/internal/routes/forward';
import { healthRoutes } from '@portcullis/adapters-http/internal/routes/health';
import { holderRoutes } from '@portcullis/adapters-http/internal/routes/holders';
import { identityRoutes } from '@portcullis/adapters-http/internal/routes/identities';
import {
  emailChangeRoutes,
  invitationRoutes,
  passwordResetRoutes,
} from '@portcullis/adapters-http/internal/routes/mail-links';
import { mediaRoutes } from '@portcullis/adapters-http/internal/routes/media';
import { mediaFileRoutes } from '@portcullis/adapters-http/internal/routes/media-files';
import { mediaUploadRoutes } from '@portcullis/adapters-http/internal/routes/media-uploads';
import { menuRoutes } from '@portcullis/adapters-http/internal/routes/menus';
import { oauthRoutes } from '@portcullis/adapters-http/internal/routes/oauth';
import { oauthMetadataRoutes } from '@portcullis/adapters-http/internal/routes/oauth-metadata';
import { overviewRoutes } from '@portcullis/adapters-http/internal/routes/overview';
import { passkeyRoutes } from '@portcullis/adapters-http/internal/routes/passkeys';
import { permissionGrantRoutes } from '@portcullis/adapters-http/internal/routes/permission-grants';
import { permissionRoutes } from '@portcullis/adapters-http/internal/routes/permissions';
import { previewRoutes } from '@portcullis/adapters-http/internal/routes/previews';
import { readyRoleRoutes } from '@portcullis/adapters-http/internal/routes/ready-roles';
import { revisionRoutes } from '@portcullis/adapters-http/internal/routes/revisions';
import { roleGrantRoutes } from '@portcullis/adapters-http/internal/routes/role-grants';
import { roleRoutes } from '@portcullis/adapters-http/internal/routes/roles';
import { routeTableRoutes } from '@portcullis/adapters-http/internal/routes/route-table';
import { sessionRoutes } from '@portcullis/adapters-http/internal/routes/sessions';
import { setupRoutes } from '@portcullis/adapters-http/internal/routes/setup';
import { signInRoutes } from '@portcullis/adapters-http/internal/routes/sign-ins';
import { streamRoutes } from '@portcullis/adapters-http/internal/routes/streams';
import { tagRoutes } from '@portcullis/adapters-http/internal/routes/tags';
import { userAttributeRoutes } from '@portcullis/adapters-http/internal/routes/user-attributes';
import { userRoutes } from '@portcullis/adapters-http/internal/routes/users';
import { webhookDeliveryRoutes } from '@portcullis/adapters-http/internal/routes/webhook-deliveries';
import { webhookRoutes } from '@portcullis/adapters-http/internal/routes/webhooks';
import { whatIfRoutes } from '@portcullis/adapters-http/internal/routes/what-if';
import { workingCopyRoutes } from '@portcullis/adapters-http/internal/routes/working-copies';
import * as evaluateAccess from '@portcullis/application/internal/access/evaluate-access';
import * as filterAccess from '@portcullis/application/internal/access/filter-access';
import * as importAccessControl from '@portcullis/application/internal/access/import-access-control';
import * as previewImport from '@portcullis/application/internal/access/preview-import';
import * as restoreBuiltIn from '@portcullis/application/internal/access/restore-built-in';
import * as setProtectedRoutes from '@portcullis/application/internal/access/set-protected-routes';
import * as whatIf from '@portcullis/application/internal/access/what-if';
import * as createApiKey from '@portcullis/application/internal/api-keys/create-api-key';
import * as deleteApiKey from '@portcullis/application/internal/api-keys/delete-api-key';
import * as endKeyTokens from '@portcullis/application/internal/api-keys/end-key-tokens';
import * as recordKeyUse from '@portcullis/application/internal/api-keys/record-key-use';
import * as rotateApiKey from '@portcullis/application/internal/api-keys/rotate-api-key';
import * as updateApiKey from '@portcullis/application/internal/api-keys/update-api-key';
import * as changePassword from '@portcullis/application/internal/auth/change-password';
import * as addPasskey from '@portcullis/application/internal/auth/factors/add-passkey';
import * as recoveryCodes from '@portcullis/application/internal/auth/factors/recovery-codes';
import * as removeFactor from '@portcullis/application/internal/auth/factors/remove-factor';
import * as totp from '@portcullis/application/internal/auth/factors/totp';
import * as exchangeTicket from '@portcullis/application/internal/auth/identities/exchange-ticket';
import * as finishSignIn from '@portcullis/application/internal/auth/identities/finish-sign-in';
import * as ownIdentities from '@portcullis/application/internal/auth/identities/own-identities';
import * as startSignIn from '@portcullis/application/internal/auth/identities/start-sign-in';
import * as logIn from '@portcullis/application/internal/auth/log-in';
import * as logInWithFactor from '@portcullis/application/internal/auth/log-in-with-factor';
import * as logInWithPasskey from '@portcullis/application/internal/auth/log-in-with-passkey';
import * as proveOwner from '@portcullis/application/internal/auth/prove-owner';
import * as register from '@portcullis/application/internal/auth/register';
import * as endSessions from '@portcullis/application/internal/auth/sessions/end-sessions';
import * as refreshSession from '@portcullis/application/internal/auth/sessions/refresh-session';
import * as stepUp from '@portcullis/application/internal/auth/step-up';
import * as categories from '@portcullis/application/internal/categories/categories';
import * as changeContents from '@portcullis/application/internal/contents/change-contents';
import * as compareRevisions from '@portcullis/application/internal/contents/compare-revisions';
import * as contentBody from '@portcullis/application/internal/contents/content-body';
import * as contentStatus from '@portcullis/application/internal/contents/content-status';
import * as contents from '@portcullis/application/internal/contents/contents';
import * as previewLinks from '@portcullis/application/internal/contents/preview-links';
import * as revisions from '@portcullis/application/internal/contents/revisions';
import * as searchContents from '@portcullis/application/internal/contents/search-contents';
import * as workingCopies from '@portcullis/application/internal/contents/working-copies';
import * as sendDeliveries from '@portcullis/application/internal/deliveries/send-deliveries';
import * as runOnce from '@portcullis/application/internal/idempotency/run-once';
import * as importContents from '@portcullis/application/internal/imports/import-contents';
import * as importUsers from '@portcullis/application/internal/imports/import-users';
import * as streamTickets from '@portcullis/application/internal/live/stream-tickets';
import * as confirmEmailChange from '@portcullis/application/internal/mail-links/confirm-email-change';
import * as requestPasswordReset from '@portcullis/application/internal/mail-links/request-password-reset';
import * as setPasswordByLink from '@portcullis/application/internal/mail-links/set-password-by-link';
import * as checkMedia from '@portcullis/application/internal/media/check-media';
import * as deleteMedia from '@portcullis/application/internal/media/delete-media';
import * as makeVariants from '@portcullis/application/internal/media/make-variants';
import * as rebuildVariants from '@portcullis/application/internal/media/rebuild-variants';
import * as storeClaim from '@portcullis/application/internal/media/store-claim';
import * as sweepMedia from '@portcullis/application/internal/media/sweep-media';
import * as updateMedia from '@portcullis/application/internal/media/update-media';
import * as uploadMedia from '@portcullis/application/internal/media/upload-media';
import * as menus from '@portcullis/application/internal/menus/menus';
import * as permissions from '@portcullis/application/internal/permissions/permissions';
import * as addReadyRole from '@portcullis/application/internal/roles/add-ready-role';
import * as recordEndedGrants from '@portcullis/application/internal/roles/record-ended-grants';
import * as roles from '@portcullis/application/internal/roles/roles';
import * as setPermissionGrants from '@portcullis/application/internal/roles/set-permission-grants';
import * as setRoleGrants from '@portcullis/application/internal/roles/set-role-grants';
import * as setUserRoles from '@portcullis/application/internal/roles/set-user-roles';
import * as checkSecretsKeys from '@portcullis/application/internal/secrets/check-secrets-keys';
import * as reencryptSecrets from '@portcullis/application/internal/secrets/reencrypt-secrets';
import * as ensureAdministrator from '@portcullis/application/internal/setup/ensure-administrator';
import * as setupLink from '@portcullis/application/internal/setup/setup-link';
import * as tags from '@portcullis/application/internal/tags/tags';
import * as userAttributes from '@portcullis/application/internal/user-attributes/user-attributes';
import * as endUserSessions from '@portcullis/application/internal/users/end-user-sessions';
import * as updateProfile from '@portcullis/application/internal/users/update-profile';
import * as userCredentials from '@portcullis/application/internal/users/user-credentials';
import * as userMails from '@portcullis/application/internal/users/user-mails';
import * as users from '@portcullis/application/internal/users/users';
import * as queueEvents from '@portcullis/application/internal/webhooks/queue-events';
import * as webhookDeliveries from '@portcullis/application/internal/webhooks/webhook-deliveries';
import * as webhooks from '@portcullis/application/internal/webhooks/webhooks';
import type { MenuViews } from '@portcullis/application/internal/ports/menus';
import type { TagViews } from '@portcullis/application/internal/ports/tags';
import type { UserViews } from '@portcullis/application/internal/ports/users';
import {
  contentBodyLimits,
  mailLinkLimit,
  passwordResetLimit,
  registerLimit,
  permissionGrantBodyLimits,
  roleGrantBodyLimits,
} from '../config/limits.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import { supply, type Intersection, type ModuleParts } from './dependency-injection.ts';
import type { Installation } from './ports.ts';

/** The dependencies with which routes read the response to a request that has written something. */
interface Written {
  readonly writtenUsers: UserViews;
  readonly writtenMenus: MenuViews;
  readonly writtenTags: TagViews;
}

const afterWrite = ({ writtenUsers }: Written) => ({ users: writtenUsers });

/** Three use cases read users after they have written something. */
const supplied: Readonly<Record<string, unknown>> = {
  exchangeTicket: supply(exchangeTicket.exchangeTicket, afterWrite),
  logInWithFactor: supply(logInWithFactor.logInWithFactor, afterWrite),
  logInWithPasskey: supply(logInWithPasskey.logInWithPasskey, afterWrite),
};

/** Returns the use cases with these names, which the files export. */
function named<const Files extends readonly object[], Name extends keyof Intersection<Files[number]>>(
  files: Files,
  ...names: readonly Name[]
): Pick<Intersection<Files[number]>, Name>;
function named(files: readonly object[], ...names: readonly string[]): object {
  const exported = new Map([...files, supplied].flatMap((file) => Object.entries<unknown>({ ...file })));
  return Object.fromEntries(names.map((name) => [name, exported.get(name)]));
}

const mailLinks = () => ({ linkLimit: mailLinkLimit });
const longBodies = () => ({ bodyLimits: contentBodyLimits });

/** What the configuration offers to other services that receive access tokens. */
const resourceServers = ({ config }: Installation) => ({
  hasPublicKeys: signingKeyTexts(config).privateKeys.length > 0,
  publicUrl: config.publicUrl,
});

/**
 * The resources of the service, roughly in the order of docs/interface.md §4. Use cases and routes get their
 * dependencies by name (services.ts): a use case or a route with a dependency that nothing provides does not compile.
 */
export const modules = [
  {
    useCases: named(
      [ensureAdministrator, register, logIn, refreshSession, endSessions, changePassword, proveOwner, updateProfile],
      'ensureAdministrator',
      'register',
      'logIn',
      'refreshSession',
      'logOut',
      'changePassword',
      'proveOwner',
      'updateProfile',
    ),
    routes: [
      supply(authRoutes, ({ writtenUsers, config }: Written & Installation) => ({
        users: writtenUsers,
        registerLimit: registerLimit(config.registerPerMinute),
      })),
    ],
  },
  {
    useCases: named(
      [requestPasswordReset, setPasswordByLink, userMails],
      'requestPasswordReset',
      'confirmPasswordReset',
      'sendPasswordReset',
    ),
    routes: [supply(passwordResetRoutes, () => ({ resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }))],
  },
  {
    useCases: named([userMails, setPasswordByLink], 'sendInvitation', 'confirmInvitation'),
    routes: [supply(invitationRoutes, mailLinks)],
  },
  { useCases: named([confirmEmailChange], 'confirmEmailChange'), routes: [supply(emailChangeRoutes, mailLinks)] },
  {
    useCases: named(
      [logInWithFactor, totp, recoveryCodes, stepUp, removeFactor, userCredentials],
      'logInWithFactor',
      'enrolTotp',
      'confirmTotp',
      'replaceRecoveryCodes',
      'stepUp',
      'removeFactor',
      'resetFactors',
    ),
    routes: [factorRoutes],
  },
  {
    useCases: named(
      [logInWithPasskey, addPasskey],
      'logInWithPasskey',
      'beginPasskey',
      'addPasskey',
      'beginPasskeyLogin',
    ),
    routes: [passkeyRoutes],
  },
  {
    useCases: named(
      [exchangeTicket, startSignIn, finishSignIn, ownIdentities, userCredentials],
      'exchangeTicket',
      'startSignIn',
      'finishSignIn',
      'linkIdentity',
      'unlinkIdentity',
      'unlinkUserIdentity',
    ),
    routes: [
      supply(signInRoutes, ({ config }: Installation) => ({ ...config.signInPages, providers: config.providers })),
      supply(identityRoutes, ({ config }: Installation) => ({ providers: config.providers })),
    ],
  },
  {
    useCases: named([endSessions, endUserSessions], 'endSession', 'endUserSession', 'endUserSessions'),
    routes: [sessionRoutes],
  },
  {
    useCases: named(
      [createApiKey, updateApiKey, rotateApiKey, deleteApiKey, recordKeyUse],
      'createApiKey',
      'updateApiKey',
      'rotateApiKey',
      'deleteApiKey',
      'recordKeyUse',
    ),
    routes: [apiKeyRoutes],
  },
  {
    useCases: named([endKeyTokens], 'endKeyTokens'),
    routes: [supply(oauthMetadataRoutes, resourceServers), supply(oauthRoutes, resourceServers)],
  },
  // Checks of the keys that encrypt stored secrets.
  {
    useCases: named(
      [checkSecretsKeys, reencryptSecrets],
      'checkSecretsKeys',
      'compareSecretsKeys',
      'acceptLostSecretsKeys',
      'reencryptSecrets',
    ),
  },
  { useCases: named([setupLink], 'checkSetup', 'completeSetup'), routes: [setupRoutes] },
  {
    useCases: named([permissions], 'createPermission', 'updatePermission', 'adoptPermission', 'deletePermission'),
    routes: [permissionRoutes],
  },
  {
    useCases: named(
      [roles, addReadyRole],
      'createRole',
      'updateRole',
      'deleteRole',
      'setRolePermissions',
      'setRoleMenus',
      'addReadyRole',
    ),
    routes: [roleRoutes, readyRoleRoutes],
  },
  {
    useCases: named(
      [users, userMails, setUserRoles, userCredentials],
      'createUser',
      'createServiceAccount',
      'inviteUser',
      'updateUser',
      'deleteUser',
      'setUserRoles',
      'setUserPassword',
    ),
    routes: [
      supply(userRoutes, ({ writtenUsers, config: { userDetails } }: Written & Installation) => ({
        users: writtenUsers,
        userDetails,
      })),
    ],
  },
  { useCases: named([userAttributes], 'setUserAttributes'), routes: [userAttributeRoutes] },
  {
    useCases: named([setPermissionGrants], 'setPermissionGrants'),
    routes: [supply(permissionGrantRoutes, () => ({ bodyLimits: permissionGrantBodyLimits }))],
  },
  {
    useCases: named([setRoleGrants, recordEndedGrants], 'setRoleGrants', 'recordEndedGrants'),
    routes: [supply(roleGrantRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named([menus], 'createMenu', 'updateMenu', 'moveMenu', 'deleteMenu'),
    routes: [supply(menuRoutes, ({ writtenMenus }: Written) => ({ menus: writtenMenus }))],
  },
  {
    useCases: named(
      [contents, contentStatus, contentBody, searchContents],
      'createContent',
      'updateContent',
      'publishContent',
      'changeContentStatus',
      'deleteContent',
      'previewContent',
      'indexContents',
    ),
    routes: [supply(contentRoutes, longBodies)],
  },
  {
    useCases: named([workingCopies], 'saveWorkingCopy', 'readWorkingCopy', 'discardWorkingCopy', 'publishWorkingCopy'),
    routes: [supply(workingCopyRoutes, longBodies)],
  },
  {
    useCases: named([previewLinks], 'createPreviewLink', 'listPreviewLinks', 'revokePreviewLink', 'readPreview'),
    routes: [previewRoutes],
  },
  {
    useCases: named(
      [revisions, compareRevisions],
      'listRevisions',
      'readRevision',
      'compareRevisions',
      'restoreContent',
      'removeOldRevisions',
    ),
    routes: [revisionRoutes],
  },
  { useCases: named([changeContents], 'changeContents'), routes: [contentBatchRoutes] },
  { useCases: named([contentStatus], 'scheduleContent', 'storeDueTransitions'), routes: [contentScheduleRoutes] },
  { useCases: named([categories], 'createCategory', 'updateCategory', 'deleteCategory'), routes: [categoryRoutes] },
  {
    useCases: named([tags], 'createTag', 'createTags', 'updateTag', 'deleteTag'),
    routes: [supply(tagRoutes, ({ writtenTags }: Written) => ({ tags: writtenTags }))],
  },
  {
    useCases: named(
      [uploadMedia, updateMedia, deleteMedia, makeVariants, sweepMedia, checkMedia, rebuildVariants, storeClaim],
      'uploadMedia',
      'updateMedia',
      'deleteMedia',
      'makeVariants',
      'sweepMedia',
      'checkMedia',
      'rebuildVariants',
      'removeUnnamedVariants',
      'checkStoreClaim',
      'claimStore',
    ),
    routes: [mediaUploadRoutes, mediaRoutes, mediaFileRoutes],
  },
  { routes: [supply(feedRoutes, ({ config: { feedSite: site } }: Installation) => ({ site }))] },
  {
    useCases: named(
      [whatIf, evaluateAccess, filterAccess],
      'whatIf',
      'evaluateAccess',
      'filterAccess',
      'filterOwnAccess',
    ),
    routes: [holderRoutes, accessFilterRoutes, supply(whatIfRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named([setProtectedRoutes], 'setProtectedRoutes'),
    routes: [
      supply(routeTableRoutes, () => ({ bodyLimits: roleGrantBodyLimits })),
      supply(forwardRoutes, ({ config }: Installation) => ({ isProxyTrusted: config.trustProxy > 0 })),
    ],
  },
  // Access control as a document. Only commands and the loading of demo data use it.
  {
    useCases: named(
      [importAccessControl, previewImport, restoreBuiltIn],
      'importAccessControl',
      'previewImport',
      'restoreBuiltIn',
    ),
  },
  // Moving in from other products, with commands only.
  { useCases: named([importUsers, importContents], 'importUsers', 'importContents') },
  {
    useCases: named(
      [webhooks, queueEvents, webhookDeliveries, sendDeliveries],
      'createWebhook',
      'updateWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
      'replayEvents',
      'testWebhook',
      'retryDelivery',
      'queueEvents',
      'sendDeliveries',
    ),
    routes: [webhookRoutes, webhookDeliveryRoutes],
  },
  { useCases: named([streamTickets], 'createStreamTicket', 'redeemStreamTicket'), routes: [streamRoutes] },
  { useCases: named([runOnce], 'runOnce') },
  { routes: [eventRoutes, () => auditLogRoutes, overviewRoutes, consoleRoutes, healthRoutes] },
] as const satisfies readonly ModuleParts[];
