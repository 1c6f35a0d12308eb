import { generateKeyPairSync } from 'node:crypto';
import { CurrentRoutes } from '@portcullis/application/internal/access/current-routes';
import { evaluateAccess } from '@portcullis/application/internal/access/evaluate-access';
import { filterAccess, filterOwnAccess } from '@portcullis/application/internal/access/filter-access';
import { setProtectedRoutes } from '@portcullis/application/internal/access/set-protected-routes';
import { whatIf } from '@portcullis/application/internal/access/what-if';
import { createApiKey } from '@portcullis/application/internal/api-keys/create-api-key';
import { deleteApiKey } from '@portcullis/application/internal/api-keys/delete-api-key';
import { endKeyTokens } from '@portcullis/application/internal/api-keys/end-key-tokens';
import { rotateApiKey } from '@portcullis/application/internal/api-keys/rotate-api-key';
import { updateApiKey } from '@portcullis/application/internal/api-keys/update-api-key';
import { changePassword } from '@portcullis/application/internal/auth/change-password';
import { addPasskey, beginPasskey } from '@portcullis/application/internal/auth/factors/add-passkey';
import { replaceRecoveryCodes } from '@portcullis/application/internal/auth/factors/recovery-codes';
import { removeFactor } from '@portcullis/application/internal/auth/factors/remove-factor';
import { confirmTotp, enrolTotp } from '@portcullis/application/internal/auth/factors/totp';
import { exchangeTicket } from '@portcullis/application/internal/auth/identities/exchange-ticket';
import { finishSignIn } from '@portcullis/application/internal/auth/identities/finish-sign-in';
import { linkIdentity, unlinkIdentity } from '@portcullis/application/internal/auth/identities/own-identities';
import { startSignIn } from '@portcullis/application/internal/auth/identities/start-sign-in';
import { logIn } from '@portcullis/application/internal/auth/log-in';
import { logInWithFactor } from '@portcullis/application/internal/auth/log-in-with-factor';
import { beginPasskeyLogin, logInWithPasskey } from '@portcullis/application/internal/auth/log-in-with-passkey';
import { proveOwner } from '@portcullis/application/internal/auth/prove-owner';
import { register } from '@portcullis/application/internal/auth/register';
import { endSession, logOut } from '@portcullis/application/internal/auth/sessions/end-sessions';
import { refreshSession } from '@portcullis/application/internal/auth/sessions/refresh-session';
import { stepUp } from '@portcullis/application/internal/auth/step-up';
import { createCategory, deleteCategory, updateCategory } from '@portcullis/application/internal/categories/categories';
import { changeContents } from '@portcullis/application/internal/contents/change-contents';
import { compareRevisions } from '@portcullis/application/internal/contents/compare-revisions';
import { previewContent } from '@portcullis/application/internal/contents/content-body';
import {
  changeContentStatus,
  publishContent,
  scheduleContent,
} from '@portcullis/application/internal/contents/content-status';
import { createContent, deleteContent, updateContent } from '@portcullis/application/internal/contents/contents';
import {
  createPreviewLink,
  listPreviewLinks,
  readPreview,
  revokePreviewLink,
} from '@portcullis/application/internal/contents/preview-links';
import {
  listRemovedContents,
  purgeContent,
  recoverContent,
} from '@portcullis/application/internal/contents/removed-contents';
import { listRevisions, readRevision, restoreContent } from '@portcullis/application/internal/contents/revisions';
import {
  discardWorkingCopy,
  publishWorkingCopy,
  readWorkingCopy,
  saveWorkingCopy,
} from '@portcullis/application/internal/contents/working-copies';
import { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import { createStreamTicket } from '@portcullis/application/internal/live/stream-tickets';
import { confirmEmailChange } from '@portcullis/application/internal/mail-links/confirm-email-change';
import { requestPasswordReset } from '@portcullis/application/internal/mail-links/request-password-reset';
import {
  confirmInvitation,
  confirmPasswordReset,
} from '@portcullis/application/internal/mail-links/set-password-by-link';
import { deleteMedia } from '@portcullis/application/internal/media/delete-media';
import { updateMedia } from '@portcullis/application/internal/media/update-media';
import { uploadMedia } from '@portcullis/application/internal/media/upload-media';
import { createMenu, deleteMenu, moveMenu, updateMenu } from '@portcullis/application/internal/menus/menus';
import {
  createPermission,
  deletePermission,
  updatePermission,
} from '@portcullis/application/internal/permissions/permissions';
import type { SystemState } from '../../src/routes/schemas/overview.ts';
import { addReadyRole } from '@portcullis/application/internal/roles/add-ready-role';
import {
  createRole,
  deleteRole,
  setRoleMenus,
  setRolePermissions,
  updateRole,
} from '@portcullis/application/internal/roles/roles';
import { setPermissionGrants } from '@portcullis/application/internal/roles/set-permission-grants';
import { setRoleGrants } from '@portcullis/application/internal/roles/set-role-grants';
import { setUserRoles } from '@portcullis/application/internal/roles/set-user-roles';
import { checkSetup, completeSetup } from '@portcullis/application/internal/setup/setup-link';
import { createTag, createTags, deleteTag, updateTag } from '@portcullis/application/internal/tags/tags';
import { setUserAttributes } from '@portcullis/application/internal/user-attributes/user-attributes';
import { endUserSession, endUserSessions } from '@portcullis/application/internal/users/end-user-sessions';
import { updateProfile } from '@portcullis/application/internal/users/update-profile';
import {
  resetFactors,
  setUserPassword,
  unlinkUserIdentity,
} from '@portcullis/application/internal/users/user-credentials';
import { inviteUser, sendInvitation, sendPasswordReset } from '@portcullis/application/internal/users/user-mails';
import { createServiceAccount, createUser, deleteUser, updateUser } from '@portcullis/application/internal/users/users';
import { replayEvents } from '@portcullis/application/internal/webhooks/queue-events';
import { retryDelivery, testWebhook } from '@portcullis/application/internal/webhooks/webhook-deliveries';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '@portcullis/application/internal/webhooks/webhooks';
import type { InMemoryWorld } from '@portcullis/testing';
import { defaultMediaPresets } from '@portcullis/domain/internal/media/media-file';
import type { RegistrationMode } from '@portcullis/domain/internal/accounts/new-account';
import type { UserDetailsMode } from '@portcullis/domain/internal/accounts/user';
import {
  accessTokenService,
  type AccessTokenService,
  type TokenKey,
  type TokenKeys,
} from '../../src/checks/access-tokens.ts';
import { assertionIssuer } from '../../src/checks/assertions.ts';
import { memoryCounters } from '../../src/checks/rate-counters.ts';
import { rateLimits, type Limit } from '../../src/checks/rate-limit.ts';
import { loginThrottle } from '../../src/checks/throttles.ts';
import { documentationRoutes } from '../../src/openapi/documentation.ts';
import { accessFilterRoutes } from '../../src/routes/access/access-filter.ts';
import { apiKeyRoutes } from '../../src/routes/access/api-keys.ts';
import { auditLogRoutes } from '../../src/routes/events/audit-logs.ts';
import { authRoutes } from '../../src/routes/accounts/auth.ts';
import { authzenRoutes } from '../../src/routes/access/authzen.ts';
import { categoryRoutes } from '../../src/routes/contents/categories.ts';
import { consoleRoutes } from '../../src/routes/console.ts';
import { contentBatchRoutes } from '../../src/routes/contents/content-batches.ts';
import { contentScheduleRoutes } from '../../src/routes/contents/content-schedules.ts';
import { contentRoutes } from '../../src/routes/contents/contents.ts';
import { eventRoutes } from '../../src/routes/events/events.ts';
import { factorRoutes } from '../../src/routes/accounts/factors.ts';
import { feedRoutes } from '../../src/routes/contents/feeds.ts';
import { forwardRoutes } from '../../src/routes/access/forward.ts';
import { healthRoutes } from '../../src/routes/health.ts';
import { holderRoutes } from '../../src/routes/access/holders.ts';
import { identityRoutes } from '../../src/routes/accounts/identities.ts';
import { mailLinkRoutes } from '../../src/routes/accounts/mail-links.ts';
import { mediaFileRoutes } from '../../src/routes/media/media-files.ts';
import { mediaUploadRoutes } from '../../src/routes/media/media-uploads.ts';
import { mediaRoutes } from '../../src/routes/media/media.ts';
import { menuRoutes } from '../../src/routes/access/menus.ts';
import { oauthMetadataRoutes } from '../../src/routes/access/oauth-metadata.ts';
import { oauthRoutes } from '../../src/routes/access/oauth.ts';
import { operationRoutes } from '../../src/routes/access/operations.ts';
import { overviewRoutes } from '../../src/routes/overview.ts';
import { passkeyRoutes } from '../../src/routes/accounts/passkeys.ts';
import { permissionGrantRoutes } from '../../src/routes/access/permission-grants.ts';
import { permissionRoutes } from '../../src/routes/access/permissions.ts';
import { previewRoutes } from '../../src/routes/contents/previews.ts';
import { readyRoleRoutes } from '../../src/routes/access/ready-roles.ts';
import { removedContentRoutes } from '../../src/routes/contents/removed-contents.ts';
import { revisionRoutes } from '../../src/routes/contents/revisions.ts';
import { roleGrantRoutes } from '../../src/routes/access/role-grants.ts';
import { roleRoutes } from '../../src/routes/access/roles.ts';
import { routeTableRoutes } from '../../src/routes/route-table.ts';
import type { Route } from '../../src/routes/route.ts';
import { sessionRoutes } from '../../src/routes/accounts/sessions.ts';
import { setupRoutes } from '../../src/routes/accounts/setup.ts';
import { signInRoutes } from '../../src/routes/accounts/sign-ins.ts';
import { streamRoutes } from '../../src/routes/events/streams.ts';
import { tagRoutes } from '../../src/routes/contents/tags.ts';
import { userAttributeRoutes } from '../../src/routes/accounts/user-attributes.ts';
import { userRoutes } from '../../src/routes/accounts/users.ts';
import { webhookDeliveryRoutes } from '../../src/routes/events/webhook-deliveries.ts';
import { webhookRoutes } from '../../src/routes/events/webhooks.ts';
import { whatIfRoutes } from '../../src/routes/access/what-if.ts';
import { workingCopyRoutes } from '../../src/routes/contents/working-copies.ts';

const minute = { seconds: 60 } as const;

const roleGrantBodyLimits = { maxBytes: 192 * 1024, maxMs: 10_000, maxKeys: 4000 };

/** How many bytes of files may be stored. */
export const mediaQuota = 1_000_000_000_000;

const idle = { running: 0, waiting: 0 };

const idleSystem: SystemState = {
  version: '0.0.0',
  database: { kind: 'embedded', connections: { inUse: 0, idle: 1, waiting: 0 } },
  replicas: [],
  load: { passwords: idle, smallDocuments: idle, largeDocuments: idle },
  hasMailServer: false,
  hasPublicUrl: false,
  figures: [],
  limits: [],
};

/** The limits of docs/interface.md §8. */
const loginLimits = {
  perAccountAndAddress: { name: 'login', calls: 10, seconds: 15 * 60, per: 'account' },
  perAccount: { name: 'login-account', calls: 100, seconds: 60 * 60, per: 'account' },
  perKnownAddress: { name: 'login-known-address', calls: 20, seconds: 60 * 60, per: 'account' },
  recordedPerAddress: { name: 'login-recorded', calls: 100, seconds: 60 * 60, per: 'address' },
} as const;

/**
 * Settings of the routes. One client IP address may send `registerCalls` registrations per minute, and one caller may
 * set roles `setUserRolesCalls` times per minute.
 */
export interface RouteOptions {
  readonly setUserRolesCalls?: number;
  readonly registerCalls?: number;
  /** Number of requests for a token that one address may send per minute. */
  readonly tokenCalls?: number;
  /** Number of requests that one API key may send per minute. */
  readonly keyCalls?: number;
  readonly registration?: RegistrationMode;
  readonly userDetails?: UserDetailsMode;
  /** Whether the installation has a `PUBLIC_URL`. */
  readonly isDiscoverable?: boolean;
  /** Whether the service trusts the headers of a proxy. */
  readonly isProxyTrusted?: boolean;
}

/** The keys that sign and verify access tokens. A rotation has begun, so there are two. */
export const tokenKeys: TokenKeys = [tokenKeyPair('key-1'), tokenKeyPair('key-2')];

/** Returns a new Ed25519 key for tokens. */
function tokenKeyPair(id: string): TokenKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { id, algorithm: 'EdDSA', signingKey: privateKey, verifyingKey: publicKey };
}

