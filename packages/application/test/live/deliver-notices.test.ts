import type { LiveMessage, Notice } from '@portcullis/domain/internal/events/live-updates';
import { anId, InMemoryWorld } from '@portcullis/testing';
import { expect } from 'chai';
import { mayHaveChangedByTime, messagesFor, NoticeDelivery } from '../../src/live/deliver-notices.ts';
import type { PlacedNotice } from '../../src/live/recent-notices.ts';
import type { LiveSession } from '../../src/ports/live-updates.ts';
import { FakeStream } from '../support/fake-stream.ts';
import { aLiveSession } from '../support/live-session.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-03-01T00:00:01.000Z');
const by = { id: null, name: null };
const content: Notice = { kind: 'content', type: 'content.created', id: anId(), title: 'Title', by };
const tag: Notice = {
  kind: 'resource',
  event: 'tag.created',
  subject: { type: 'tag', id: anId(), name: 'News' },
  by,
  readers: 'everybody',
};
const access: Notice = { kind: 'access' };
const placed = (notice: Notice, position: number): PlacedNotice => ({ position, at: now, notice });
const summary = (messages: readonly LiveMessage[]) => messages.map(({ type, position }) => `${type} ${position}`);

describe('messagesFor a session', () => {
  const editor = aLiveSession({ drafts: true, menuVersion: 'm7' });
  const profile: Notice = { kind: 'profile', userId: editor.userId };

  it('are in the order of the notices, with only the last one about the access and about the profile', () => {
    const notices = [profile, access, tag, profile, content, access].map((notice, index) => placed(notice, index + 1));
    const messages = messagesFor(editor, notices);
    expect(summary(messages)).to.deep.equal([
      'resource.changed 3',
      'profile.changed 4',
      'content.created 5',
      'access.changed 6',
    ]);
    expect(messages.at(-1)?.data).to.deep.equal({ menuVersion: 'm7' });
  });

  it('are none about notices for others, and about the end of sessions', () => {
    const notices: readonly Notice[] = [
      { kind: 'profile', userId: anId() },
      { kind: 'access', userId: anId() },
      { kind: 'session', userId: editor.userId },
    ];
    expect(messagesFor(editor, notices.map(placed))).to.deep.equal([]);
    expect(messagesFor(aLiveSession(), [placed(content, 1)])).to.deep.equal([]);
  });

  it('are about resources under a condition only if it is true', () => {
    const reader = aLiveSession({ drafts: { attr: 'resource.status', eq: 'DRAFT' } });
    const notices = [placed(content, 1), placed(tag, 2)];
    expect(summary(messagesFor(reader, notices))).to.deep.equal(['resource.changed 2']);
    expect(summary(messagesFor(reader, notices, () => true))).to.deep.equal([
      'content.created 1',
      'resource.changed 2',
    ]);
    expect(summary(messagesFor(editor, notices, () => false))).to.deep.equal(summary(messagesFor(editor, notices)));
  });

  it('are replaced by one `reset` only as far as they are more than 16 about changed resources', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => placed(tag, index + 1));
    expect(messagesFor(editor, tags(16))).to.have.length(16);
    const messages = messagesFor(editor, [...tags(17), placed(content, 18), placed(access, 19)]);
    expect(summary(messages)).to.deep.equal(['reset 17', 'content.created 18', 'access.changed 19']);
    const contents = Array.from({ length: 20 }, (_, index) => placed(content, index + 1));
    expect(messagesFor(editor, contents)).to.have.length(20);
    expect(messagesFor(editor, [...contents.slice(4), ...tags(2)])).to.have.length(18);
  });
});

describe('mayHaveChangedByTime', () => {
  it('holds from the time when a role begins or ends', () => {
    const changedAt = (accessChangesAt: Date | null) => mayHaveChangedByTime(aLiveSession({ accessChangesAt }), now);
    expect([null, later, now].map(changedAt)).to.deep.equal([false, false, true]);
  });
});

