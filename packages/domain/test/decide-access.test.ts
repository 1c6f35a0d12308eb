import { expect } from 'chai';
import type { AccessObject, AccessSubject } from '../src/access/decide-access.ts';
import {
  ada,
  archive,
  archiveId,
  aRole,
  aRoleIf,
  at,
  expectDecision,
  inFolder,
  read,
  readId,
  reasonsOf,
  strict,
  toCall,
  toRead,
  toReadNote,
  type Given,
  type Outcome,
} from './access-questions.ts';
import { aDay, anId } from './support.ts';

type Case = readonly [title: string, object: AccessObject | undefined, given: Given, outcome: Outcome];

const ofTeam = { attr: 'resource.team', eq: { ref: 'subject.team' } } as const;
const ofAuthor = { attr: 'resource.authorId', eq: { ref: 'subject.id' } } as const;
const both = { permissionIds: [readId, archiveId] };
const menu = (routeName: string): AccessObject => ({ kind: 'menu', routeName });
const toArchiveNote: AccessObject = { kind: 'action', resource: 'note', action: 'archive', attributes: {} };

function decideAll(cases: readonly Case[]): void {
  for (const [title, object, given, outcome] of cases)
    it(`decides ${outcome.join(' ')} ${title}`, () => expectDecision(ada, object, given, outcome));
}

