import type { AccessObject, AccessQuestion, AccessSubject } from '@portcullis/domain/internal/access/decide-access';
import { aMenu, anId, aPermission, aRole, aUser, given, InMemoryWorld } from '@portcullis/testing';
import { anApiKey } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { evaluateAccess } from '../../src/access/evaluate-access.ts';

describe('evaluateAccess', () => {
  const condition = { attr: 'resource.folder', eq: 'a' } as const;

  /** Two users with a role that has the permission to read, to write in a folder, and a page. */
  async function aWorld() {
    const world = InMemoryWorld.seeded();
    const [ada, bob] = [aUser({ username: 'Ada' }), aUser()];
    const [role, other, menu] = [aRole(), aRole(), aMenu()];
    const [read, write] = [
      aPermission({ code: 'note.read', resource: 'note', action: 'read' }),
      aPermission({ code: 'note.write', resource: 'note', action: 'write' }),
    ];
    const key = anApiKey({ ownerId: ada.id, permissions: ['note.read'] });
    await given(world, {
      permissions: [read, write],
      menus: [menu],
      roles: [role, other],
      rolePermissions: [[role.id, [read.id, write.id]]],
      conditions: [[role.id, [{ permissionId: write.id, condition }]]],
      roleMenus: [[role.id, [menu.id]]],
      users: [ada, bob],
      userRoles: [
        [ada.id, [role.id]],
        [bob.id, [other.id]],
      ],
      apiKeys: [key],
    });
    const ask = async (questions: readonly AccessQuestion[], conditionTargets = {}) => {
      const decisions = await evaluateAccess({ accessFacts: world.accessFacts, conditionTargets })(questions);
      return decisions.map(({ reason }) => reason);
    };
    const subjects = {
      ada: { type: 'user', id: ada.id },
      byName: { type: 'user', usernameKey: 'ada' },
      bob: { type: 'user', id: bob.id },
      key: { type: 'apiKey', id: key.id, ipAddress: undefined },
    } as const satisfies Record<string, AccessSubject>;
    return { ask, menu, subjects };
  }

  const toRead: AccessObject = { kind: 'permission', code: 'note.read' };
  const toWriteIn = (folder: string): AccessObject => ({
    kind: 'action',
    resource: 'note',
    action: 'write',
    attributes: { folder },
  });
  const call: AccessObject = {
    kind: 'operation',
    rule: { id: 'readUsers', isPublic: false, requirement: { anyRole: ['OTHER'], anyPermission: ['user.read'] } },
    keyUse: 'reads',
  };

  it('decides for users by id and by name, and for keys, in the order of the questions', async () => {
    const { ask, subjects } = await aWorld();
    const { ada, byName, bob, key } = subjects;
    const questions = [bob, ada, key, byName, bob, undefined].map((subject) => ({ subject, object: toRead }));
    expect(await ask(questions)).to.deep.equal([
      'not-granted',
      'granted',
      'granted',
      'granted',
      'not-granted',
      'unknown-subject',
    ]);
    for (const subject of [ada, byName, key])
      expect(await ask([{ subject, object: toRead }])).to.deep.equal(['granted']);
  });

  it('knows no user and no key that does not exist', async () => {
    const { ask } = await aWorld();
    const unknown: readonly AccessSubject[] = [
      { type: 'user', id: anId() },
      { type: 'user', usernameKey: 'nobody' },
      { type: 'apiKey', id: anId(), ipAddress: undefined },
    ];
    expect(await ask(unknown.map((subject) => ({ subject, object: toRead })))).to.deep.equal(
      unknown.map(() => 'unknown-subject'),
    );
  });

  it('decides actions with the attributes in the question', async () => {
    const { ask, subjects } = await aWorld();
    const objects = [toWriteIn('a'), toWriteIn('b'), { ...toWriteIn('a'), resource: 'book' }];
    expect(await ask(objects.map((object) => ({ subject: subjects.ada, object })))).to.deep.equal([
      'granted',
      'conditional',
      'unknown-resource',
    ]);
  });

  it('does not decide conditions on the permissions of additional resources, which this service stores', async () => {
    const { ask, subjects } = await aWorld();
    const question = { subject: subjects.ada, object: toWriteIn('a') };
    expect(await ask([question], { 'note.write': { folder: { kind: 'string' } } })).to.deep.equal(['conditional']);
    expect(await ask([question], { 'note.read': { folder: { kind: 'string' } } })).to.deep.equal(['granted']);
  });

  it('decides about menus and operations', async () => {
    const { ask, menu, subjects } = await aWorld();
    const page: AccessObject = { kind: 'menu', routeName: menu.routeName };
    const { ada, bob } = subjects;
    const questions = [ada, bob].flatMap((subject) => [page, call, undefined].map((object) => ({ subject, object })));
    expect(await ask(questions)).to.deep.equal([
      'granted',
      'not-granted',
      'unknown-resource',
      'not-granted',
      'not-granted',
      'unknown-resource',
    ]);
  });

  const queries: readonly [title: string, objects: readonly AccessObject[], query: object][] = [
    ['permissions', [toRead, toRead], { permissionCodes: ['note.read'] }],
    ['actions', [toWriteIn('a'), toWriteIn('b')], { actions: [{ resource: 'note', action: 'write' }] }],
    ['menus', [{ kind: 'menu', routeName: 'home' }], { withMenus: true }],
    ['operations', [call, call], { permissionCodes: ['user.read'] }],
  ];
  for (const [title, objects, query] of queries)
    it(`reads each fact about ${title} once, and no others`, async () => {
      const world = InMemoryWorld.seeded();
      const asked: unknown[] = [];
      const accessFacts: Parameters<typeof evaluateAccess>[0]['accessFacts'] = {
        ofSubjects: (each) => {
          asked.push(each);
          return world.accessFacts.ofSubjects(each);
        },
      };
      const [userId, keyId] = [anId<'User'>(), anId<'ApiKey'>()];
      const subjects: readonly AccessSubject[] = [
        { type: 'user', id: userId },
        { type: 'user', usernameKey: 'ada' },
        { type: 'apiKey', id: keyId, ipAddress: undefined },
      ];
      const questions = subjects.flatMap((subject) => objects.map((object) => ({ subject, object })));
      await evaluateAccess({ accessFacts, conditionTargets: {} })([...questions, ...questions]);
      const nothing = { permissionCodes: [], actions: [], withMenus: false };
      expect(asked).to.deep.equal([
        { userIds: [userId], usernameKeys: ['ada'], keyIds: [keyId], ...nothing, ...query },
      ]);
    });
});
