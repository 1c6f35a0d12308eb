import { administratorRole, builtInPermissions, moderatorRole, userRole } from '@portcullis/domain/internal/built-in';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { declareEvent, declareSubject, recordedFields } from '@portcullis/domain/internal/shared/declare-event';
import { subjectTypes, type EventType } from '@portcullis/domain/internal/events/event-types';
import type { CategoryId, RoleId } from '@portcullis/domain/internal/shared/ids';
import { ownResource } from '@portcullis/domain/internal/own-resource';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { stepUp } from '../../src/auth/step-up.ts';
import { createContent, deleteContent, updateContent } from '../../src/contents/contents.ts';
import { LiveUpdates } from '../../src/live/live-updates.ts';
import { createMenu } from '../../src/menus/menus.ts';
import { StoreFailure } from '../../src/ports/unit-of-work.ts';
import { deleteRole, setRoleMenus, updateRole } from '../../src/roles/roles.ts';
import { setPermissionGrants } from '../../src/roles/set-permission-grants.ts';
import { setRoleGrants } from '../../src/roles/set-role-grants.ts';
import { setUserRoles } from '../../src/roles/set-user-roles.ts';
import { ensureAdministrator } from '../../src/setup/ensure-administrator.ts';
import { setUserAttributes } from '../../src/user-attributes/user-attributes.ts';
import { endUserSessions } from '../../src/users/end-user-sessions.ts';
import { updateUser } from '../../src/users/users.ts';
import {
  aCategory,
  anAttribute,
  anActor,
  anEvent,
  anId,
  aMenu,
  aPermission,
  aRole,
  aSession,
  aUser,
} from '@portcullis/testing/internal/builders';
import { aFactor, codeAt } from '@portcullis/testing/internal/factors';
import { given, givenContentPermissions } from '@portcullis/testing/internal/given';
import { ownWorld } from '@portcullis/testing/internal/own-world';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { FakeStream } from '../support/fake-stream.ts';

const minuteMs = 60_000;

