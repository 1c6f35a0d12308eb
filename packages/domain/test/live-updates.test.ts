import { expect } from 'chai';
import { declareEvent, declareSubject, recordedFields, type Changes } from '../src/shared/declare-event.ts';
import type { DomainEvent, EventSubject } from '../src/events/event.ts';
import type { EventType } from '../src/events/event-types.ts';
import {
  concerns,
  isDecidedByAttributes,
  mayChangeRecipient,
  noticesOf,
  type Notice,
  type StreamRecipient,
} from '../src/events/live-updates.ts';
import { aDay, anId } from './support.ts';

const id = anId<'Subject'>(1);
const by = { id: anId<'User'>(9), name: 'ada' };
const label = declareSubject('acme.label', ({ name }: { readonly name: string }) => name);
const fields = recordedFields<{ readonly name: string }>()('name');
const labelUpdated = declareEvent(label, 'acme.label.updated', fields).type;
const labelDeleted = declareEvent(label, 'acme.label.deleted', fields).type;

const anEvent = (
  type: EventType,
  subject: Pick<EventSubject, 'type'> & Partial<EventSubject>,
  changes: Changes = {},
): DomainEvent => ({
  id: anId(8),
  type,
  position: 7,
  occurredAt: aDay(1),
  actor: { type: 'user', ...by, ipAddress: '192.0.2.1', userAgent: 'test', sessionId: null, apiKey: null, agent: null },
  subject: { id, name: 'A name', ...subject },
  changes,
  requestId: null,
});

const change = (before: unknown, after: unknown = null) => ({ before, after });

const aRecipient = (given: Partial<StreamRecipient> = {}): StreamRecipient => ({
  userId: anId<'User'>(2),
  roleIds: [],
  drafts: false,
  reads: [],
  conditionalReads: [],
  roles: [],
  ...given,
});