describe('The delivery of notices', () => {
  /** Opens a stream for each session. The sessions are then read from `stored`. */
  function delivery(sessions: readonly LiveSession[], stored = sessions) {
    const find = async (ids: readonly string[]) => stored.filter(({ id }) => ids.includes(id));
    const streams = sessions.map((session) => ({ session, stream: new FakeStream() }));
    const deliver = new NoticeDelivery({ find }, InMemoryWorld.seeded());
    const heard = () => streams.map(({ stream }) => summary(stream.messages.splice(0)));
    return { deliver, streams, heard };
  }

  it('sends messages at once, unless the rights of the user may have changed', async () => {
    const editor = aLiveSession({ drafts: true });
    const changed = aLiveSession({ drafts: true, roleIds: [anId()] });
    const { deliver, streams, heard } = delivery([editor, changed], [editor, { ...changed, drafts: false }]);
    const [roleId] = changed.roleIds;
    if (roleId === undefined) throw new Error('There is no role.');
    deliver.add(streams, [placed({ kind: 'access', roleId }, 1), placed(content, 2)], now);
    expect(heard()).to.deep.equal([['content.created 2'], []]);
    expect(deliver.isComplete).to.equal(false);
    await deliver.flush();
    expect(heard()).to.deep.equal([[], ['access.changed 1']]);
    expect(deliver.isComplete).to.equal(true);
    deliver.add(streams, [placed(tag, 3)], now);
    expect(deliver.isComplete).to.equal(true);
    expect(heard()).to.deep.equal([['resource.changed 3'], ['resource.changed 3']]);
  });

  it('tells once that a role has begun or ended, at the position of the last notice', async () => {
    const before = aLiveSession({ drafts: true, accessChangesAt: now });
    const after = { ...before, accessChangesAt: null, accessChangedAt: now, menuVersion: 'm2' };
    const told = async (...notices: readonly Notice[]) => {
      const { deliver, streams, heard } = delivery([before], [after]);
      deliver.add(
        streams,
        notices.map((notice, index) => placed(notice, index + 5)),
        now,
      );
      await deliver.flush();
      return heard().flat();
    };
    expect(await told(tag, content, content)).to.deep.equal([
      'resource.changed 5',
      'content.created 6',
      'content.created 7',
      'access.changed 7',
    ]);
    expect(await told(access, content)).to.deep.equal(['access.changed 5', 'content.created 6']);
    const { deliver, streams, heard } = delivery([before], [after]);
    deliver.add(streams, [], now);
    await deliver.flush();
    expect(heard()).to.deep.equal([['access.changed 0']]);
  });

  it('ends the stream of a session that has ended, at the position of the last notice', async () => {
    const session = aLiveSession();
    const { deliver, streams, heard } = delivery([session], []);
    deliver.add(streams, [placed({ kind: 'session', userId: session.userId }, 3), placed(tag, 4), placed(tag, 5)], now);
    await deliver.flush();
    expect(heard()).to.deep.equal([['session.ended 5']]);
    expect(streams.map(({ stream }) => stream.hasEnded)).to.deep.equal([true]);
  });

  it('decides by attributes only for those users whose rights have a condition', async () => {
    const removed = { status: 'DRAFT' };
    const condition = { attr: 'resource.status', eq: 'DRAFT' } as const;
    const sessions = [
      aLiveSession({ drafts: condition }),
      aLiveSession({ drafts: { attr: 'resource.status', eq: 'ARCHIVED' } }),
      aLiveSession({ drafts: true, accessChangesAt: now }),
    ];
    const { deliver, streams, heard } = delivery(sessions);
    deliver.add(streams, [placed({ ...content, type: 'content.deleted', removed }, 1)], now);
    expect(heard()).to.deep.equal([[], [], []]);
    await deliver.flush();
    expect(heard()).to.deep.equal([['content.deleted 1'], [], ['content.deleted 1']]);
  });

  it('sends each message once to each of many streams', async () => {
    const { deliver, streams, heard } = delivery(Array.from({ length: 501 }, () => aLiveSession()));
    deliver.add(streams, [placed(access, 1)], now);
    await deliver.flush();
    expect(heard().every((messages) => messages.join() === 'access.changed 1')).to.equal(true);
  });
});