describe('Live updates', () => {
  const actor = anActor();
  let world: InMemoryWorld;
  let live: LiveUpdates;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
    live = new LiveUpdates(world);
  });

  async function opened({ id: sessionId, userId }: Session, after?: number, updates = live) {
    const stream = new FakeStream();
    const close = await updates.open({ userId, sessionId, after, stream });
    return { stream, close };
  }
  /** Creates a user with these roles, and a session. */
  async function aUserWith(...roleIds: readonly RoleId[]) {
    const user = aUser();
    const session = aSession({ userId: user.id });
    await given(world, { users: [user], userRoles: [[user.id, roleIds]], sessions: [session] });
    return { user, session };
  }
  /** Creates a user with these roles, and opens a stream. */
  async function listening(...roleIds: readonly RoleId[]) {
    const made = await aUserWith(...roleIds);
    return { ...made, ...(await opened(made.session)) };
  }
  const addMenu = () => createMenu(world)({ actor, routeName: 'x', routePath: '/x', menuType: 2, parentId: null });
  const addEvent = (type: EventType, subject = anEvent().subject) =>
    given(world, { events: [anEvent({ type, subject, occurredAt: world.clock.now() })] });
  const aContent = { type: 'content', id: anId(), name: 'Title' } as const;

  it('sends a new menu version to all streams when menus change', async () => {
    const [one, other] = [await listening(userRole.id), await listening(moderatorRole.id)];
    await addMenu();
    await live.read();
    const [first] = one.stream.messages;
    expect(one.stream.heard()).to.deep.equal(['access.changed']);
    expect(other.stream.heard()).to.deep.equal(['resource.changed', 'access.changed']);
    await addMenu();
    await live.read();
    const [second] = one.stream.messages;
    expect(second?.data).not.to.deep.equal(first?.data);
    expect(second?.position).to.equal((first?.position ?? 0) + 1);
  });

  it('notifies a user of new roles, and users with a role of its new menus and of its removal', async () => {
    const [role, menu] = [aRole(), aMenu()];
    await given(world, { roles: [role], menus: [menu] });
    const [ada, bob] = [await listening(), await listening()];
    await setUserRoles(world)({ actor, userId: ada.user.id, roleIds: [role.id] });
    await live.read();
    expect(ada.stream.heard()).to.deep.equal(['access.changed']);
    await setRoleMenus(world)({ actor, roleId: role.id, menuIds: [menu.id] });
    await live.read();
    expect(ada.stream.heard()).to.deep.equal(['access.changed']);
    await deleteRole(world)({ actor, id: role.id });
    await live.read();
    expect(ada.stream.heard()).to.deep.equal(['access.changed']);
    expect(bob.stream.heard()).to.deep.equal([]);
  });

  describe('when a role begins or ends', () => {
    const role = aRole();
    /** Opens the stream of a user who has a role, which gives a menu, during the second of the next three seconds. */
    async function holder() {
      const menu = aMenu();
      await given(world, { roles: [role], menus: [menu], roleMenus: [[role.id, [menu.id]]] });
      const made = await listening(role.id);
      const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
      const grants = [{ roleId: role.id, validFrom: inSeconds(1), validUntil: inSeconds(2) }];
      await setRoleGrants(world)({ actor, userId: made.user.id, grants });
      await live.read();
      made.stream.heard();
      return made;
    }
    const second = async () => {
      world.clock.advance(1000);
      await live.tick();
    };

    it('sends access.changed with the menu version of this time, once for each time', async () => {
      const { stream } = await holder();
      await live.tick();
      expect(stream.heard()).to.deep.equal([]);
      await second();
      const [begun] = stream.messages;
      expect(begun?.position).to.equal(1);
      expect(stream.heard()).to.deep.equal(['access.changed']);
      await live.tick();
      expect(stream.heard()).to.deep.equal([]);
      await second();
      expect(stream.messages[0]?.data).not.to.deep.equal(begun?.data);
      expect(stream.heard()).to.deep.equal(['access.changed']);
      await second();
      expect(stream.heard()).to.deep.equal([]);
    });

    it('sends access.changed to a stream that is resumed after this time', async () => {
      const { session } = await holder();
      await second();
      const resumed = await opened(session, 1);
      expect(resumed.stream.heard()).to.deep.equal(['access.changed']);
      const fresh = await opened(session);
      expect(fresh.stream.heard()).to.deep.equal([]);
    });

    it('does not send access.changed to a stream that is resumed more than ten minutes after this time', async () => {
      const { session } = await holder();
      await second();
      await second();
      world.clock.advance(10 * minuteMs);
      expect((await opened(session, 1)).stream.heard()).to.deep.equal(['access.changed']);
      world.clock.advance(1);
      expect((await opened(session, 1)).stream.heard()).to.deep.equal([]);
    });

    it('sends no content events to a user who was an editor until this time', async () => {
      const { user, stream } = await listening(moderatorRole.id);
      const validUntil = new Date(world.clock.now().getTime() + 1000);
      const grants = [{ roleId: moderatorRole.id, validFrom: null, validUntil }];
      await setRoleGrants(world)({ actor, userId: user.id, grants });
      await live.read();
      stream.heard();
      world.clock.advance(1000);
      await addEvent('content.draft.saved', aContent);
      await live.read();
      expect(stream.heard()).to.deep.equal(['access.changed']);
    });
  });

  it('sends one message for several changes of one kind that are read together', async () => {
    const { user, stream } = await listening(userRole.id);
    await addMenu();
    await updateUser(world)({ actor, userId: user.id, change: { nickName: 'Ada' } });
    await addMenu();
    await live.read();
    expect(stream.messages.map(({ position }) => position)).to.deep.equal([2, 3]);
    expect(stream.heard()).to.deep.equal(['profile.changed', 'access.changed']);
  });

  it('sends content events only to users who are editors at that time', async () => {
    const [editor, user] = [await listening(moderatorRole.id), await listening(userRole.id)];
    const event = anEvent({ type: 'content.draft.saved', subject: aContent, occurredAt: world.clock.now() });
    await given(world, { events: [event] });
    await live.read();
    const by = { id: event.actor.id, name: event.actor.name };
    expect(editor.stream.messages).to.deep.equal([
      { type: 'content.draft.saved', position: 1, data: { id: aContent.id, title: 'Title', by } },
    ]);
    await setUserRoles(world)({ actor, userId: user.user.id, roleIds: [moderatorRole.id] });
    await setUserRoles(world)({ actor, userId: editor.user.id, roleIds: [userRole.id] });
    await live.read();
    editor.stream.heard();
    expect(user.stream.heard()).to.deep.equal(['resource.changed', 'access.changed', 'resource.changed']);
    await addEvent('content.deleted', aContent);
    await live.read();
    expect([editor.stream.heard(), user.stream.heard()]).to.deep.equal([[], ['content.deleted']]);
  });

  it('sends events of resources of other packages to users who hold the permission to read them', async () => {
    const subject = declareSubject('acme.label', ({ name }: { readonly name: string }) => name);
    const { type } = declareEvent(subject, 'acme.label.updated', recordedFields<{ readonly name: string }>()('name'));
    const [role, permission] = [aRole(), aPermission({ code: 'acme.label.read' })];
    const rolePermissions = [[role.id, [permission.id]]] as const;
    await given(world, { permissions: [permission], roles: [role], rolePermissions });
    const [reader, user] = [await listening(role.id), await listening(userRole.id)];
    const label = { type: subject.type, id: anId(), name: 'Bug' };
    const event = anEvent({ type, subject: label, occurredAt: world.clock.now() });
    await given(world, { events: [event] });
    await live.read();
    const by = { id: event.actor.id, name: event.actor.name };
    expect(reader.stream.messages).to.deep.equal([{ type, position: 1, data: { id: label.id, title: 'Bug', by } }]);
    expect(user.stream.heard()).to.deep.equal([]);
    await setUserRoles(world)({ actor, userId: reader.user.id, roleIds: [] });
    await live.read();
    reader.stream.heard();
    await addEvent(type, label);
    await live.read();
    expect(reader.stream.heard()).to.deep.equal([]);
  });

  it('sends other changes, with who made them, to the users who may read the resource at that time', async () => {
    const aReader = async (code: string) => {
      const [role, permissions] = [aRole(), builtInPermissions.filter((permission) => permission.code === code)];
      await given(world, { roles: [role], rolePermissions: [[role.id, permissions.map(({ id }) => id)]] });
      return listening(role.id);
    };
    const everybody = {
      administrator: await listening(administratorRole.id),
      moderator: await listening(moderatorRole.id),
      roles: await aReader('role.read'),
      user: await listening(userRole.id),
    };
    /** Returns who gets a message about an event. */
    const told = async (type: EventType, subjectType = type.slice(0, type.indexOf('.'))) => {
      const subject = { type: subjectTypes.find((each) => each === subjectType) ?? 'tag', id: anId(), name: 'News' };
      const event = anEvent({ type, subject, occurredAt: world.clock.now() });
      await given(world, { events: [event] });
      await live.read();
      const by = { id: event.actor.id, name: event.actor.name };
      return Object.entries(everybody).flatMap(([name, { stream }]) => {
        const messages = stream.messages.splice(0).filter((message) => message.type === 'resource.changed');
        for (const { data } of messages) expect(data).to.deep.equal({ event: type, subject, by });
        return messages.length === 0 ? [] : [name];
      });
    };
    expect(await told('tag.updated')).to.deep.equal(['administrator', 'moderator', 'roles', 'user']);
    expect(await told('user.updated')).to.deep.equal(['administrator', 'moderator']);
    expect(await told('role.permissions.changed')).to.deep.equal(['administrator', 'moderator', 'roles']);
    expect(await told('role.deleted')).to.deep.equal(['administrator', 'moderator', 'roles']);
    expect(await told('media.created')).to.deep.equal(['administrator', 'moderator']);
    expect(await told('webhook.created')).to.deep.equal(['administrator']);
    // The resource does not show these events.
    expect(await told('user.password.changed')).to.deep.equal(['administrator']);
    expect(await told('factor.added', 'user')).to.deep.equal(['administrator']);
    expect(await told('session.started', 'user')).to.deep.equal([]);
    await setUserRoles(world)({ actor, userId: everybody.moderator.user.id, roleIds: [] });
    await live.read();
    for (const { stream } of Object.values(everybody)) stream.heard();
    expect(await told('user.created')).to.deep.equal(['administrator']);
  });

  it('replaces many changes at once by a message that everything must be read again', async () => {
    const { stream } = await listening(administratorRole.id);
    const events = Array.from({ length: 17 }, () =>
      anEvent({ type: 'tag.created', subject: { type: 'tag', id: anId(), name: 'T' }, occurredAt: world.clock.now() }),
    );
    await given(world, { events });
    await live.read();
    expect(stream.messages.map(({ position }) => position)).to.deep.equal([17]);
    expect(stream.heard()).to.deep.equal(['reset']);
  });

  it('notifies users when their role starts to require a factor, and when they prove one', async () => {
    const { user, session, stream } = await listening(moderatorRole.id);
    await world.run((tx) => tx.factors.add(aFactor({ userId: user.id })));
    await updateRole(world)({ actor, id: moderatorRole.id, change: { requiresFactor: true } });
    await live.read();
    expect(stream.heard()).to.deep.equal(['access.changed']);
    await addEvent('content.deleted', aContent);
    await live.read();
    expect(stream.heard()).to.deep.equal([]);
    const self = anActor({ id: user.id, name: user.username, sessionId: session.id });
    await stepUp(world)({ actor: self, network: '', proof: { code: codeAt(world.clock.now()) } });
    await live.read();
    expect(stream.heard()).to.deep.equal(['access.changed']);
    await addEvent('content.deleted', aContent);
    await live.read();
    expect(stream.heard()).to.deep.equal(['content.deleted']);
  });

  it('ends the streams of ended sessions, expired sessions and disabled users', async () => {
    await ensureAdministrator(world)({ actor, username: 'admin', email: 'a@example.com', password: 'a long password' });
    const [ended, off, other] = [await listening(), await listening(), await listening()];
    const short = aSession({ userId: other.user.id, expiresAt: new Date(world.clock.now().getTime() + 1000) });
    await given(world, { sessions: [short] });
    const expiring = await opened(short);
    await endUserSessions(world)({ actor, userId: ended.user.id });
    await updateUser(world)({ actor, userId: off.user.id, change: { status: disabled } });
    await live.read();
    expect([ended.stream.heard(), off.stream.heard()]).to.deep.equal([['session.ended'], ['session.ended']]);
    await live.tick();
    expect(expiring.stream.hasEnded).to.equal(false);
    world.clock.advance(1000);
    await live.tick();
    expect([ended, off, expiring, other].map(({ stream }) => stream.hasEnded)).to.deep.equal([true, true, true, false]);
  });

  it('keeps the stream of a session that is renewed before it expires', async () => {
    const { user } = await listening();
    const session = aSession({ userId: user.id, expiresAt: new Date(world.clock.now().getTime() + 1000) });
    await given(world, { sessions: [session] });
    const { stream } = await opened(session);
    await world.run((tx) => tx.sessions.save({ ...session, expiresAt: new Date(session.expiresAt.getTime() + 1000) }));
    world.clock.advance(1000);
    await live.tick();
    expect(stream.hasEnded).to.equal(false);
    world.clock.advance(1000);
    await live.tick();
    expect(stream.heard()).to.deep.equal(['session.ended']);
  });

  it('refuses to open a stream for a session that has ended', async () => {
    const session = aSession();
    expect(await refusalOf(opened(session))).to.include({ refusal: 'session-ended' });
    expect(live.openStreams).to.equal(0);
  });

  it('resumes after a position of the last ten minutes in any process, and sends `reset` for older ones', async () => {
    const { session, stream } = await listening(moderatorRole.id);
    await addEvent('content.created', aContent);
    await addEvent('content.updated', aContent);
    await live.read();
    const [first] = stream.messages;
    world.clock.advance(9 * minuteMs);
    for (const updates of [live, new LiveUpdates(world)]) {
      const resumed = await opened(session, first?.position, updates);
      expect(resumed.stream.begun).to.deep.equal([first?.position]);
      expect(resumed.stream.heard()).to.deep.equal(['content.updated']);
    }
    world.clock.advance(2 * minuteMs);
    await live.tick();
    for (const updates of [live, new LiveUpdates(world)]) {
      const late = await opened(session, first?.position, updates);
      expect(late.stream.begun).to.deep.equal([2]);
      expect(late.stream.heard()).to.deep.equal(['reset']);
      expect((await opened(session, 2, updates)).stream.heard()).to.deep.equal([]);
      expect((await opened(session, 3, updates)).stream.heard()).to.deep.equal(['reset']);
    }
  });

  describe('for a user who may read drafts under a condition', () => {
    const root = aCategory();
    const below = aCategory({ parentId: root.id });
    const [role, section] = [
      aRole(),
      anAttribute({ name: 'section', type: 'string', values: null, writableBy: 'admin' }),
    ];
    const condition = { attr: 'resource.categoryId', under: { ref: 'subject.section' } } as const;

    /** Opens the stream of a user with the attribute `section`. */
    async function reader() {
      const session = aSession({ userId: user.id });
      await given(world, { categories: [root, below], roles: [role], users: [user], sessions: [session] });
      const { 'content.read-drafts': readDrafts } = await givenContentPermissions(world);
      await given(world, { rolePermissions: [[role.id, [readDrafts]]], userRoles: [[user.id, [role.id]]] });
      await setUserAttributes(world)({ actor, attributes: [section] });
      await given(world, { conditions: [[role.id, [{ permissionId: readDrafts, condition }]]] });
      await live.read();
      return { session, ...(await opened(session)) };
    }
    const user = aUser({ attributes: { section: root.id } });
    const write = (categoryId: CategoryId | null) =>
      createContent(world)({
        actor,
        authorId: user.id,
        title: 'Title',
        summary: null,
        tagIds: [],
        categoryId,
        coverId: null,
        editorType: 'MARKDOWN',
        contentMd: 'x',
        contentHtml: null,
        contentRaw: null,
      });

    it('sends the events of the contents for which it is true, and of no others', async () => {
      const { stream } = await reader();
      await write(null);
      const { id } = await write(below.id);
      await live.read();
      const [created] = stream.messages;
      expect(created?.data).to.include({ id });
      expect(stream.heard()).to.deep.equal(['content.created']);
      await updateContent(world)({ actor, id, change: { categoryId: null } });
      await live.read();
      expect(stream.heard()).to.deep.equal([]);
      await updateContent(world)({ actor, id, change: { categoryId: root.id } });
      await deleteContent(world)({ actor, id });
      await live.read();
      expect(stream.heard()).to.deep.equal(['content.deleted']);
    });

    it('decides with the new attributes of the user, and with the new condition', async () => {
      const { stream } = await reader();
      await updateUser(world)({ actor, userId: user.id, change: { attributes: { section: anId() } } });
      await write(below.id);
      await live.read();
      expect(stream.heard()).to.not.include('content.created');
      const { 'content.read-drafts': permissionId } = await givenContentPermissions(world);
      const grants = [{ permissionId, condition: null }];
      await setPermissionGrants(world)({ actor, roleId: role.id, grants });
      await write(null);
      await live.read();
      expect(stream.heard()).to.include('content.created');
    });

    it('resets a stream that has missed events of contents', async () => {
      const { session, stream } = await reader();
      const since = stream.begun[0];
      await write(below.id);
      await live.read();
      expect((await opened(session, since)).stream.heard()).to.deep.equal(['reset']);
    });
  });

  describe('for a user who may read resources of another package under a condition', () => {
    const size = { type: 'choice', values: ['small', 'large'] } as const;
    const fields = { name: { type: 'text', max: 64 }, size, rank: { type: 'integer', optional: true } } as const;
    const labels = ownResource('acme.label', 'acme.labels', { fields, namedBy: 'name' });
    const small = { attr: 'resource.size', eq: 'small' } as const;

    /** Opens the stream of a user who may read labels for which the condition is true. */
    async function reader(condition: Condition = small) {
      const { world: own, use } = ownWorld(labels);
      const [user, role] = [aUser(), aRole()];
      const permission = aPermission({ code: labels.permissions.read });
      const session = aSession({ userId: user.id });
      await given(own, {
        users: [user],
        permissions: [permission],
        roles: [role],
        rolePermissions: [[role.id, [permission.id]]],
        conditions: [[role.id, [{ permissionId: permission.id, condition }]]],
        userRoles: [[user.id, [role.id]]],
        sessions: [session],
      });
      const updates = new LiveUpdates(own);
      const { stream } = await opened(session, undefined, updates);
      return { stream, updates, use, session };
    }

    it('sends the events of those for which it is true, and of no others', async () => {
      const { stream, updates, use } = await reader();
      await use.create({ actor, draft: { name: 'Hidden', size: 'large' } });
      const { id } = await use.create({ actor, draft: { name: 'Shown', size: 'small' } });
      await updates.read();
      expect(stream.messages.map(({ data }) => data)).to.deep.equal([
        { id, title: 'Shown', by: { id: actor.id, name: actor.name } },
      ]);
      expect(stream.heard()).to.deep.equal(['acme.label.created']);
      await use.update({ actor, id, ifMatch: undefined, change: { size: 'large' } });
      await updates.read();
      expect(stream.heard()).to.deep.equal([]);
      await use.update({ actor, id, ifMatch: undefined, change: { size: 'small' } });
      await use.remove({ actor, id, ifMatch: undefined });
      await updates.read();
      expect(stream.heard()).to.deep.equal(['acme.label.deleted']);
    });

    it('decides about a deleted one whose optional fields had no value', async () => {
      const { stream, updates, use } = await reader({ attr: 'resource.rank', lt: 5 });
      const { id } = await use.create({ actor, draft: { name: 'No rank', size: 'small' } });
      await use.remove({ actor, id, ifMatch: undefined });
      await updates.read();
      expect(stream.heard()).to.deep.equal([]);
    });

    it('sends nothing if the condition does not fit the fields', async () => {
      const { stream, updates, use } = await reader({ any: [small, { not: { attr: 'resource.gone', eq: 'x' } }] });
      await use.create({ actor, draft: { name: 'Any', size: 'small' } });
      await updates.read();
      expect(stream.heard()).to.deep.equal([]);
    });

    it('resets a stream that has missed events of them', async () => {
      const { stream, updates, use, session } = await reader();
      await use.create({ actor, draft: { name: 'Missed', size: 'small' } });
      await updates.read();
      expect((await opened(session, stream.begun[0], updates)).stream.heard()).to.deep.equal(['reset']);
    });
  });

  it('sends the events that occur while a stream is being opened', async () => {
    const { user, session } = await aUserWith(userRole.id);
    const finding: (() => void)[] = [];
    const slow = new LiveUpdates({
      ...world,
      liveSessions: {
        find: async (ids) => {
          const found = await world.liveSessions.find(ids);
          await new Promise<void>((resolve) => finding.push(resolve));
          return found;
        },
      },
    });
    const opening = opened(session, undefined, slow);
    while (finding.length === 0) await Promise.resolve();
    await setUserRoles(world)({ actor, userId: user.id, roleIds: [moderatorRole.id] });
    await addEvent('content.created', aContent);
    await slow.read();
    finding.shift()?.();
    while (finding.length === 0) await Promise.resolve();
    finding.shift()?.();
    const { stream } = await opening;
    expect(stream.heard()).to.deep.equal(['resource.changed', 'access.changed', 'content.created']);
  });

  it('sends the missing messages after the store has failed and recovered', async () => {
    let isBroken = false;
    const broken = new LiveUpdates({
      ...world,
      liveSessions: {
        find: async (ids) => {
          if (isBroken) throw new StoreFailure('broken');
          return world.liveSessions.find(ids);
        },
      },
    });
    const { session } = await aUserWith(userRole.id);
    const { stream } = await opened(session, undefined, broken);
    await addMenu();
    isBroken = true;
    const failed = await broken.read().catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(StoreFailure);
    for (let ticks = 0; ticks < 15; ticks += 1) await broken.tick();
    // A client resumes after the position of the last heartbeat, so this position must be before the event that was not
    // sent.
    expect([stream.heard(), stream.heartbeats]).to.deep.equal([[], [0]]);
    isBroken = false;
    await broken.read();
    expect(stream.heard()).to.deep.equal(['access.changed']);
  });

  it('sends a heartbeat every fifteen ticks, with the position of the last event of any kind', async () => {
    const { stream } = await listening();
    await addEvent('tag.created');
    await live.read();
    for (let ticks = 0; ticks < 30; ticks += 1) await live.tick();
    expect(stream.heartbeats).to.deep.equal([1, 1]);
  });

  it('limits the open streams of a user and of the process', async () => {
    const few = new LiveUpdates({ ...world, streamLimits: { perUser: 2, perProcess: 3 } });
    const [{ session }, other] = [await aUserWith(), await aUserWith()];
    const [first] = await Promise.all([opened(session, undefined, few), opened(session, undefined, few)]);
    expect(await refusalOf(opened(session, undefined, few))).to.include({ refusal: 'too-many-streams' });
    const { close } = await opened(other.session, undefined, few);
    expect(await refusalOf(opened(other.session, undefined, few))).to.include({ refusal: 'too-many-streams' });
    close();
    close();
    first.close();
    await opened(session, undefined, few);
    expect(few.openStreams).to.equal(2);
    await addMenu();
    await few.read();
    expect(first.stream.heard()).to.deep.equal([]);
  });

  it('skips events that were recorded during a long time without streams', async () => {
    const { session, close } = await listening(moderatorRole.id);
    close();
    await addEvent('content.created', aContent);
    world.clock.advance(11 * minuteMs);
    await addEvent('content.updated', aContent);
    expect((await opened(session, 1)).stream.heard()).to.deep.equal(['content.updated']);
    expect((await opened(session, 0)).stream.heard()).to.deep.equal(['reset']);
  });

  it('sends to an open stream what happened while the event log was not read for a long time', async () => {
    const { stream } = await listening(moderatorRole.id);
    await addEvent('content.created', aContent);
    world.clock.advance(11 * minuteMs);
    await live.read();
    expect(stream.heard()).to.deep.equal(['content.created']);
  });

  it('end closes all streams, and streams that are opened later are closed immediately', async () => {
    const { session, stream } = await listening();
    live.end();
    expect(stream.hasEnded).to.equal(true);
    expect((await opened(session)).stream.hasEnded).to.equal(true);
  });
});
