import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { openApiDocument } from '@portcullis/adapters-http/internal/openapi/document';
import { examplesFile, openApiFile, openApiText } from '@portcullis/adapters-http/internal/openapi/document-file';
import { openApiDocumentOf } from '@portcullis/adapters-http/internal/openapi/documentation';
import type { TotpEnrolment } from '@portcullis/application/internal/auth/factors/totp';
import type { LoggedIn, TokenPair } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Page } from '@portcullis/application/internal/ports/lists';
import type { SessionView } from '@portcullis/application/internal/ports/sessions';
import { administratorRole, builtInMenus, moderatorRole, userRole } from '@portcullis/domain/internal/built-in';
import type { MailLinkPurpose } from '@portcullis/domain/internal/accounts/mail-link';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@portcullis/domain/internal/shared/passkey-options';
import { expect } from 'chai';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import type { Api } from './support/api.ts';
import { SoftwareAuthenticator } from './support/authenticator.ts';
import { describedRoutes } from './support/contract.ts';
import { aPrivateKey } from './support/private-keys.ts';
import { agent, Recorder } from './support/recorder.ts';
import { administrator, logInAs, sharedService, startService, type Service } from './support/service.ts';

interface Made {
  readonly id: string;
}

/** The issuer of the identity provider `corp`. No request is sent to this URL. */
const issuer = 'https://id.example.com';