describe('decideAccess', () => {
  const subjects: readonly [title: string, subject: AccessSubject | undefined, outcome: Outcome][] = [
    ['no subject', undefined, ['unknown-subject']],
    ['an unknown id', { type: 'user', id: anId(2) }, ['unknown-subject']],
    ['an unknown user name', { type: 'user', usernameKey: 'bob' }, ['unknown-subject']],
    ['a user name', { type: 'user', usernameKey: 'ada' }, ['granted', 'ROLE_1']],
    ['an id', ada, ['granted', 'ROLE_1']],
  ];
  for (const [title, subject, outcome] of subjects)
    it(`decides ${outcome.join(' ')} for ${title}`, () => expectDecision(subject, toRead, {}, outcome));

  it('returns one decision for each question, in the same order', () => {
    const objects = [toRead, toArchiveNote, undefined, menu('manage_note'), toRead];
    expect(reasonsOf(objects.map((object) => ({ subject: ada, object })))).to.deep.equal([
      'granted',
      'not-granted',
      'unknown-resource',
      'granted',
      'granted',
    ]);
    expect(reasonsOf([])).to.deep.equal([]);
  });

  describe('about a permission', () => {
    decideAll([
      ['if nothing is named', undefined, {}, ['unknown-resource']],
      ['if the code is unknown', { kind: 'permission', code: 'note.burn' }, {}, ['unknown-resource']],
      ['if no role has it', { kind: 'permission', code: archive }, {}, ['not-granted']],
      ['with every role that has it', toRead, { roles: [aRole(1), aRole(2)] }, ['granted', 'ROLE_1', 'ROLE_2']],
      ['without disabled roles', toRead, { roles: [aRole(1, { status: 0 }), aRole(2)] }, ['granted', 'ROLE_2']],
      ['if the role is disabled', toRead, { roles: [aRole(1, { status: 0 })] }, ['role-disabled', 'ROLE_1']],
      ['if the user is disabled', toRead, { user: 0 }, ['user-disabled', 'ROLE_1']],
      ['before the grant begins', toRead, { validFrom: aDay(11) }, ['grant-not-begun', 'ROLE_1']],
      ['when the grant ends', toRead, { validUntil: at }, ['grant-expired', 'ROLE_1']],
      ['if it is disabled', toRead, { permission: { status: 0 } }, ['permission-disabled', 'ROLE_1']],
      ['without a second factor', toRead, { roles: [aRole(1, strict)] }, ['factor-required', 'ROLE_1']],
      ['by the other role', toRead, { roles: [aRole(1, strict), aRole(2)] }, ['granted', 'ROLE_2']],
      ['if it has a condition', toRead, { roles: [aRoleIf(1, inFolder)] }, ['conditional', 'ROLE_1']],
      [
        'if the role is disabled and there is a condition',
        toRead,
        { roles: [aRoleIf(1, inFolder, { status: 0 })] },
        ['role-disabled', 'ROLE_1'],
      ],
      [
        'if one role lacks a factor and the condition of another is not met',
        toRead,
        { roles: [aRoleIf(1, inFolder), aRole(2, strict)] },
        ['factor-required', 'ROLE_2'],
      ],
    ]);
  });

  describe('about an action', () => {
    const rolesIf = [aRoleIf(1, inFolder)];
    const named = (code: string) => [{ code, resource: 'note', action: 'read' }];
    decideAll([
      ['without a condition', toReadNote(), {}, ['granted', 'ROLE_1']],
      ['if no role has the permission', toArchiveNote, {}, ['not-granted']],
      [
        'if no permission has the action',
        { kind: 'action', resource: 'note', action: 'burn', attributes: {} },
        {},
        ['unknown-resource'],
      ],
      [
        'if no permission has the resource',
        { kind: 'action', resource: 'book', action: 'read', attributes: {} },
        {},
        ['unknown-resource'],
      ],
      ['if the condition is met', toReadNote({ folder: 'a' }), { roles: rolesIf }, ['granted', 'ROLE_1']],
      ['if the condition is not met', toReadNote({ folder: 'b' }), { roles: rolesIf }, ['conditional', 'ROLE_1']],
      ['if the attribute is missing', toReadNote(), { roles: rolesIf }, ['conditional', 'ROLE_1']],
      ['for the team', toReadNote({ team: 'blue' }), { roles: [aRoleIf(1, ofTeam)] }, ['granted', 'ROLE_1']],
      ['for another team', toReadNote({ team: 'red' }), { roles: [aRoleIf(1, ofTeam)] }, ['conditional', 'ROLE_1']],
      ['for the author', toReadNote({ authorId: anId(1) }), { roles: [aRoleIf(1, ofAuthor)] }, ['granted', 'ROLE_1']],
      [
        'by the role whose condition is met',
        toReadNote({ folder: 'a', team: 'red' }),
        { roles: [aRoleIf(1, ofTeam), aRoleIf(2, inFolder)] },
        ['granted', 'ROLE_2'],
      ],
      [
        'if a factor is missing, although the condition is met',
        toReadNote({ folder: 'a' }),
        { roles: [aRoleIf(1, inFolder, strict)] },
        ['factor-required', 'ROLE_1'],
      ],
      [
        'by the second permission for the action',
        toReadNote(),
        { named: [...named(archive), ...named(read)] },
        ['granted', 'ROLE_1'],
      ],
      [
        'as the first permission for the action does, if none allows it',
        toReadNote(),
        { named: [...named(archive), ...named(read)], user: 0 },
        ['not-granted'],
      ],
      [
        'if the condition is about a resource of this service',
        toReadNote({ authorId: anId(1) }),
        {
          roles: [aRoleIf(1, ofAuthor)],
          permission: { code: 'content.update' },
          named: named('content.update'),
        },
        ['conditional', 'ROLE_1'],
      ],
      [
        'if the condition is about an additional resource of this service',
        toReadNote({ folder: 'a' }),
        { roles: rolesIf, named: named(read).map((each) => ({ ...each, target: { folder: { kind: 'string' } } })) },
        ['conditional', 'ROLE_1'],
      ],
    ]);
  });

  describe('about a menu', () => {
    decideAll([
      ['for a page', menu('manage_note'), {}, ['granted', 'ROLE_1']],
      ['once for the directory above two pages', menu('manage'), {}, ['granted', 'ROLE_1']],
      ['if no role has it', menu('home'), {}, ['not-granted']],
      ['if it is disabled', menu('manage_note'), { pages: 0 }, ['menu-disabled', 'ROLE_1']],
      ['without a second factor', menu('manage'), { roles: [aRole(1, strict)] }, ['factor-required', 'ROLE_1']],
    ]);
  });

  describe('about an operation', () => {
    const evaluating = { anyRole: ['OTHER'], anyPermission: [read], evaluatesConditions: true } as const;
    decideAll([
      ['to everybody if it is public', toCall({ anyRole: ['OTHER'] }, { isPublic: true }), { user: 0 }, ['granted']],
      ['if it requires nothing', toCall({}), {}, ['granted']],
      ['to a disabled user even if it requires nothing', toCall({}), { user: 0 }, ['user-disabled']],
      ['by a role', toCall({ anyRole: ['ROLE_1', 'OTHER'] }), {}, ['granted', 'ROLE_1']],
      ['without the role', toCall({ anyRole: ['OTHER'] }), {}, ['not-granted']],
      ['by a permission', toCall({ allPermissions: [read] }), {}, ['granted', 'ROLE_1']],
      ['without one of the permissions', toCall({ allPermissions: [read, archive] }), {}, ['not-granted']],
      [
        'once with a role that meets two conditions',
        toCall({ allPermissions: [read, archive] }),
        { roles: [aRole(1, both), aRole(2, { permissionIds: [archiveId] })] },
        ['granted', 'ROLE_1', 'ROLE_2'],
      ],
      [
        'without a second factor',
        toCall({ allPermissions: [read] }),
        { roles: [aRole(1, strict)] },
        ['factor-required', 'ROLE_1'],
      ],
      ['if it evaluates conditions', toCall(evaluating), { roles: [aRoleIf(1, inFolder)] }, ['conditional', 'ROLE_1']],
    ]);
  });
});