const publicUrl = 'https://id.example.com';

/** Returns the service for access tokens, with the clock and ids of the world. */
export const tokenService = ({ clock, ids }: Pick<InMemoryWorld, 'clock' | 'ids'>): AccessTokenService =>
  accessTokenService({ tokenKeys, publicUrl, expiresIn: '15m', ttlSeconds: 900, clock, ids });

/** Returns all routes, with the in-memory world as their store. */
export function routesOn(
  world: InMemoryWorld,
  {
    registerCalls = 1_000_000,
    tokenCalls = 1_000_000,
    setUserRolesCalls = 10,
    registration = 'open',
    userDetails = 'all',
    isDiscoverable = true,
    isProxyTrusted = false,
  }: RouteOptions = {},
): readonly Route[] {
  // The password policy must reject `password1` as a common password.
  const use = {
    ...world,
    registration,
    policy: { ...world.policy, common: new Set(['password1']) },
    throttle: loginThrottle(rateLimits(memoryCounters), loginLimits, () => {}),
  };
  const covers = { mediaOrigin: '' };
  const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: setUserRolesCalls, per: 'caller', ...minute };
  const others: readonly Route[] = [
    ...authRoutes({
      register: register(use),
      logIn: logIn(use),
      refreshSession: refreshSession(use),
      logOut: logOut(use),
      changePassword: changePassword(use),
      proveOwner: proveOwner(use),
      updateProfile: updateProfile(use),
      registration,
      registerLimit: { name: 'register', calls: registerCalls, per: 'address', ...minute },
    }),
    ...sessionRoutes({
      endSession: endSession(use),
      endUserSession: endUserSession(use),
      endUserSessions: endUserSessions(use),
    }),
    ...userAttributeRoutes({ setUserAttributes: setUserAttributes(use) }),
    ...apiKeyRoutes({
      createApiKey: createApiKey(use),
      updateApiKey: updateApiKey(use),
      rotateApiKey: rotateApiKey(use),
      deleteApiKey: deleteApiKey(use),
    }),
    ...oauthRoutes({
      ...use,
      hasPublicKeys: true,
      accessTokens: tokenService(use),
      endSession: endSession(use),
      deleteApiKey: deleteApiKey(use),
      endKeyTokens: endKeyTokens(use),
      oauthTokenLimit: { name: 'oauth-token', calls: tokenCalls, per: 'address', ...minute },
    }),
    ...oauthMetadataRoutes({ tokenKeys: () => tokenKeys, hasPublicKeys: true, publicUrl }),
    ...mailLinkRoutes({
      requestPasswordReset: requestPasswordReset(use),
      confirmPasswordReset: confirmPasswordReset(use),
      sendPasswordReset: sendPasswordReset(use),
      resetLimit: { name: 'password-resets', calls: 1_000_000, per: 'address', ...minute },
      sendInvitation: sendInvitation(use),
      confirmInvitation: confirmInvitation(use),
      confirmEmailChange: confirmEmailChange(use),
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...factorRoutes({
      logInWithFactor: logInWithFactor(use),
      proveOwner: proveOwner(use),
      enrolTotp: enrolTotp(use),
      confirmTotp: confirmTotp(use),
      replaceRecoveryCodes: replaceRecoveryCodes(use),
      stepUp: stepUp(use),
      removeFactor: removeFactor(use),
      resetFactors: resetFactors(use),
      factors: use.factors,
    }),
    ...passkeyRoutes({
      proveOwner: proveOwner(use),
      beginPasskey: beginPasskey(use),
      addPasskey: addPasskey(use),
      beginPasskeyLogin: beginPasskeyLogin(use),
      logInWithPasskey: logInWithPasskey(use),
      passkeyLoginLimit: { name: 'passkey-login', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...signInRoutes({
      startSignIn: startSignIn(use),
      finishSignIn: finishSignIn(use),
      exchangeTicket: exchangeTicket(use),
      providers: use.providers.all,
      signInLimit: { name: 'sign-in', calls: 1_000_000, per: 'address', ...minute },
      origins: ['https://app.example.com'],
      isSecure: true,
      logInPage: 'https://cms.example.com/admin/',
    }),
    ...identityRoutes({
      providers: use.providers.all,
      identities: use.identities,
      users: use.users,
      proveOwner: proveOwner(use),
      linkIdentity: linkIdentity(use),
      unlinkIdentity: unlinkIdentity(use),
      unlinkUserIdentity: unlinkUserIdentity(use),
      linkIdentityLimit: { name: 'link-identity', calls: 1_000_000, per: 'caller', ...minute },
    }),
    ...setupRoutes({
      checkSetup: checkSetup(use),
      completeSetup: completeSetup(use),
      logIn: logIn(use),
      loadDemo: async () => ({ password: 'demo-password', isComplete: true }),
      setupLimit: { name: 'setup', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...permissionRoutes({
      createPermission: createPermission(use),
      updatePermission: updatePermission(use),
      deletePermission: deletePermission(use),
    }),
    ...roleRoutes({
      createRole: createRole(use),
      updateRole: updateRole(use),
      deleteRole: deleteRole(use),
      setRolePermissions: setRolePermissions(use),
      setRoleMenus: setRoleMenus(use),
    }),
    ...userRoutes({
      createUser: createUser(use),
      createServiceAccount: createServiceAccount(use),
      inviteUser: inviteUser(use),
      updateUser: updateUser(use),
      deleteUser: deleteUser(use),
      setUserPassword: setUserPassword(use),
      policy: use.policy,
      userDetails,
    }),
    ...readyRoleRoutes({ addReadyRole: addReadyRole(use) }),
    ...permissionGrantRoutes({
      setPermissionGrants: setPermissionGrants(use),
      bodyLimits: roleGrantBodyLimits,
    }),
    ...roleGrantRoutes({
      setUserRoles: setUserRoles(use),
      setRoleGrants: setRoleGrants(use),
      setUserRolesLimit,
      bodyLimits: roleGrantBodyLimits,
    }),
    ...menuRoutes({
      createMenu: createMenu(use),
      updateMenu: updateMenu(use),
      moveMenu: moveMenu(use),
      deleteMenu: deleteMenu(use),
      menus: use.menus,
    }),
    ...removedContentRoutes({
      listRemovedContents: listRemovedContents(use),
      recoverContent: recoverContent(use),
      purgeContent: purgeContent(use),
      ...covers,
    }),
    ...contentRoutes({
      createContent: createContent(use),
      updateContent: updateContent(use),
      publishContent: publishContent(use),
      changeContentStatus: changeContentStatus(use),
      deleteContent: deleteContent(use),
      previewContent: previewContent(use),
      ...covers,
      bodyLimits: { maxBytes: 24 * 1024 * 1024, maxMs: 55_000 },
    }),
    ...workingCopyRoutes({
      saveWorkingCopy: saveWorkingCopy(use),
      readWorkingCopy: readWorkingCopy(use),
      discardWorkingCopy: discardWorkingCopy(use),
      publishWorkingCopy: publishWorkingCopy(use),
      ...covers,
      bodyLimits: { maxBytes: 24 * 1024 * 1024, maxMs: 55_000 },
    }),
    ...previewRoutes({
      createPreviewLink: createPreviewLink(use),
      listPreviewLinks: listPreviewLinks(use),
      revokePreviewLink: revokePreviewLink(use),
      readPreview: readPreview(use),
      ...covers,
    }),
    ...revisionRoutes({
      listRevisions: listRevisions(use),
      readRevision: readRevision(use),
      compareRevisions: compareRevisions(use),
      restoreContent: restoreContent(use),
      ...covers,
    }),
    ...contentBatchRoutes({ changeContents: changeContents(use) }),
    ...contentScheduleRoutes({ scheduleContent: scheduleContent(use), ...covers }),
    ...categoryRoutes({
      createCategory: createCategory(use),
      updateCategory: updateCategory(use),
      deleteCategory: deleteCategory(use),
    }),
    ...tagRoutes({
      createTag: createTag(use),
      createTags: createTags(use),
      updateTag: updateTag(use),
      deleteTag: deleteTag(use),
    }),
    ...mediaRoutes({
      updateMedia: updateMedia(use),
      deleteMedia: deleteMedia(use),
      mediaEntries: [],
      media: use.media,
      ...covers,
    }),
    ...mediaUploadRoutes({
      uploadMedia: uploadMedia({
        ...use,
        mediaQuota: { all: mediaQuota, perUploader: mediaQuota },
        mediaWakeUp: { wake: () => undefined },
      }),
      mediaOrigin: '',
      mediaBodyLimits: { maxBytes: 100_000, maxMs: 10_000 },
      uploadLimit: { name: 'uploads', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...mediaFileRoutes({
      media: use.media,
      visitorViews: use,
      mediaStore: use.mediaStore,
      mediaPresets: defaultMediaPresets,
    }),
    ...webhookRoutes({
      createWebhook: createWebhook(use),
      updateWebhook: updateWebhook(use),
      deleteWebhook: deleteWebhook(use),
      rotateWebhookSecret: rotateWebhookSecret(use),
      replayEvents: replayEvents(use),
    }),
    ...webhookDeliveryRoutes({
      testWebhook: testWebhook(use),
      retryDelivery: retryDelivery(use),
      testWebhookLimit: { name: 'test-webhook', calls: 10, per: 'caller', ...minute },
    }),
    ...streamRoutes({
      createStreamTicket: createStreamTicket(use),
      liveUpdates: new LiveUpdates(use),
      streamLimit: { name: 'stream', calls: 60, per: 'caller', ...minute },
      streamTicketLimit: { name: 'stream-ticket', calls: 60, per: 'caller', ...minute },
    }),
    ...feedRoutes({ visitorViews: use, site: undefined, mediaOrigin: '' }),
    ...eventRoutes({ ownEvents: [] }),
    ...consoleRoutes({ ownEvents: [], consoleParts: [], bin: use.bin, hasMcp: false }),
    ...auditLogRoutes,
    ...overviewRoutes({ systemState: () => idleSystem, checkInstallation: async () => [] }),
    ...healthRoutes({ readiness: { state: async () => ({ reads: true, writes: true }) }, isServing: () => true }),
    ...holderRoutes(),
    ...routeTableRoutes({
      setProtectedRoutes: setProtectedRoutes(use),
      bodyLimits: roleGrantBodyLimits,
    }),
    ...forwardRoutes({
      currentRoutes: new CurrentRoutes(use),
      isProxyTrusted,
      issueAssertion: assertionIssuer({ tokenKeys, ...use }),
    }),
    ...accessFilterRoutes({
      filterAccess: filterAccess(use),
      filterOwnAccess: filterOwnAccess(use),
    }),
    ...whatIfRoutes({ whatIf: whatIf(use), bodyLimits: roleGrantBodyLimits }),
    ...authzenRoutes(
      {
        evaluateAccess: evaluateAccess(use),
        publicUrl: isDiscoverable ? 'https://id.example.com' : undefined,
        bodyLimits: { maxBytes: 256 * 1024, maxMs: 10_000, maxKeys: 10_000 },
      },
      () => routes,
    ),
    ...documentationRoutes(() => routes),
  ];
  const routes: readonly Route[] = [...others, ...operationRoutes(others)];
  return routes;
}