interface TicketProof {
  readonly ticket: string;
  readonly verifier: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates an administrator with the fields of `account`, and stores a setup link of this user with this token. */
async function tokenFor({ admin, server }: Service, account: object, token: string): Promise<void> {
  const { data } = await admin.post<Made>('/users', { ...account, roleIds: [administratorRole.id] });
  const { pool } = server.database;
  await pool.query(
    `INSERT INTO setup_links (user_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '30 minutes')`,
    [data.id, hashOf(token)],
  );
}

interface MailLinkRow {
  readonly purpose: MailLinkPurpose;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

/** Stores a link with this token, as if the service had sent the link by mail. */
async function linkFor({ server }: Service, { purpose, username, email, token }: MailLinkRow): Promise<void> {
  await server.database.pool.query(
    `INSERT INTO mail_links (token_hash, purpose, user_id, email, created_at, expires_at)
      SELECT $3, $2, id, $4, now(), now() + interval '30 minutes' FROM users WHERE username = $1`,
    [username, purpose, hashOf(token), email],
  );
}

/**
 * Records requests that add an authenticator app to an account, log in with a code of the app, use and replace recovery
 * codes, and remove the app.
 */
async function recordFactorExamples(
  story: Recorder,
  api: Api,
  asOwner: Api,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const { password } = account;
  const { id, secret } = await story.send<TotpEnrolment>(asOwner, 'enrolTotp', { body: { currentPassword: password } });
  const codeOf = (later: number): string => totpCodeOf(secret, Math.floor(Date.now() / 30_000) + later);
  const { recoveryCodes } = await story.send<{ recoveryCodes: string[] }>(asOwner, 'confirmTotp', {
    body: { id, code: codeOf(0) },
  });
  await story.send(asOwner, 'listFactors');
  const { errors } = await api.post('/auth/login', account);
  const { challenge } = errors as { challenge: string };
  await story.send(api, 'loginWithFactor', { body: { challenge, code: codeOf(1) } });
  await story.send(asOwner, 'stepUp', { body: { code: recoveryCodes[1] } });
  await story.send(asOwner, 'replaceRecoveryCodes', { body: { code: recoveryCodes[0] } });
  await story.send(asOwner, 'removeFactor', { params: { id } });
}

/** Records requests that add a passkey to an account and log in with the passkey. Then removes the passkey. */
async function recordPasskeyExamples(story: Recorder, api: Api, asOwner: Api, password: string): Promise<void> {
  const authenticator = new SoftwareAuthenticator('https://cms.example.com', Buffer.from('a-credential-id'));
  const creation = await story.send<PasskeyCreationOptions>(asOwner, 'beginPasskey', {
    body: { currentPassword: password },
  });
  const made = { name: 'Laptop', credential: authenticator.create(creation) };
  const { id } = await story.send<Made>(asOwner, 'addPasskey', { body: made });
  const request = await story.send<PasskeyRequestOptions>(api, 'beginPasskeyLogin');
  await story.send(api, 'loginWithPasskey', { body: { credential: authenticator.get(request) } });
  await asOwner.delete(`/auth/factors/${id}`);
}

/** Records questions of another service about access. It has a key that may ask and learns the reasons. */
async function recordDecisions(story: Recorder, { api, admin }: Service): Promise<void> {
  const permissions = ['access.evaluate', 'access.explain'];
  const permissionIds: string[] = [];
  for (const code of permissions) {
    const [resource, action] = code.split('.');
    const { data } = await admin.post<Made>('/permissions', { code, name: code, resource, action });
    permissionIds.push(data.id);
  }
  const role = await admin.post<Made>('/roles', { code: 'DECISIONS', name: 'Decisions' });
  await admin.post(`/roles/${role.data.id}/permissions`, { permissionIds });
  const account = { username: 'gateway', email: 'gateway@example.com', kind: 'SERVICE', roleIds: [role.data.id] };
  const { data: owner } = await admin.post<Made>('/users', account);
  const body = { name: 'Gateway', ownerId: owner.id, permissions, readOnly: true };
  const { data } = await admin.post<{ key: string }>('/api-keys', body);
  const pep = api.as(data.key);
  const [subject, action] = [{ type: 'user', id: 'carol' }, { name: 'read' }];
  await story.send(pep, 'evaluateAccess', {
    body: { subject, action, resource: { type: 'project', id: '4711' } },
  });
  await story.send(pep, 'evaluateAccesses', {
    body: {
      subject,
      action,
      evaluations: [
        { resource: { type: 'project', id: '4711' } },
        { resource: { type: 'user', id: 'any' } },
        { action: { name: 'call' }, resource: { type: 'operation', id: 'updateUser' } },
      ],
    },
  });
  await story.send(api, 'getAuthzenConfiguration');
}

/**
 * Records how a program gets an access token for its API key, how another service asks about the token, and how the
 * program ends it.
 */
async function recordTokens(story: Recorder, { api, admin }: Service): Promise<void> {
  const code = 'token.introspect';
  const permission = await admin.post<Made>('/permissions', {
    code,
    name: code,
    resource: 'token',
    action: 'introspect',
  });
  const role = await admin.post<Made>('/roles', { code: 'INTROSPECTION', name: 'Introspection' });
  await admin.post(`/roles/${role.data.id}/permissions`, { permissionIds: [permission.data.id] });
  const account = { username: 'orders', email: 'orders@example.com', kind: 'SERVICE', roleIds: [role.data.id] };
  const { data: owner } = await admin.post<Made>('/users', account);
  const key = { name: 'Orders', ownerId: owner.id, permissions: [code] };
  const { data } = await admin.post<{ apiKey: Made; key: string }>('/api-keys', key);
  const basic = Buffer.from(`${data.apiKey.id}:${data.key}`).toString('base64');
  const headers = { Authorization: `Basic ${basic}` };
  await story.send(api, 'getPublicKeys');
  await story.send(api, 'getOAuthMetadata');
  const { access_token: token } = await story.send<{ access_token: string }>(api, 'requestToken', {
    body: { grant_type: 'client_credentials' },
    headers,
  });
  await story.send(api, 'introspectToken', { title: 'An active token', body: { token }, headers });
  await story.send(api, 'revokeToken', { body: { token }, headers });
  await story.send(api, 'introspectToken', { title: 'An ended token', body: { token }, headers });
}

/** Stores the ticket that a successful sign-in at the identity provider `corp` would create. */
async function ticketFor({ server }: Service, { ticket, verifier }: TicketProof): Promise<void> {
  const account = {
    issuer,
    subject: 'ann',
    email: null,
    emailVerified: false,
    username: null,
    groups: [],
    attributes: {},
  };
  await server.database.pool.query(
    `INSERT INTO sign_in_tickets (hash, challenge, provider, account, expires_at) VALUES ($1, $2, 'corp', $3, now() + interval '1 minute')`,
    [hashOf(ticket), hashOf(verifier), JSON.stringify(account)],
  );
}

/**
 * Calls every operation whose responses have the envelope or the form of a standard, on a new installation. The data that an operation needs are
 * created before it.
 */
async function recordExamples(service: Service): Promise<Recorder> {
  const { api, admin } = service;
  const story = new Recorder();
  const password = 'the password printed at the first start';
  await admin.put('/auth/password', { currentPassword: administrator.password, newPassword: password });

  // Authentication: docs/interface.md §4.1
  const account = { username: 'ann', email: 'ann@example.com', password: 'correct horse battery staple' };
  const { email, password: annsPassword } = account;
  await story.send(api, 'getRegistration');
  await story.send(api, 'register', { body: account });
  await story.send(api, 'login', { title: 'By user name', body: { username: administrator.username, password } });
  const { token } = await story.send<LoggedIn>(api, 'login', {
    title: 'By e-mail address',
    body: { email, password: annsPassword },
  });
  const { refreshToken } = token;
  const next = await story.send<{ token: TokenPair }>(api, 'refreshToken', { body: { refreshToken } });
  const asAnn = api.as(next.token.accessToken);
  await story.send(asAnn, 'getMyPermissions');
  await story.send(asAnn, 'getMyOperations', { query: { ids: 'createTag,updateProfile' } });
  await story.send(asAnn, 'getProfile');
  await story.send(asAnn, 'updateProfile', { body: { nickName: 'Ann', phone: '+44 20 7946 0958', gender: 2 } });
  await api.post('/auth/login', { email, password: annsPassword }, { 'User-Agent': agent });
  type Sessions = Page<SessionView & { current: boolean }>;
  const sessions = await story.send<Sessions>(asAnn, 'listSessions');
  const { id: session = '' } = sessions.items.find(({ current }) => !current) ?? {};
  await story.send(asAnn, 'endSession', { params: { id: session } });
  const newPassword = 'battery staple correct horse';
  await story.send(asAnn, 'changePassword', { body: { currentPassword: annsPassword, newPassword } });
  await recordFactorExamples(story, api, asAnn, { email, password: newPassword });
  await recordPasskeyExamples(story, api, asAnn, newPassword);

  const grace = { username: 'grace', email: 'grace@example.com' };
  await tokenFor(service, { ...grace, password }, 'the-token-in-the-link');
  await story.send(api, 'checkSetup', { body: { token: 'the-token-in-the-link' } });
  await story.send(api, 'completeSetup', {
    body: { token: 'the-token-in-the-link', ...grace, password: annsPassword, demoData: false },
  });

  await story.send(api, 'requestPasswordReset', { body: { login: grace.email } });
  await linkFor(service, { purpose: 'password-reset', ...grace, token: 'the-token-in-the-mail' });
  const confirmed = { token: 'the-token-in-the-mail', newPassword };
  await story.send(api, 'confirmPasswordReset', { body: confirmed });

  const confirmedAddress = { token: 'the-token-in-the-mail-to-the-new-address' };
  await linkFor(service, { purpose: 'email-change', ...grace, ...confirmedAddress, email: 'grace@new.example' });
  await story.send(api, 'confirmEmailChange', { body: confirmedAddress });

  await story.send(api, 'listProviders');
  const proof = { ticket: 'the-ticket-in-the-address', verifier: 'the-secret-of-the-page-of-at-least-43-characters' };
  await ticketFor(service, proof);
  await story.send(asAnn, 'linkIdentity', { params: { provider: 'corp' }, body: proof });
  const [identity] = await story.send<readonly Made[]>(asAnn, 'listIdentities');
  await ticketFor(service, proof);
  await story.send(api, 'exchangeTicket', { body: proof });
  await story.send(asAnn, 'unlinkIdentity', { params: { id: identity?.id ?? '' } });
  await ticketFor(service, proof);
  const { data: again } = await asAnn.post<Made>('/auth/identities/corp/link', proof);
  const { data: ann } = await asAnn.get<Made>('/auth/profile');
  await story.send(admin, 'listUserIdentities', { params: { id: ann.id } });
  await story.send(admin, 'unlinkUserIdentity', { params: { id: ann.id, identityId: again.id } });

  // Permissions: docs/interface.md §4.2
  const permission = await story.send<Made>(admin, 'createPermission', {
    body: { code: 'report.read', name: 'Read reports', resource: 'report', action: 'read' },
  });
  const aPermission = { params: { id: permission.id } };
  await story.send(asAnn, 'listPermissions');
  await story.send(asAnn, 'listPermissionsByResource');
  await story.send(asAnn, 'getPermission', aPermission);
  await story.send(admin, 'updatePermission', { ...aPermission, body: { description: 'Every report.', status: 1 } });

  // Roles: docs/interface.md §4.3
  const role = await story.send<Made>(admin, 'createRole', { body: { code: 'REPORTER', name: 'Reporter' } });
  const aRole = { params: { id: role.id } };
  const itsLinks = { params: { roleId: role.id } };
  await story.send(admin, 'listRoles');
  await story.send(admin, 'getRole', aRole);
  await story.send(admin, 'updateRole', { ...aRole, body: { description: 'Reads what others wrote.' } });
  await story.send(admin, 'setRolePermissions', { ...itsLinks, body: { permissionIds: [permission.id] } });
  const condition = { attr: 'resource.department', in: ['sales', 'support'] };
  const conditional = [{ permissionId: permission.id, condition }];
  await story.send(admin, 'setPermissionGrants', { ...aRole, body: { grants: conditional } });
  await story.send(admin, 'getPermissionGrants', aRole);
  await story.send(admin, 'setPermissionGrants', { ...aRole, body: { grants: [{ permissionId: permission.id }] } });
  await story.send(admin, 'addReadyRole', { body: { code: 'AUTHOR' } });
  await story.send(admin, 'listRolePermissions', { params: { roleId: moderatorRole.id } });
  await story.send(admin, 'listPermissionRoles', aPermission);
  await story.send(admin, 'countRolePermissions', aRole);
  const home = builtInMenus.filter(({ routeName }) => routeName === 'home').map(({ id }) => id);
  await story.send(admin, 'setRoleMenus', { ...itsLinks, body: { menuIds: home } });
  await story.send(admin, 'listRoleMenus', { params: { roleId: userRole.id } });
  await story.send(admin, 'getRoleStats', aRole);

  // Users: docs/interface.md §4.4
  const bob = await story.send<Made>(admin, 'createUser', {
    title: 'With a password',
    body: { username: 'bob', email: 'bob@example.com', password: annsPassword, nickName: 'Bob', roleIds: [] },
  });
  const aUser = { params: { id: bob.id } };
  await story.send(admin, 'listUsers');
  await story.send(admin, 'setUserRoles', { ...aUser, body: { roleIds: [role.id] } });
  const grants = [{ roleId: role.id, validFrom: null, validUntil: '2999-12-31T23:00:00.000Z' }];
  await story.send(admin, 'setRoleGrants', { ...aUser, body: { grants } });
  await story.send(admin, 'getRoleGrants', aUser);
  await story.send(admin, 'getUser', aUser);
  await story.send(admin, 'getUserAccess', { ...aUser, query: { ids: 'listUsers,setUserRoles' } });
  await story.send(admin, 'listRoleHolders', aRole);
  await story.send(admin, 'listPermissionHolders', aPermission);
  const protectedRoutes = [
    { methods: ['GET'], path: '/articles/:id', audience: 'articles', public: true },
    {
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      path: '/articles/*',
      audience: 'articles',
      permissions: ['content.update'],
    },
  ];
  await story.send(admin, 'setProtectedRoutes', { body: { routes: protectedRoutes } });
  await story.send(admin, 'getProtectedRoutes');
  await story.send(admin, 'filterAccess', { body: { permission: 'user.read' } });
  await story.send(admin, 'whatIf', { body: { change: 'user.roles', userId: bob.id, roleIds: [] } });
  const department = { name: 'department', label: 'Department', type: 'string', values: ['Sales', 'IT'] };
  const attributes = [{ ...department, readableBy: 'self', writableBy: 'admin' }];
  await story.send(admin, 'setUserAttributes', { body: { attributes } });
  await story.send(admin, 'getUserAttributes');
  const change = { nickName: 'Bobby', attributes: { department: 'Sales' }, roleIds: [role.id] };
  await story.send(admin, 'updateUser', { ...aUser, body: change });
  for (let device = 1; device <= 2; device += 1) {
    await api.post('/auth/login', { username: 'bob', password: annsPassword }, { 'User-Agent': agent });
  }
  const { items: bobsSessions } = await story.send<Sessions>(admin, 'listUserSessions', aUser);
  const sessionId = bobsSessions[0]?.id ?? '';
  await story.send(admin, 'endUserSession', { params: { id: bob.id, sessionId } });
  await story.send(admin, 'endUserSessions', aUser);
  await story.send(admin, 'listUserFactors', aUser);
  await story.send(admin, 'resetFactors', aUser);
  await story.send(admin, 'sendPasswordReset', { ...aUser, body: { language: 'en' } });
  await story.send(admin, 'setUserPassword', { ...aUser, body: { password: newPassword } });

  // Menus: docs/interface.md §4.5
  const directory = {
    routeName: 'report',
    routePath: '/report',
    menuName: 'Reports',
    menuType: 1,
    icon: 'mdi:chart-line',
  };
  const { id: parentId } = await story.send<Made>(admin, 'createMenu', {
    title: 'A directory',
    body: { ...directory, component: 'layout.base' },
  });
  const { id: menuId } = await story.send<Made>(admin, 'createMenu', {
    title: 'A page in it',
    body: { routeName: 'report_daily', routePath: '/report/daily', menuName: 'Daily', menuType: 2, parentId },
  });
  const aMenu = { params: { id: menuId } };
  await admin.post(`/roles/${role.id}/menus`, { menuIds: [menuId] });
  await story.send(admin, 'listMenus');
  await story.send(admin, 'getMenuTree');
  await story.send(admin, 'getMenu', aMenu);
  await story.send(admin, 'updateMenu', { ...aMenu, body: { keepAlive: true, component: 'view.report_daily' } });
  await story.send(admin, 'moveMenu', { ...aMenu, body: { parentId, order: 2 } });
  await story.send(asAnn, 'routeExists', { query: { routeName: 'report_daily' } });
  const asBob = await logInAs(api, { username: 'bob', password: newPassword });
  await story.send(asBob, 'listUserRoutes');
  await story.send(admin, 'listMenuHolders', aMenu);
  const { data: constant } = await admin.post<Made>('/menus', {
    routeName: 'login',
    routePath: '/login',
    menuType: 2,
    constant: true,
  });
  await story.send(api, 'listConstantRoutes');
  await story.send(admin, 'deleteMenu', { params: { id: constant.id } });

  // Contents, categories and tags: docs/interface.md §4.6
  const category = await story.send<Made>(admin, 'createCategory', { body: { name: 'Guides' } });
  const aCategory = { params: { id: category.id } };
  await story.send(admin, 'updateCategory', { ...aCategory, body: { description: 'How things are done.' } });
  await story.send(api, 'listCategories');
  await story.send(api, 'getCategoryTree');
  await story.send(api, 'getCategory', aCategory);
  await story.send(api, 'getCategoryBySlug', { params: { slug: 'guides' } });
  const tag = await story.send<Made>(admin, 'createTag', { body: { name: 'News' } });
  const aTag = { params: { id: tag.id } };
  await story.send(admin, 'createTags', { body: { names: ['News', 'Archive'] } });
  await story.send(admin, 'updateTag', { ...aTag, body: { description: 'What is new.' } });
  const content = await story.send<Made>(admin, 'createContent', {
    body: {
      title: 'Getting started',
      summary: 'The first steps.',
      contentMd: '# Getting started\n\nLog in, then look around.',
      categoryId: category.id,
      tagIds: [tag.id],
    },
  });
  await story.send(admin, 'previewContent', { body: { contentMd: '# Getting started\n\nLog in, then look around.' } });
  const aContent = { params: { id: content.id } };
  await story.send(admin, 'updateContent', { ...aContent, body: { summary: 'Your first steps.' } });
  const schedule = { publishAt: '2999-01-01T08:00:00+08:00', unpublishAt: '2999-02-01T00:00:00Z' };
  await story.send(admin, 'scheduleContent', { ...aContent, body: schedule });
  await story.send(admin, 'unscheduleContent', aContent);
  await story.send(admin, 'changeContents', { body: { ids: [content.id], action: 'publish' } });
  await story.send(admin, 'publishContent', aContent);
  await story.send(api, 'listContents');
  await story.send(api, 'searchContents', { query: { q: 'first' } });
  await story.send(api, 'getContent', aContent);
  await story.send(api, 'getContentBySlug', { params: { slug: 'getting-started' } });
  await story.send(api, 'listTags');
  await story.send(api, 'listPopularTags');
  await story.send(api, 'getTag', aTag);
  await story.send(api, 'getTagBySlug', { params: { slug: 'news' } });
  await story.send(admin, 'saveWorkingCopy', { ...aContent, body: { title: 'Getting started today' } });
  await story.send(admin, 'getWorkingCopy', aContent);
  const link = await story.send<Made & { token: string }>(admin, 'createPreviewLink', {
    ...aContent,
    body: { expiresIn: '1d' },
  });
  await story.send(admin, 'listPreviewLinks', aContent);
  await story.send(api, 'getPreview', { params: { token: link.token } });
  await story.send(api, 'openPreview', { body: { token: link.token } });
  await story.send(admin, 'revokePreviewLink', { params: { id: content.id, linkId: link.id } });
  await story.send(admin, 'publishWorkingCopy', aContent);
  await admin.put(`/contents/${content.id}/draft`, { title: 'Another title' });
  await story.send(admin, 'discardWorkingCopy', aContent);
  await story.send(admin, 'listRevisions', aContent);
  await story.send(admin, 'getRevision', { params: { id: content.id, version: 2 } });
  await story.send(admin, 'compareRevisions', { params: { id: content.id, from: 2, to: 4 } });
  await story.send(admin, 'restoreContent', { params: { id: content.id, version: 2 } });
  await story.send(admin, 'unpublishContent', aContent);
  await story.send(admin, 'archiveContent', aContent);
  await story.send(admin, 'deleteContent', aContent);
  await story.send(admin, 'listRemovedContents');
  await story.send(admin, 'recoverContent', aContent);
  await admin.delete(`/contents/${content.id}`);
  await story.send(admin, 'purgeContent', aContent);
  await story.send(admin, 'deleteTag', aTag);
  await story.send(admin, 'deleteCategory', aCategory);

  // Files: docs/interface.md §4.15
  const hours = { file: 'Monday to Friday, 9 to 17.', title: 'Opening hours', folder: 'press/2026' };
  const aFile = { params: { id: (await story.send<Made>(admin, 'uploadMedia', { body: hours })).id } };
  await story.send(admin, 'listMedia');
  await story.send(admin, 'getMedia', aFile);
  await story.send(admin, 'updateMedia', { ...aFile, body: { title: 'Our opening hours' } });
  await story.send(admin, 'getMediaUsage', aFile);
  await story.send(admin, 'deleteMedia', aFile);

  // Events and audit records: docs/interface.md §2.8 and §6
  const events = await story.sendShortened<Page<Made>>(admin, 'listEvents', { query: { type: 'content.*', limit: 1 } });
  await story.send(admin, 'getEvent', { params: { id: events.items[0]?.id ?? '' } });
  await story.sendShortened(admin, 'listUserActivity', { params: aUser.params, query: { limit: 1 } });
  await story.sendShortened(admin, 'listActivity', { query: { limit: 1 } });
  const { items } = await story.send<Page<Made>>(admin, 'listAuditRecords');
  await story.send(admin, 'getAuditRecord', { params: { id: items[0]?.id ?? '' } });
  await story.send(admin, 'getOverview');
  // The addresses of this service do not exist, so a service without them is checked.
  await story.send((await sharedService()).admin, 'checkInstallation');
  await story.send(admin, 'getConsole');

  // API keys: docs/interface.md §4.11
  const { apiKey } = await story.send<{ apiKey: Made }>(admin, 'createApiKey', {
    body: { name: 'Deployment', permissions: ['menu.read'], readOnly: true, allowedAddresses: ['192.0.2.0/24'] },
  });
  const aKey = { params: { id: apiKey.id } };
  await story.send(admin, 'listApiKeys');
  await story.send(admin, 'getApiKey', aKey);
  await story.send(admin, 'updateApiKey', { ...aKey, body: { permissions: ['menu.read', 'role.read'] } });
  await story.send(admin, 'rotateApiKey', aKey);
  await story.send(admin, 'deleteApiKey', aKey);

  // Webhooks: docs/interface.md §4.9
  const { webhook } = await story.send<{ webhook: Made }>(admin, 'createWebhook', {
    body: {
      url: 'https://receiver.invalid/events',
      types: ['user.*', 'content.published'],
      description: 'Search index',
    },
  });
  const aWebhook = { params: { id: webhook.id } };
  await story.send(admin, 'listWebhooks');
  await story.send(admin, 'getWebhook', aWebhook);
  await story.send(admin, 'updateWebhook', { ...aWebhook, body: { types: ['user.*'] } });
  await story.send(admin, 'rotateWebhookSecret', { ...aWebhook, body: { overlap: 3600 } });
  const { id: deliveryId } = await story.send<Made>(admin, 'testWebhook', aWebhook);
  await story.send(admin, 'listDeliveries', aWebhook);
  await story.send(admin, 'retryDelivery', { params: { id: webhook.id, deliveryId } });
  await story.send(admin, 'replayEvents', {
    ...aWebhook,
    body: { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
  });
  await story.send(admin, 'deleteWebhook', aWebhook);

  // Live updates: docs/interface.md §4.10
  await story.send(admin, 'createStreamTicket');

  await story.send(api, 'getLiveness');
  await story.send(api, 'getReadiness');

  await story.send(admin, 'deleteUser', aUser);
  await story.send(admin, 'deleteRole', aRole);
  await story.send(admin, 'deletePermission', aPermission);
  await story.send(asAnn, 'logout', { body: { all: true } });

  // The operations that create further users come last, so that these users do not change the ids in other examples.
  const carol = { username: 'carol', email: 'carol@example.com' };
  const invited = await story.send<Made>(admin, 'createUser', {
    title: 'An invitation',
    body: { ...carol, invite: true, language: 'en' },
  });
  await story.send(admin, 'sendInvitation', { params: { id: invited.id }, body: { language: 'en' } });
  await linkFor(service, { purpose: 'invitation', ...carol, token: 'the-token-of-the-invitation' });
  const choice = { token: 'the-token-of-the-invitation', password: annsPassword };
  await story.send(api, 'confirmInvitation', { body: choice });
  await recordDecisions(story, service);
  await recordTokens(story, service);
  return story;
}

/** Expects that the committed API document has this text. */
async function expectCommitted(text: string): Promise<void> {
  const committed = await readFile(openApiFile, 'utf8');
  if (text === committed) return;
  const first = [...text].findIndex((character, index) => character !== committed[index]);
  const excerptOf = (whole: string): string => whole.slice(Math.max(first - 100, 0), first + 200);
  expect.fail(`packages/adapters-http/openapi.json, line ${text.slice(0, first).split('\n').length}, is not what the code describes.
Run \`npm run generate\`, and check that the diff of the file contains only intended changes.

In the file: ${excerptOf(committed)}

From the code: ${excerptOf(text)}`);
}

describe('the committed API document', () => {
  let story: Recorder;
  let text: string;

  before(async () => {
    const service = await startService({
      JWT_SECRET: '',
      JWT_PRIVATE_KEY: aPrivateKey(),
      PUBLIC_URL: 'https://cms.example.com',
      OIDC_PROVIDERS: 'corp',
      OIDC_CORP_NAME: 'Corporation',
      OIDC_CORP_ISSUER: issuer,
      OIDC_CORP_CLIENT_ID: 'portcullis',
    });
    try {
      story = await recordExamples(service);
    } finally {
      await service.stop();
    }
    text = openApiText(openApiDocument(describedRoutes, story.recorded));
    if (process.env['RECORD_EXAMPLES'] === undefined) return;
    const lines = story.recorded.map((each) => `  ${JSON.stringify(each)}`);
    // Each example takes one line, so that a review shows which ones have changed.
    await writeFile(examplesFile, `[\n${lines.join(',\n')}\n]\n`);
    await writeFile(openApiFile, text);
  });

  it('has an example of each operation whose responses have the envelope or the form of a standard', () => {
    const shown = new Set(story.recorded.map(({ operation }) => operation));
    const missing = describedRoutes.filter(
      ({ operation, media, standard }) => (media === undefined || standard !== undefined) && !shown.has(operation),
    );
    expect(missing.map(({ operation }) => operation)).to.deep.equal([]);
  });

  it('describes the routes, with the recorded requests as examples', () => expectCommitted(text));

  it('is the document that a service with these routes returns', async () =>
    expectCommitted(openApiText(await openApiDocumentOf(describedRoutes))));
});
