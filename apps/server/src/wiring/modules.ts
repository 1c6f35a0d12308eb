import {
  accessFilterRoutes,
  apiKeyRoutes,
  auditLogRoutes,
  authRoutes,
  categoryRoutes,
  consoleRoutes,
  contentBatchRoutes,
  contentRoutes,
  contentScheduleRoutes,
  emailChangeRoutes,
  eventRoutes,
  factorRoutes,
  feedRoutes,
  forwardRoutes,
  healthRoutes,
  holderRoutes,
  identityRoutes,
  invitationRoutes,
  mediaFileRoutes,
  mediaRoutes,
  mediaUploadRoutes,
  menuRoutes,
  oauthMetadataRoutes,
  oauthRoutes,
  overviewRoutes,
  passkeyRoutes,
  passwordResetRoutes,
  permissionRoutes,
  previewRoutes,
  revisionRoutes,
  routeTableRoutes,
  permissionGrantRoutes,
  readyRoleRoutes,
  roleGrantRoutes,
  roleRoutes,
  sessionRoutes,
  setupRoutes,
  signInRoutes,
  streamRoutes,
  tagRoutes,
  userAttributeRoutes,
  userRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
  whatIfRoutes,
  workingCopyRoutes,
} from '@portcullis/adapters-http/internal';
import * as application from '@portcullis/application/internal';
import type { MenuViews, TagViews, UserViews } from '@portcullis/application/internal';
import {
  contentBodyLimits,
  mailLinkLimit,
  passwordResetLimit,
  registerLimit,
  permissionGrantBodyLimits,
  roleGrantBodyLimits,
} from '../config/limits.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import { supply, type ModuleParts } from './dependency-injection.ts';
import type { Installation } from './ports.ts';

/** The dependencies with which routes read the response to a request that has written something. */
interface Written {
  readonly writtenUsers: UserViews;
  readonly writtenMenus: MenuViews;
  readonly writtenTags: TagViews;
}

const afterWrite = ({ writtenUsers: users }: Written) => ({ users });

type Application = typeof application;

/** All exports of the application. Three use cases read users after they have written something. */
const sources: Readonly<Record<string, unknown>> = {
  ...application,
  exchangeTicket: supply(application.exchangeTicket, afterWrite),
  logInWithFactor: supply(application.logInWithFactor, afterWrite),
  logInWithPasskey: supply(application.logInWithPasskey, afterWrite),
};

/** Returns the use cases with these names. */
function named<Name extends keyof Application>(...names: readonly Name[]): Pick<Application, Name>;
function named(...names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, sources[name]]));
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
      supply(authRoutes, ({ writtenUsers: users, config }: Written & Installation) => ({
        users,
        registerLimit: registerLimit(config.registerPerMinute),
      })),
    ],
  },
  {
    useCases: named('requestPasswordReset', 'confirmPasswordReset', 'sendPasswordReset'),
    routes: [supply(passwordResetRoutes, () => ({ resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }))],
  },
  { useCases: named('sendInvitation', 'confirmInvitation'), routes: [supply(invitationRoutes, mailLinks)] },
  { useCases: named('confirmEmailChange'), routes: [supply(emailChangeRoutes, mailLinks)] },
  {
    useCases: named(
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
    useCases: named('logInWithPasskey', 'beginPasskey', 'addPasskey', 'beginPasskeyLogin'),
    routes: [passkeyRoutes],
  },
  {
    useCases: named(
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
  { useCases: named('endSession', 'endUserSession', 'endUserSessions'), routes: [sessionRoutes] },
  {
    useCases: named('createApiKey', 'updateApiKey', 'rotateApiKey', 'deleteApiKey', 'recordKeyUse'),
    routes: [apiKeyRoutes],
  },
  {
    useCases: named('endKeyTokens'),
    routes: [supply(oauthMetadataRoutes, resourceServers), supply(oauthRoutes, resourceServers)],
  },
  // Checks of the keys that encrypt stored secrets.
  { useCases: named('checkSecretsKeys', 'compareSecretsKeys', 'acceptLostSecretsKeys', 'reencryptSecrets') },
  { useCases: named('checkSetup', 'completeSetup'), routes: [setupRoutes] },
  {
    useCases: named('createPermission', 'updatePermission', 'adoptPermission', 'deletePermission'),
    routes: [permissionRoutes],
  },
  {
    useCases: named('createRole', 'updateRole', 'deleteRole', 'setRolePermissions', 'setRoleMenus', 'addReadyRole'),
    routes: [roleRoutes, readyRoleRoutes],
  },
  {
    useCases: named(
      'createUser',
      'createServiceAccount',
      'inviteUser',
      'updateUser',
      'deleteUser',
      'setUserRoles',
      'setUserPassword',
    ),
    routes: [
      supply(userRoutes, ({ writtenUsers: users, config: { userDetails } }: Written & Installation) => ({
        users,
        userDetails,
      })),
    ],
  },
  { useCases: named('setUserAttributes'), routes: [userAttributeRoutes] },
  {
    useCases: named('setPermissionGrants'),
    routes: [supply(permissionGrantRoutes, () => ({ bodyLimits: permissionGrantBodyLimits }))],
  },
  {
    useCases: named('setRoleGrants', 'recordEndedGrants'),
    routes: [supply(roleGrantRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named('createMenu', 'updateMenu', 'moveMenu', 'deleteMenu'),
    routes: [supply(menuRoutes, ({ writtenMenus: menus }: Written) => ({ menus }))],
  },
  {
    useCases: named(
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
    useCases: named('saveWorkingCopy', 'readWorkingCopy', 'discardWorkingCopy', 'publishWorkingCopy'),
    routes: [supply(workingCopyRoutes, longBodies)],
  },
  {
    useCases: named('createPreviewLink', 'listPreviewLinks', 'revokePreviewLink', 'readPreview'),
    routes: [previewRoutes],
  },
  {
    useCases: named('listRevisions', 'readRevision', 'compareRevisions', 'restoreContent', 'removeOldRevisions'),
    routes: [revisionRoutes],
  },
  { useCases: named('changeContents'), routes: [contentBatchRoutes] },
  { useCases: named('scheduleContent', 'storeDueTransitions'), routes: [contentScheduleRoutes] },
  { useCases: named('createCategory', 'updateCategory', 'deleteCategory'), routes: [categoryRoutes] },
  {
    useCases: named('createTag', 'createTags', 'updateTag', 'deleteTag'),
    routes: [supply(tagRoutes, ({ writtenTags: tags }: Written) => ({ tags }))],
  },
  {
    useCases: named(
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
    useCases: named('whatIf', 'evaluateAccess', 'filterAccess', 'filterOwnAccess'),
    routes: [holderRoutes, accessFilterRoutes, supply(whatIfRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named('setProtectedRoutes'),
    routes: [
      supply(routeTableRoutes, () => ({ bodyLimits: roleGrantBodyLimits })),
      supply(forwardRoutes, ({ config }: Installation) => ({ isProxyTrusted: config.trustProxy > 0 })),
    ],
  },
  // Access control as a document. Only commands and the loading of demo data use it.
  { useCases: named('importAccessControl', 'previewImport', 'restoreBuiltIn') },
  // Moving in from other products, with commands only.
  { useCases: named('importUsers', 'importContents') },
  {
    useCases: named(
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
  { useCases: named('createStreamTicket', 'redeemStreamTicket'), routes: [streamRoutes] },
  { useCases: named('runOnce') },
  { routes: [eventRoutes, () => auditLogRoutes, overviewRoutes, consoleRoutes, healthRoutes] },
] as const satisfies readonly ModuleParts[];
