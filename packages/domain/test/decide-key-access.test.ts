import type { AccessObject, AccessSubject } from '../src/access/decide-access.ts';
import {
  adasKey,
  archive,
  archiveId,
  aRole,
  aRoleIf,
  at,
  expectDecision,
  inFolder,
  read,
  readId,
  strict,
  toCall,
  toRead,
  toReadNote,
  type Given,
  type Outcome,
} from './access-questions.ts';
import { anId } from './support.ts';

const from = (ipAddress: string): AccessSubject => ({ type: 'apiKey', id: anId(1), ipAddress });

describe('decideAccess for an API key', () => {
  const local = { allowedAddresses: ['192.0.2.0/24'] };
  const expired = { expiresAt: at };
  const subjects: readonly [title: string, subject: AccessSubject, given: Given, outcome: Outcome][] = [
    ['with an owner who has the permission', adasKey, {}, ['granted', 'ROLE_1']],
    ['that is unknown', { type: 'apiKey', id: anId(2), ipAddress: undefined }, {}, ['unknown-subject']],
    ['with an unknown owner', adasKey, { key: { ownerId: anId(2) } }, ['unknown-subject']],
    ['when it expires', adasKey, { key: expired }, ['key-expired']],
    ['just before it expires', adasKey, { key: { expiresAt: new Date(at.getTime() + 1) } }, ['granted', 'ROLE_1']],
    ['at an allowed address', from('192.0.2.7'), { key: local }, ['granted', 'ROLE_1']],
    ['at another address', from('198.51.100.7'), { key: local }, ['address-not-allowed']],
    ['at an unknown address', adasKey, { key: local }, ['address-not-allowed']],
    ['that has expired, at another address', adasKey, { key: { ...local, ...expired } }, ['key-expired']],
    ['with a disabled owner', adasKey, { user: 0 }, ['user-disabled']],
    ['at another address, with a disabled owner', adasKey, { key: local, user: 0 }, ['address-not-allowed']],
  ];
  for (const [title, subject, given, outcome] of subjects)
    it(`decides ${outcome.join(' ')} for a key ${title}`, () => expectDecision(subject, toRead, given, outcome));

  const proved = { hasFactor: true };
  const all = { permissions: [read, archive] };
  const roles = [aRole(1, { permissionIds: [readId, archiveId] })];
  const reads = toCall({ allPermissions: [read] }, { keyUse: 'reads' });
  const writes = toCall({ allPermissions: [read] }, { keyUse: 'writes' });
  const objects: readonly [title: string, object: AccessObject, given: Given, outcome: Outcome][] = [
    ['if it does not list the permission', toRead, { key: { permissions: [archive] } }, ['not-listed-by-key']],
    ['if its owner lacks the permission', { kind: 'permission', code: archive }, { key: all }, ['not-granted']],
    ['by a role that requires its factor', toRead, { key: proved, roles: [aRole(1, strict)] }, ['granted', 'ROLE_1']],
    ['if it lacks the required factor', toRead, { roles: [aRole(1, strict)] }, ['factor-required', 'ROLE_1']],
    [
      'by its factor, if the condition of another role is not met',
      toRead,
      { key: proved, roles: [aRoleIf(1, inFolder), aRole(2, strict), aRole(3, { ...strict, status: 0 })] },
      ['granted', 'ROLE_2'],
    ],
    [
      'if its factor is proved and the condition is met',
      toReadNote({ folder: 'a' }),
      { key: proved, roles: [aRoleIf(1, inFolder, strict)] },
      ['granted', 'ROLE_1'],
    ],
    [
      'if its factor is proved, but the condition is not met',
      toReadNote({ folder: 'b' }),
      { key: proved, roles: [aRoleIf(1, inFolder, strict)] },
      ['conditional', 'ROLE_1'],
    ],
    ['for an action that it does not list', toReadNote(), { key: { permissions: [] } }, ['not-listed-by-key']],
    ['for a menu', { kind: 'menu', routeName: 'manage_note' }, {}, ['key-refused']],
    ['for a public operation', toCall({ anyRole: ['OTHER'] }, { isPublic: true, keyUse: 'refused' }), {}, ['granted']],
    ['for an operation that refuses keys', toCall({}, { keyUse: 'refused' }), {}, ['key-refused']],
    ['for an operation that requires nothing', toCall({}), {}, ['granted']],
    ['that only reads, for an operation that writes', writes, { key: { readOnly: true } }, ['key-read-only']],
    ['that only reads, for an operation that reads', reads, { key: { readOnly: true } }, ['granted', 'ROLE_1']],
    ['that writes, for an operation that writes', writes, {}, ['granted', 'ROLE_1']],
    ['for an operation that requires a role of its owner', toCall({ anyRole: ['ROLE_1'] }), {}, ['not-granted']],
    [
      'for an operation that requires a role and a permission',
      toCall({ anyRole: ['ROLE_1'], allPermissions: [read] }),
      {},
      ['not-granted'],
    ],
    [
      'by the permission that replaces a role',
      toCall({ anyRole: ['OTHER'], anyPermission: [archive, read] }),
      {},
      ['granted', 'ROLE_1'],
    ],
    [
      'for an operation with a permission that it does not list',
      toCall({ allPermissions: [read, archive] }),
      { roles },
      ['not-listed-by-key'],
    ],
    [
      'for an operation with a permission under a condition',
      reads,
      { roles: [aRoleIf(1, inFolder)] },
      ['conditional', 'ROLE_1'],
    ],
    [
      'once for a role with both permissions',
      toCall({ allPermissions: [read, archive] }),
      { roles, key: all },
      ['granted', 'ROLE_1'],
    ],
  ];
  for (const [title, object, given, outcome] of objects)
    it(`decides ${outcome.join(' ')} to a key ${title}`, () => expectDecision(adasKey, object, given, outcome));
});
