import { generateKeyPairSync } from 'node:crypto';
import {
  CurrentRoutes,
  LiveUpdates,
  type SystemState,
  addPasskey,
  addReadyRole,
  adoptPermission,
  beginPasskey,
  beginPasskeyLogin,
  changeContentStatus,
  changeContents,
  changePassword,
  checkSetup,
  compareRevisions,
  completeSetup,
  confirmEmailChange,
  confirmInvitation,
  confirmPasswordReset,
  confirmTotp,
  createApiKey,
  createCategory,
  createContent,
  createMenu,
  createPermission,
  createPreviewLink,
  createRole,
  createServiceAccount,
  createStreamTicket,
  createTag,
  createTags,
  createUser,
  createWebhook,
  deleteApiKey,
  deleteCategory,
  deleteContent,
  deleteMedia,
  deleteMenu,
  deletePermission,
  deleteRole,
  deleteTag,
  deleteUser,
  deleteWebhook,
  discardWorkingCopy,
  endKeyTokens,
  endSession,
  endUserSession,
  endUserSessions,
  enrolTotp,
  evaluateAccess,
  exchangeTicket,
  filterAccess,
  filterOwnAccess,
  finishSignIn,
  inviteUser,
  linkIdentity,
  listPreviewLinks,
  listRevisions,
  logIn,
  logInWithFactor,
  logInWithPasskey,
  logOut,
  moveMenu,
  previewContent,
  proveOwner,
  publishContent,
  publishWorkingCopy,
  readPreview,
  readRevision,
  readWorkingCopy,
  refreshSession,
  register,
  removeFactor,
  replaceRecoveryCodes,
  replayEvents,
  requestPasswordReset,
  resetFactors,
  restoreContent,
  retryDelivery,
  revokePreviewLink,
  rotateApiKey,
  rotateWebhookSecret,
  saveWorkingCopy,
  scheduleContent,
  sendInvitation,
  sendPasswordReset,
  setPermissionGrants,
  setProtectedRoutes,
  setRoleGrants,
  setRoleMenus,
  setRolePermissions,
  setUserAttributes,
  setUserPassword,
  setUserRoles,
  startSignIn,
  stepUp,
  testWebhook,
  unlinkIdentity,
  unlinkUserIdentity,
  updateApiKey,
  updateCategory,
  updateContent,
  updateMedia,
  updateMenu,
  updatePermission,
  updateProfile,
  updateRole,
  updateTag,
  updateUser,
  updateWebhook,
  uploadMedia,
  whatIf,
} from '@portcullis/application/internal';
import type { InMemoryWorld } from '@portcullis/testing';
import { defaultMediaPresets, type RegistrationMode, type UserDetailsMode } from '@portcullis/domain/internal';
import {
  accessFilterRoutes,
  accessTokenService,
  assertionIssuer,
  apiKeyRoutes,
  auditLogRoutes,
  authzenRoutes,
  eventRoutes,
  authRoutes,
  categoryRoutes,
  consoleRoutes,
  contentBatchRoutes,
  contentRoutes,
  contentScheduleRoutes,
  documentationRoutes,
  factorRoutes,
  feedRoutes,
  forwardRoutes,
  healthRoutes,
  holderRoutes,
  identityRoutes,
  signInRoutes,
  loginThrottle,
  operationRoutes,
  passkeyRoutes,
  emailChangeRoutes,
  invitationRoutes,
  passwordResetRoutes,
  memoryCounters,
  mediaFileRoutes,
  mediaRoutes,
  mediaUploadRoutes,
  menuRoutes,
  oauthMetadataRoutes,
  oauthRoutes,
  overviewRoutes,
  permissionRoutes,
  rateLimits,
  previewRoutes,
  revisionRoutes,
  routeTableRoutes,
  permissionGrantRoutes,
  readyRoleRoutes,
  roleGrantRoutes,
  roleRoutes,
  sessionRoutes,
  streamRoutes,
  setupRoutes,
  tagRoutes,
  userAttributeRoutes,
  userRoutes,
  workingCopyRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
  whatIfRoutes,
  type AccessTokenService,
  type Route,
  type Limit,
  type TokenKey,
  type TokenKeys,
} from '../../src/internal.ts';

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
  const covers = { writtenMedia: use.media, mediaOrigin: '' };
  const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: setUserRolesCalls, per: 'caller', ...minute };
  const routes: readonly Route[] = [
    ...authRoutes({
      register: register(use),
      logIn: logIn(use),
      refreshSession: refreshSession(use),
      logOut: logOut(use),
      changePassword: changePassword(use),
      proveOwner: proveOwner(use),
      updateProfile: updateProfile(use),
      users: use.users,
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
    ...oauthMetadataRoutes({ keys: { tokenKeys }, hasPublicKeys: true, publicUrl }),
    ...passwordResetRoutes({
      requestPasswordReset: requestPasswordReset(use),
      confirmPasswordReset: confirmPasswordReset(use),
      sendPasswordReset: sendPasswordReset(use),
      resetLimit: { name: 'password-resets', calls: 1_000_000, per: 'address', ...minute },
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...invitationRoutes({
      sendInvitation: sendInvitation(use),
      confirmInvitation: confirmInvitation(use),
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...emailChangeRoutes({
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
      adoptPermission: adoptPermission(use),
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
      setUserRoles: setUserRoles(use),
      setUserPassword: setUserPassword(use),
      users: use.users,
      policy: use.policy,
      userDetails,
      setUserRolesLimit,
    }),
    ...readyRoleRoutes({ addReadyRole: addReadyRole(use) }),
    ...permissionGrantRoutes({
      setPermissionGrants: setPermissionGrants(use),
      bodyLimits: roleGrantBodyLimits,
    }),
    ...roleGrantRoutes({
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
      tags: use.tags,
    }),
    ...mediaRoutes({
      updateMedia: updateMedia(use),
      deleteMedia: deleteMedia(use),
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
    ...mediaFileRoutes({ media: use.media, mediaStore: use.mediaStore, mediaPresets: defaultMediaPresets }),
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
    ...consoleRoutes({ ownEvents: [], consoleParts: [] }),
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
    ...operationRoutes([]),
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
  return routes;
}
