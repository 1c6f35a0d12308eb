import { expect } from 'chai';
import {
  apiKeyLimits,
  apiKeyViewOf,
  checkApiKey,
  defaultExpiry,
  isEndedByReset,
  unacceptableKey,
  type ApiKey,
} from '../src/accounts/api-key.ts';
import type { FieldError } from '../src/shared/errors.ts';
import { aDay, anId, refusalOf } from './support.ts';

const at = aDay(10);
const dayMs = 86_400_000;
const inDays = (days: number, ms = 0) => new Date(at.getTime() + days * dayMs + ms);

describe('checkApiKey', () => {
  const existing = new Set(['note.read', 'note.write']);
  const fieldsOf = (values: Parameters<typeof checkApiKey>[0]) => {
    const error = refusalOf(() => checkApiKey(values, existing, at));
    if (error === undefined) return [];
    expect(error.refusal).to.equal('api-key-unacceptable');
    const { details } = error;
    return Array.isArray(details) ? details.map(({ field }: FieldError) => field) : details;
  };

  const cases: readonly [title: string, values: Parameters<typeof checkApiKey>[0], fields: readonly string[]][] = [
    ['accepts a change of nothing', {}, []],
    ['accepts permissions that exist', { permissions: ['note.write', 'note.read'] }, []],
    [
      'names each unknown permission',
      { permissions: ['a.b', 'note.read', 'c.d'] },
      ['permissions[0]', 'permissions[2]'],
    ],
    ['accepts addresses and ranges', { allowedAddresses: ['192.0.2.1', '192.0.2.0/24', '2001:db8::/32'] }, []],
    [
      'names each address that is none',
      { allowedAddresses: ['here', '192.0.2.1', '192.0.2.1/24'] },
      ['allowedAddresses[0]', 'allowedAddresses[2]'],
    ],
    ['refuses the present as expiry time', { expiresAt: at }, ['expiresAt']],
    ['accepts the next millisecond as expiry time', { expiresAt: inDays(0, 1) }, []],
    ['accepts an expiry time in 365 days', { expiresAt: inDays(365) }, []],
    ['refuses a later expiry time', { expiresAt: inDays(365, 1) }, ['expiresAt']],
    [
      'returns all errors together',
      { permissions: ['a.b'], allowedAddresses: ['here'], expiresAt: aDay(9) },
      ['permissions[0]', 'allowedAddresses[0]', 'expiresAt'],
    ],
  ];
  for (const [title, values, fields] of cases) it(title, () => expect(fieldsOf(values)).to.deep.equal(fields));

  it('says in the message of the error what the first error is', () => {
    const { message, details } = unacceptableKey([
      { field: 'a', message: 'First.' },
      { field: 'b', message: 'Second.' },
    ]);
    expect(message).to.equal('First.');
    expect(details).to.have.length(2);
    expect(refusalOf(() => checkApiKey({ expiresAt: at }, existing, at))?.message).to.contain(
      `${apiKeyLimits.days.max} days`,
    );
  });
});

describe('defaultExpiry', () => {
  it('is 90 days later', () => expect(defaultExpiry(at)).to.deep.equal(inDays(90)));
});

describe('isEndedByReset', () => {
  it('ends secrets that were created at most 30 days before', () => {
    const isEnded = (issuedAt: Date) => isEndedByReset({ issuedAt }, at);
    expect([isEnded(at), isEnded(inDays(-30)), isEnded(inDays(-30, -1))]).to.deep.equal([true, true, false]);
  });
});

describe('apiKeyViewOf', () => {
  it('returns the key with its owner, without the hash of its secret and the version of its tokens', () => {
    const shown = {
      id: anId<'ApiKey'>(1),
      name: 'Backup',
      permissions: ['note.read'],
      readOnly: true,
      allowedAddresses: [],
      hasFactor: false,
      issuedAt: at,
      expiresAt: aDay(20),
      lastUsedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    const owner = { id: anId<'User'>(2), username: 'ada', kind: 'PERSON' } as const;
    const key: ApiKey = { ...shown, ownerId: owner.id, secretHash: 'hash', tokenVersion: 3 };
    const withMore = { ...owner, email: 'ada@example.com' };
    expect(apiKeyViewOf(key, withMore)).to.deep.equal({ ...shown, owner });
  });
});