describe('noticesOf an event', () => {
  const session: Notice = { kind: 'session', userId: id };
  const profile: Notice = { kind: 'profile', userId: id };
  const ofUser: Notice = { kind: 'access', userId: id };
  const ofRole: Notice = { kind: 'access', roleId: id };
  const ofAll: Notice = { kind: 'access' };
  const sessions = (...before: readonly string[]) => ({ sessionIds: change(before, ['new']) });

  /** The notices of each event, apart from the one that says that a resource has changed. */
  const rows: readonly (readonly [EventType, EventSubject['type'], Changes, readonly Notice[]])[] = [
    ['user.created', 'user', {}, []],
    ['user.updated', 'user', { nickName: change('a', 'b') }, [profile]],
    ['user.updated', 'user', { status: change('1', '2') }, [profile, session]],
    ['user.updated', 'user', { attributes: change({}, { a: 1 }) }, [profile, ofUser]],
    ['user.updated', 'user', { status: change('1', '2'), attributes: change({}, {}) }, [profile, session, ofUser]],
    ['user.deleted', 'user', {}, [session]],
    ['user.password.changed', 'user', {}, [session]],
    ['session.started', 'user', sessions('old'), [session]],
    ['session.started', 'user', sessions(), []],
    ['session.started', 'user', {}, []],
    ['session.started', 'user', { sessionIds: change(null, ['new']) }, []],
    ['session.ended', 'user', sessions('old'), [session]],
    ['session.ended', 'user', {}, [session]],
    ['session.reused', 'user', {}, [session]],
    ['session.authenticated', 'user', {}, [ofUser]],
    ['user.roles.changed', 'user', {}, [ofUser]],
    ['user.grant.expired', 'user', {}, [ofUser]],
    ['factor.added', 'user', {}, [ofUser]],
    ['factor.removed', 'user', {}, [ofUser]],
    ['account.locked', 'user', {}, []],
    ['role.created', 'role', {}, []],
    ['role.deleted', 'role', {}, [ofRole]],
    ['role.permissions.changed', 'role', {}, [ofRole]],
    ['role.menus.changed', 'role', {}, [ofRole]],
    ['role.updated', 'role', { name: change('a', 'b'), description: change('a', 'b') }, []],
    ['role.updated', 'role', { status: change('1', '2') }, [ofRole]],
    ['role.updated', 'role', { code: change('a', 'b') }, [ofRole]],
    ['role.updated', 'role', { requiresFactor: change(false, true) }, [ofRole]],
    ['permission.updated', 'permission', { name: change('a', 'b') }, []],
    ['permission.updated', 'permission', { status: change('1', '2') }, [ofAll]],
    ['permission.updated', 'permission', { code: change('a', 'b') }, [ofAll]],
    ['permission.deleted', 'permission', {}, [ofAll]],
    ['accessControl.imported', 'accessControl', {}, [ofAll]],
    ['menu.created', 'menu', {}, [ofAll]],
    ['menu.moved', 'menu', {}, [ofAll]],
    ['tag.created', 'tag', {}, []],
    ['webhook.created', 'webhook', {}, []],
  ];
  const isOwn = (notice: Notice): boolean => notice.kind !== 'resource';

  for (const [type, subject, changes, notices] of rows) {
    const names = Object.keys(changes).join(', ') || 'nothing';
    it(`tells the affected users of ${type} with ${names}: ${JSON.stringify(notices.map(({ kind }) => kind))}`, () => {
      expect(noticesOf(anEvent(type, { type: subject }, changes)).filter(isOwn)).to.deep.equal(notices);
    });
  }

  it('tells no single user or role of an event whose subject is not known', () => {
    for (const [type, subject, changes, notices] of rows) {
      const expected = notices.filter((notice) => notice === ofAll);
      const event = anEvent(type, { type: subject, id: null }, changes);
      expect(noticesOf(event).filter(isOwn), type).to.deep.equal(expected);
    }
    expect(noticesOf(anEvent('content.updated', { type: 'content', id: null }))).to.deep.equal([]);
    expect(noticesOf(anEvent(labelUpdated, { type: label.type, id: null }))).to.deep.equal([]);
  });

  it('tells the readers of a resource that it has changed, but nobody of log-ins', () => {
    const resourceOf = (type: EventType, subject: EventSubject['type']) =>
      noticesOf(anEvent(type, { type: subject })).filter((notice) => notice.kind === 'resource');
    expect(resourceOf('tag.updated', 'tag')).to.deep.equal([
      {
        kind: 'resource',
        event: 'tag.updated',
        subject: { type: 'tag', id, name: 'A name' },
        by,
        readers: 'everybody',
      },
    ]);
    const editors = { roles: ['ADMIN', 'MODERATOR'], permissions: ['media.manage'] };
    expect(resourceOf('media.removed', 'media').map(({ readers }) => readers)).to.deep.equal([editors]);
    expect(resourceOf('factor.added', 'user').map(({ readers }) => readers)).to.deep.equal([undefined]);
    for (const type of ['session.started', 'session.ended', 'session.reused', 'account.locked'] as const)
      expect(resourceOf(type, 'user'), type).to.deep.equal([]);
  });

  it('keeps the values of a deleted content by which conditions decide', () => {
    const content = { kind: 'content', id, title: 'A name', by };
    const removed = (changes: Changes) => noticesOf(anEvent('content.deleted', { type: 'content' }, changes));
    const [authorId, categoryId, tagId] = [anId(2), anId(3), anId(4)];
    const changes = {
      authorId: change(authorId),
      status: change('PUBLISHED'),
      categoryId: change(categoryId),
      tagIds: change([tagId, 5]),
      publishedAt: change('2026-01-02T00:00:00.000Z'),
      title: change('A name'),
    };
    const values = { authorId, status: 'PUBLISHED', categoryId, tagIds: [tagId], publishedAt: aDay(2) };
    expect(removed(changes)).to.deep.equal([{ ...content, type: 'content.deleted', removed: values }]);
    const none = { authorId: null, status: null, categoryId: null, tagIds: null, publishedAt: null };
    expect(removed({ authorId: change(null), status: change(1) })).to.deep.equal([
      { ...content, type: 'content.deleted', removed: none },
    ]);
    expect(noticesOf(anEvent('content.updated', { type: 'content' }, changes))).to.deep.equal([
      { ...content, type: 'content.updated' },
    ]);
  });

  it('keeps the recorded values of a deleted resource of another package', () => {
    const own = { kind: 'own', id, title: 'A name', by, permission: 'acme.label.read' };
    const changes = { name: change('Bug'), rank: change(0), isOpen: change(false), size: change(null), at: change({}) };
    expect(noticesOf(anEvent(labelDeleted, { type: label.type }, changes))).to.deep.equal([
      { ...own, type: labelDeleted, removed: { name: 'Bug', rank: 0, isOpen: false } },
    ]);
    expect(noticesOf(anEvent(labelUpdated, { type: label.type }, changes))).to.deep.equal([
      { ...own, type: labelUpdated },
    ]);
  });
});

