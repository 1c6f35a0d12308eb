import { expect } from 'chai';
import type { RoleFacts } from '../src/access/access-facts.ts';
import {
  decideAccess,
  type AccessObject,
  type AccessSubject,
  type DecisionReason,
  type SubjectFacts,
  type SubjectKeyFacts,
} from '../src/access/decide-access.ts';
import type { Condition } from '../src/conditions/condition.ts';
import { declarePermission } from '../src/roles/permission.ts';
import type { Status } from '../src/shared/status.ts';
import { aDay, anId, aMenu } from './support.ts';

export const at = aDay(10);
/** A condition on the attributes that `toReadNote` sends. */
export const inFolder = { attr: 'resource.folder', eq: 'a' } as const;
export const strict = { requiresFactor: true };
export const read = declarePermission('note.read');
export const archive = declarePermission('note.archive');
export const readId = anId<'Permission'>(1);
export const archiveId = anId<'Permission'>(2);
const [directoryId, pageId, otherPageId] = [anId<'Menu'>(1), anId<'Menu'>(2), anId<'Menu'>(3)];

export const ada: AccessSubject = { type: 'user', id: anId(1) };
export const adasKey: AccessSubject = { type: 'apiKey', id: anId(1), ipAddress: undefined };

/** The data that a test changes. By default, Ada has the role ROLE_1 with the permission `note.read` and two pages. */
export interface Given {
  readonly user?: Status;
  readonly roles?: readonly RoleFacts[];
  readonly permission?: Partial<SubjectFacts['permissions'][number]>;
  readonly named?: SubjectFacts['named'];
  readonly pages?: 0 | 1;
  readonly validFrom?: Date;
  readonly validUntil?: Date;
  readonly key?: Partial<SubjectKeyFacts>;
}

export const aRole = (number: number, given: Partial<RoleFacts> = {}): RoleFacts => ({
  id: anId(number),
  code: `ROLE_${number}`,
  name: `Role ${number}`,
  status: 1,
  requiresFactor: false,
  permissionIds: [readId],
  conditions: {},
  menuIds: [pageId, otherPageId],
  ...given,
});

export const aRoleIf = (number: number, condition: Condition, given: Partial<RoleFacts> = {}): RoleFacts =>
  aRole(number, { conditions: { [readId]: condition }, ...given });

export const factsOf = ({ user = 1, roles = [aRole(1)], validFrom, validUntil, ...given }: Given): SubjectFacts => ({
  at,
  users: [
    {
      id: anId(1),
      username: 'ada',
      status: user,
      attributes: { team: 'blue' },
      roleGrants: roles.map(({ id }) => ({
        roleId: id,
        validFrom: validFrom ?? null,
        validUntil: validUntil ?? null,
      })),
    },
  ],
  userNames: [{ usernameKey: 'ada', userId: anId(1) }],
  roles,
  permissions: [
    { id: readId, code: read, name: 'Read', status: 1, ...given.permission },
    { id: archiveId, code: archive, name: 'Archive', status: 1 },
  ],
  menus: [
    aMenu({ id: directoryId, routeName: 'manage', menuType: 1 }),
    aMenu({ id: pageId, routeName: 'manage_note', parentId: directoryId, status: given.pages ?? 1 }),
    aMenu({ id: otherPageId, routeName: 'manage_archive', parentId: directoryId, status: given.pages ?? 1 }),
  ],
  named: given.named ?? [
    { code: read, resource: 'note', action: 'read' },
    { code: archive, resource: 'note', action: 'archive' },
  ],
  apiKeys: [
    {
      id: anId(1),
      ownerId: anId(1),
      permissions: [read],
      readOnly: false,
      allowedAddresses: [],
      hasFactor: false,
      expiresAt: aDay(11),
      ...given.key,
    },
  ],
});

/** A reason, and the codes of the roles. */
export type Outcome = readonly [reason: DecisionReason, ...roles: readonly string[]];

/** Expects a decision. Only the reason `granted` allows. */
export function expectDecision(
  subject: AccessSubject | undefined,
  object: AccessObject | undefined,
  given: Given,
  [reason, ...roles]: Outcome,
): void {
  const decisions = decideAccess(factsOf(given), [{ subject, object }]);
  expect(decisions).to.deep.equal([{ isAllowed: reason === 'granted', reason, roles }]);
}

/** The decisions about several questions. */
export const reasonsOf = (questions: Parameters<typeof decideAccess>[1]): readonly DecisionReason[] =>
  decideAccess(factsOf({}), questions).map(({ reason }) => reason);

export const toRead: AccessObject = { kind: 'permission', code: read };

export const toReadNote = (attributes: Extract<AccessObject, { kind: 'action' }>['attributes'] = {}): AccessObject => ({
  kind: 'action',
  resource: 'note',
  action: 'read',
  attributes,
});

export const toCall = (
  requirement: Extract<AccessObject, { kind: 'operation' }>['rule']['requirement'],
  { isPublic = false, keyUse = 'writes' }: { isPublic?: boolean; keyUse?: 'refused' | 'reads' | 'writes' } = {},
): AccessObject => ({ kind: 'operation', rule: { id: 'callNotes', isPublic, requirement }, keyUse });
