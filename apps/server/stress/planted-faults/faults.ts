import { faultsIn, type Fault } from './fault.ts';

const http = 'packages/adapters-http/src';
const persistence = 'packages/adapters-persistence/src';
const application = 'packages/application/src';
const domain = 'packages/domain/src';

/** Ways in which this service could be insecure. */
export const faults: readonly Fault[] = [
  ...faultsIn(
    `${http}/checks/access-tokens.ts`,
    ['a token of another issuer is accepted', 'issuer,', '', 'tokens'],
    ['a token for another audience is accepted', 'audience,', '', 'tokens'],
    ['claims may be missing', "requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],", 'requiredClaims: [],', 'tokens'],
    ['the type of a token is not checked', 'typ,', '', 'tokens'],
    ['an expired token looks like a forged one', 'error instanceof errors.JWTExpired', 'false', 'tokens'],
  ),
  ...faultsIn(
    `${persistence}/access.ts`,
    ['a disabled user goes on', 's.expires_at > now() AND u.status = 1', 's.expires_at > now()', 'session-revocation'],
    ['an expired session goes on', 'AND s.expires_at > now() AND', 'AND', 'session-revocation', 'sessions'],
    [
      'the session is not looked up',
      'WHERE s.id = $${after + 1} AND',
      'WHERE (s.id = $${after + 1} OR true) AND',
      'sessions',
      'tokens',
    ],
    ['a disabled role counts', 'AND r.status = 1 AND r.code = ANY', 'AND r.code = ANY', 'authorization'],
    ['a disabled permission counts', 'AND p.status = 1 AND EXISTS', 'AND EXISTS', 'authorization'],
    [
      'a disabled role brings permissions',
      'AND r.status = 1 WHERE rp.permission_id',
      'WHERE rp.permission_id',
      'roles',
    ],
  ),
  ...faultsIn(
    `${persistence}/sessions.ts`,
    [
      'a disabled user refreshes',
      's.expires_at > $2 AND u.status = 1 FOR',
      's.expires_at > $2 FOR',
      'session-revocation',
    ],
    [
      'an expired session refreshes',
      's.expires_at > $2 AND u.status = 1',
      'u.status = 1 AND $2::timestamptz IS NOT NULL',
      'sessions',
      'session-revocation',
    ],
    [
      'a new password keeps no session',
      'AND id IS DISTINCT FROM $2',
      'AND ($2::uuid IS NULL OR true)',
      'session-revocation',
    ],
    [
      'anyone ends anyone’s session',
      'WHERE id = $1 AND user_id = $2 AND expires_at',
      'WHERE id = $1 AND $2::uuid IS NOT NULL AND expires_at',
      'sessions',
    ],
  ),
  ...faultsIn(`${application}/auth/refresh-session.ts`, [
    'reuse of a refresh token is not noticed',
    'await tx.sessions.end(stored.id);',
    '',
    'sessions',
  ]),
  ...faultsIn(
    'packages/domain/src/session.ts',
    ['a lost answer logs out', "<= refreshGraceMs ? 'repeated'", "< 0 ? 'repeated'", 'sessions'],
    ['the grace never ends', "<= refreshGraceMs ? 'repeated'", ">= 0 ? 'repeated'", 'sessions'],
    [
      'a session lives on while it is used',
      'Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + maxMs)',
      'usedAt.getTime() + idleMs',
      'sessions',
    ],
  ),
  ...faultsIn('apps/server/src/adapters/refresh-tokens.ts', [
    'a forged refresh token is taken for an old one',
    '|| !timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(body)))',
    '',
    'sessions',
    'refresh-tokens',
  ]),
  ...faultsIn(`${application}/auth/log-out.ts`, [
    'logout ends nothing',
    'tx.sessions.end(sessionId)',
    'Promise.resolve()',
    'sessions',
  ]),
  ...faultsIn(
    `${application}/auth/change-password.ts`,
    [
      'a new password leaves the other sessions',
      'await tx.sessions.endAll(userId, sessionId);',
      '',
      'session-revocation',
    ],
    ['the current password may be guessed without end', 'await throttle.failed(attempt);', '', 'session-revocation'],
  ),
  ...faultsIn(`${application}/users/set-user-password.ts`, [
    'an administrator’s password leaves the sessions',
    'await tx.sessions.endAll(userId);',
    '',
    'session-revocation',
  ]),
  ...faultsIn(
    `${application}/auth/log-in.ts`,
    [
      'a password changed meanwhile logs in',
      'await tx.users.holdsPassword(userId, passwordHash)',
      'true',
      'password-races.db',
    ],
    ['a 51st session lives', 'maxLiveSessions - 1', 'maxLiveSessions', 'sessions'],
  ),
  ...faultsIn(`${application}/auth/attempt.ts`, [
    'each name of an account is counted apart',
    'account?.userId ?? name',
    'name',
    'login',
  ]),
  ...faultsIn(`${http}/checks/client-address.ts`, [
    'addresses of one /64 are counted apart',
    '!isIPv6(withoutZone)',
    'true',
    'lockout',
  ]),
  ...faultsIn(`${persistence}/users.ts`, [
    'a reset leaves the counters of failed logins',
    'password_resets = password_resets + 1',
    'password_resets = password_resets',
    'lockout',
  ]),
  ...faultsIn(
    `${domain}/username.ts`,
    [
      'a user name may have invisible characters',
      String.raw`/\p{Default_Ignorable_Code_Point}/u.test(username)`,
      'false',
      'look-alike-names',
    ],
    ['a user name may mix scripts', 'isHighlyRestrictive(plain)', 'true', 'look-alike-names'],
  ),
  ...faultsIn(`${domain}/user.ts`, [
    'names that look like the operator’s are registered',
    'reservedNames.has(skeleton(username))',
    'reservedNames.has(username)',
    'look-alike-names',
  ]),
  ...faultsIn(
    `${application}/users/set-user-roles.ts`,
    [
      'the last administrator may go',
      'if ((await tx.users.lockAdministration()).active)',
      'if (true)',
      'last-administrator',
    ],
    ['role changes leave no record', 'tx.audit.add(', 'void (', 'audit-integrity'],
  ),
  ...faultsIn(`${persistence}/unit-of-work.ts`, [
    'records are written outside the transaction',
    'return auditLog(this.#db);',
    "return { add: async (record) => void (await this.#db.connection.manager.insert('audit_records', record)) };",
    'audit-integrity',
  ]),
  ...faultsIn(`${persistence}/sql/collection.ts`, [
    'rows are not locked',
    ' FOR NO KEY UPDATE`',
    '`',
    'concurrency.db',
    'replacements.db',
  ]),
  ...faultsIn(`${persistence}/unit-of-work.ts`, [
    'a transaction that was rolled back counts as done',
    "if ((await executeCommand(connection, 'COMMIT')) !== 'COMMIT')",
    "if ((await executeCommand(connection, 'COMMIT')) === '')",
    'audit-integrity',
  ]),
  ...faultsIn(`${persistence}/contents.ts`, [
    'visitors read what is not published',
    " AND t.status = 'PUBLISHED'`",
    '`',
    'public-reads',
    'contents',
  ]),
  ...faultsIn(`${persistence}/sql/lists.ts`, [
    'search takes patterns',
    'text.replace(/[\\\\%_]/g, String.raw `\\$&`)',
    'text',
    'lists',
    'users',
  ]),
  ...faultsIn('packages/domain/src/text.ts', ['names differ by case', '.toLowerCase()', '', 'login', 'auth']),
  ...faultsIn(`${http}/server/answer.ts`, [
    'answers behind a token may be kept',
    "if (isPersonal || route.method !== 'GET')",
    "if (route.method !== 'GET')",
    'headers',
  ]),
  ...faultsIn(
    `${http}/server/mount.ts`,
    [
      'the body is read before the checks',
      'const authenticating = authenticate(ctx, route, authenticator);',
      'if (readsBody(route)) await read(ctx);\n            const authenticating = authenticate(ctx, route, authenticator);',
      'bodies',
    ],
    [
      'roles are not checked',
      "if (route.access === 'authorized' && authenticated !== undefined)",
      'if (false)',
      'bodies',
      'authorization',
    ],
  ),
  ...faultsIn(
    'packages/domain/src/access.ts',
    ['any of the permissions will do', 'allPermissions.every(', 'allPermissions.some(', 'authorization'],
    [
      'ADMIN holds every permission',
      'allPermissions.every(',
      "grants.roles.includes('ADMIN') || allPermissions.every(",
      'authorization',
    ],
  ),
  ...faultsIn(`${http}/body/json-body.ts`, [
    'encoded bodies are decoded',
    "if (encoding !== '' && encoding.toLowerCase() !== 'identity')",
    'if (false)',
    'bodies',
  ]),
  ...faultsIn(`${http}/body/json-limits.ts`, ['depth is not checked', 'if (depth > maxDepth)', 'if (false)', 'bodies']),
  ...faultsIn(`${http}/checks/authenticator.ts`, [
    'the first address of the header is believed',
    'ctx.ip.replace(',
    "(ctx.get('X-Forwarded-For').split(',')[0] || ctx.ip).replace(",
    'login',
  ]),
  ...faultsIn('packages/application/src/contents/read-content.ts', [
    'drafts are visible',
    "isEditor || content?.status === 'PUBLISHED' ? content : undefined",
    'content',
    'public-reads',
  ]),
];
