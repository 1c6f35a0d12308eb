import { faultsIn, type Fault } from './fault.ts';

const http = 'packages/adapters-http/src';
const persistence = 'packages/adapters-persistence/src';

/**
 * Faults in the adapters and the server, most of which affect security. The packages `domain` and `application` have no
 * faults here, because mutation tests cover them.
 */
export const faults: readonly Fault[] = [
  ...faultsIn(
    `${http}/checks/access-tokens.ts`,
    ['a token of another issuer is accepted', 'issuer: issuers,', '', 'tokens'],
    ['a token for another audience is accepted', '      audience,\n', '', 'tokens'],
    ['claims may be missing', "requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],", 'requiredClaims: [],', 'tokens'],
    ['the type of a token is not checked', '      typ,\n', '', 'tokens'],
    ['an expired token looks like a forged one', 'error instanceof errors.JWTExpired', 'false', 'tokens'],
  ),
  ...faultsIn(
    `${persistence}/access.ts`,
    [
      'a disabled user keeps access',
      '$2 AND s.expires_at > now() AND ${effective.user}',
      '$2 AND s.expires_at > now()',
      'session-revocation',
    ],
    ['an expired session stays valid', '$2 AND s.expires_at > now() AND', '$2 AND', 'session-revocation', 'sessions'],
    [
      'the session is not looked up',
      'WHERE s.id = $1 AND s.user_id',
      'WHERE (s.id = $1 OR true) AND s.user_id',
      'sessions',
      'tokens',
    ],
  ),
  ...faultsIn(
    `${persistence}/access/effective-access.ts`,
    ['a disabled role counts', 'ANY (${codes}) AND ${effective.role}', 'ANY (${codes})', 'contracts'],
    [
      'a disabled permission counts',
      "'permission-disabled': 'p.status = 1'",
      "'permission-disabled': 'true'",
      'contracts',
    ],
    [
      'a disabled role grants permissions',
      'r.id = ur.role_id AND ${effective.role} OFFSET 0',
      'r.id = ur.role_id OFFSET 0',
      'roles',
    ],
  ),
  ...faultsIn(
    `${persistence}/auth/sessions.ts`,
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
  ...faultsIn('apps/server/src/adapters/refresh-tokens.ts', [
    'a forged refresh token counts as a replaced one',
    'timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(secret, body)))',
    'true',
    'sessions',
    'refresh-tokens',
  ]),
  ...faultsIn(`${http}/checks/client-address.ts`, [
    'addresses of one /64 network are counted separately',
    '!isIPv6(withoutZone)',
    'true',
    'lockout',
  ]),
  ...faultsIn(`${persistence}/users/users.ts`, [
    'a password reset does not clear the counters of failed logins',
    'password_resets = password_resets + 1',
    'password_resets = password_resets',
    'contracts',
  ]),
  ...faultsIn(`${persistence}/events/audit.ts`, [
    'records are written outside the transaction',
    'add: async (record) => awaitAtCommit(insert(db, record))',
    "add: async (record) => void (await db.connection.manager.insert('audit_records', record))",
    'audit-integrity',
  ]),
  ...faultsIn(`${persistence}/sql/collection.ts`, [
    'rows are not locked',
    ' FOR NO KEY UPDATE`',
    '`',
    'concurrency',
    'replacements',
  ]),
  ...faultsIn(`${persistence}/unit-of-work.ts`, [
    'a transaction that was rolled back counts as committed',
    "if (command !== 'COMMIT')",
    "if (command === '')",
    'failures',
    'contracts',
  ]),
  ...faultsIn(`${persistence}/sql/schedule.ts`, [
    'visitors can read unpublished contents',
    "publicCondition = `${currentStatus} = 'PUBLISHED'`",
    'publicCondition = `true`',
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
  ...faultsIn(`${http}/server/send-response.ts`, [
    'responses to requests with a token may be cached',
    "if (isPersonal || route.method !== 'GET' ||",
    "if (route.method !== 'GET' ||",
    'headers',
  ]),
  ...faultsIn(`${http}/server/mount.ts`, [
    'the body is read before the checks',
    'serve,\n        needsSession',
    'serve,\n        step.receiveBody(route, options),\n        needsSession',
    'bodies',
  ]),
  ...faultsIn(`${http}/server/middlewares.ts`, [
    'roles are not checked',
    'requireAccess(route, grants)',
    'void 0',
    'bodies',
    'authorization',
  ]),
  ...faultsIn(`${http}/body/json-body.ts`, [
    'encoded bodies are decoded',
    'if (isEncoded(ctx))',
    'if (false)',
    'body/bodies',
  ]),
  ...faultsIn(`${http}/body/json-body.ts`, [
    'depth is not checked',
    'if (depth > maxDepth)',
    'if (false)',
    'body/bodies',
  ]),
  ...faultsIn(`${http}/checks/request-head.ts`, [
    'the first address of X-Forwarded-For is trusted',
    'ctx.ip.replace(',
    "(ctx.get('X-Forwarded-For').split(',')[0] || ctx.ip).replace(",
    'login',
  ]),
];