describe('a notice', () => {
  const [user, other] = [anId<'User'>(2), anId<'User'>(3)];
  const [role, otherRole] = [anId<'Role'>(4), anId<'Role'>(5)];
  const subject = { type: 'user', id, name: null } as const;
  const condition = { attr: 'resource.size', eq: 'small' } as const;
  const conditionalReads = ['acme.label.read', 'acme.note.read'].map((code) => ({ code, condition, attributes: {} }));
  const content: Notice = { kind: 'content', type: 'content.updated', id, title: null, by };
  const own: Notice = { kind: 'own', type: labelUpdated, id, title: null, by, permission: 'acme.label.read' };
  const otherOwn: Notice = { ...own, permission: 'acme.task.read' };
  const resource: Notice = { kind: 'resource', event: 'user.updated', subject, by, readers: undefined };
  const readers = { roles: ['EDITOR', 'CHIEF'], permissions: ['user.read', 'user.list'] };

  const rows: readonly (readonly [Notice, Partial<StreamRecipient>, boolean])[] = [
    [{ kind: 'session', userId: user }, { userId: user }, true],
    [{ kind: 'session', userId: user }, { userId: other }, false],
    [{ kind: 'profile', userId: user }, { userId: user }, true],
    [{ kind: 'profile', userId: user }, { userId: other }, false],
    [{ kind: 'access' }, {}, true],
    [{ kind: 'access', userId: user }, { userId: user }, true],
    [{ kind: 'access', userId: user }, { userId: other }, false],
    [{ kind: 'access', roleId: role }, { roleIds: [otherRole, role] }, true],
    [{ kind: 'access', roleId: role }, { roleIds: [otherRole] }, false],
    [{ kind: 'access', roleId: role }, { roleIds: [] }, false],
    [content, { drafts: true }, true],
    [content, { drafts: false }, false],
    [content, { drafts: condition }, false],
    [own, { reads: ['acme.note.read', 'acme.label.read'] }, true],
    [own, { reads: ['acme.note.read'] }, false],
    [own, { conditionalReads }, false],
    [{ ...resource, readers: 'everybody' }, {}, true],
    [resource, { reads: ['user.read'], roles: ['EDITOR'] }, false],
    [resource, { roles: ['EDITOR', 'ADMIN'] }, true],
    [{ ...resource, readers }, { roles: ['EDITOR'] }, true],
    [{ ...resource, readers }, { reads: ['user.read'] }, true],
    [{ ...resource, readers }, { reads: ['role.read'], roles: ['USER'] }, false],
  ];
  it('concerns the users who are named by it or may read what it is about', () => {
    for (const [notice, recipient, expected] of rows)
      expect(concerns(notice, aRecipient(recipient)), JSON.stringify([notice, recipient])).to.equal(expected);
  });

  it('is decided by the attributes of the resource for users who may read it under a condition only', () => {
    const decided = (notice: Notice, given: Partial<StreamRecipient>) =>
      isDecidedByAttributes(notice, aRecipient(given));
    expect(decided(content, { drafts: condition })).to.equal(true);
    expect([decided(content, { drafts: true }), decided(content, { drafts: false })]).to.deep.equal([false, false]);
    expect(decided(own, { conditionalReads })).to.equal(true);
    expect(decided(own, { conditionalReads, reads: ['acme.label.read'] })).to.equal(false);
    expect(decided(otherOwn, { conditionalReads })).to.equal(false);
    for (const notice of [resource, { kind: 'access' }, { kind: 'session', userId: user }] as const)
      expect(decided(notice, { drafts: condition, conditionalReads }), notice.kind).to.equal(false);
  });

  it('may change what its recipients may do if it is about their access or session', () => {
    const notices = [content, own, resource, { kind: 'access' }, { kind: 'session', userId: user }] as const;
    expect(notices.filter(mayChangeRecipient).map(({ kind }) => kind)).to.deep.equal(['access', 'session']);
    expect(mayChangeRecipient({ kind: 'profile', userId: user })).to.equal(false);
  });
});
