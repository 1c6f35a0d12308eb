import {
  mayChangeRecipient,
  concerns,
  isDecidedByAttributes,
  type LiveMessage,
} from '@portcullis/domain/internal/events/live-updates';
import type { LiveSession, LiveSessionViews } from '../ports/live-updates.ts';
import type { OpenStream } from './open-streams.ts';
import { readReach, type IsNoticeReached, type ResourceReach } from './reached-resources.ts';
import type { PlacedNotice } from './recent-notices.ts';

/** Maximum number of streams whose sessions are read with one query. */
const batch = 500;

/** Maximum number of messages about changed resources that a stream gets at once. */
const maxResourceMessages = 16;

/**
 * Notices that wait until the sessions of `streams` are read again. These streams then get messages about the notices.
 */
interface Pending {
  readonly streams: readonly OpenStream[];
  readonly notices: readonly PlacedNotice[];
  /** The position of a message that no notice causes. */
  readonly position: number;
}

/** Whether the access of a session may have changed since it was read, because a role has begun or ended. */
export const mayHaveChangedByTime = ({ accessChangesAt }: LiveSession, now: Date): boolean =>
  accessChangesAt !== null && accessChangesAt <= now;

/**
 * Sends messages about notices to open streams, and ends the streams whose sessions have ended. A notice is the part of
 * an event that determines which message is sent and which users get this message.
 */
export class NoticeDelivery {
  readonly #liveSessions: LiveSessionViews;
  readonly #reach: ResourceReach;
  readonly #pending: Pending[] = [];
  #flushing: Promise<void> | undefined;

  constructor(liveSessions: LiveSessionViews, reach: ResourceReach) {
    this.#liveSessions = liveSessions;
    this.#reach = reach;
  }

  /** Whether no sessions wait to be read again by `flush`. */
  get isComplete(): boolean {
    return this.#pending.length === 0;
  }

  /**
   * Sends the messages about `notices` to the streams. If a notice or the time `now` may have changed the rights of a
   * stream's user or ended the session, or if a condition decides, the next call of `flush` sends the
   * messages for this stream.
   */
  add(streams: readonly OpenStream[], notices: readonly PlacedNotice[], now: Date): void {
    const changes = notices.filter(({ notice }) => mayChangeRecipient(notice));
    const changed: OpenStream[] = [];
    for (const open of streams) {
      const isChanged = changes.some(({ notice }) => concerns(notice, open.session));
      if (isChanged || isUndecided(open.session, notices) || mayHaveChangedByTime(open.session, now))
        changed.push(open);
      else send(open.session, open, notices);
    }
    this.recheck(changed, notices.at(-1)?.position ?? 0, notices);
  }

  /**
   * Makes the next `flush` read the sessions of these streams again and then send the messages about `notices`, and
   * about roles that have begun or ended.
   * @param position the position of a message that no notice causes
   */
  recheck(streams: readonly OpenStream[], position: number, notices: readonly PlacedNotice[] = []): void {
    for (let first = 0; first < streams.length; first += batch) {
      this.#pending.push({ streams: streams.slice(first, first + batch), notices, position });
    }
  }

  /**
   * Reads the sessions of the pending streams again and sends the pending messages. If the store fails, these messages
   * stay pending for the next call.
   * @throws {StoreFailure}
   */
  async flush(): Promise<void> {
    if (this.isComplete) return;
    this.#flushing ??= this.#sendPending();
    await this.#flushing;
  }

  async #sendPending(): Promise<void> {
    try {
      for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
        await this.#sendTo(next);
        this.#pending.shift();
      }
    } finally {
      // Nothing is awaited between the end of the loop and this line, so messages that are added later get a new flush.
      this.#flushing = undefined;
    }
  }

  async #sendTo({ streams, notices, position }: Pending): Promise<void> {
    const found = await this.#liveSessions.find([...new Set(streams.map(({ session }) => session.id))]);
    const sessions = new Map(found.map((session) => [session.id, session]));
    const isDecidedLater = found.some((session) => isUndecided(session, notices));
    const isReached = isDecidedLater ? await readReach(this.#reach, notices) : undefined;
    for (const open of streams) {
      const before = open.session;
      const session = sessions.get(before.id);
      if (session === undefined) {
        open.stream.send([ended(notices)]);
        open.stream.end();
      } else {
        open.session = session;
        // The earlier roles are included, so that a user who has lost a role still gets the messages about changes of
        // this role.
        const roleIds = [...session.roleIds, ...before.roleIds];
        const messages = messagesFor({ ...session, roleIds }, notices, isReached);
        const isChangedByTime = before.accessChangedAt?.getTime() !== session.accessChangedAt?.getTime();
        const isTold = messages.some(({ type }) => type === 'access.changed');
        sendAll(open, isChangedByTime && !isTold ? [...messages, accessChanged(session, position)] : messages);
      }
    }
  }
}

const ended = (notices: readonly PlacedNotice[]): LiveMessage => ({
  type: 'session.ended',
  position: notices.at(-1)?.position ?? 0,
  data: {},
});

/** Returns the message that the access of a session has changed because of the time. */
export const accessChanged = ({ menuVersion }: LiveSession, position: number): LiveMessage => ({
  type: 'access.changed',
  position,
  data: { menuVersion },
});

const send = (session: LiveSession, open: OpenStream, notices: readonly PlacedNotice[]): void =>
  sendAll(open, messagesFor(session, notices));

function sendAll({ stream }: OpenStream, messages: readonly LiveMessage[]): void {
  if (messages.length > 0) stream.send(messages);
}

/** Whether the attributes of resources decide which of the notices a session gets. */
export const isUndecided = (session: LiveSession, notices: readonly PlacedNotice[]): boolean =>
  notices.some(({ notice }) => isDecidedByAttributes(notice, session));

const isAboutResource = ({ type }: LiveMessage): boolean => type === 'resource.changed';

/**
 * Replaces the messages about changed resources by one `reset` if there are many, for example after an import. A stream
 * with too many waiting messages would be closed.
 */
function withoutFlood(messages: readonly LiveMessage[]): readonly LiveMessage[] {
  const flood = messages.filter(isAboutResource);
  const position = flood.at(-1)?.position;
  if (position === undefined || flood.length <= maxResourceMessages) return messages;
  return [...messages.filter((message) => !isAboutResource(message)), { type: 'reset', position, data: {} }];
}

/**
 * Returns the messages that the stream of a session gets for these notices, in the order of the notices. If there are
 * several `access.changed` messages, only the last one is returned. The same applies to `profile.changed`.
 * @param isReached decides the notices that depend on a condition. Default: no resource is reached.
 */
export function messagesFor(
  session: LiveSession,
  notices: readonly PlacedNotice[],
  isReached: IsNoticeReached = () => false,
): readonly LiveMessage[] {
  const messages: LiveMessage[] = [];
  let access: LiveMessage | undefined;
  let profile: LiveMessage | undefined;
  for (const { notice, position } of notices) {
    const isSent = isDecidedByAttributes(notice, session) ? isReached(notice, session) : concerns(notice, session);
    if (!isSent) continue;
    if (notice.kind === 'content' || notice.kind === 'own') {
      const { type, id, title, by } = notice;
      messages.push({ type, position, data: { id, title, by } });
    } else if (notice.kind === 'resource') {
      const { event, subject, by } = notice;
      messages.push({ type: 'resource.changed', position, data: { event, subject, by } });
    } else if (notice.kind === 'profile') {
      profile = { type: 'profile.changed', position, data: {} };
    } else if (notice.kind === 'access') {
      access = { type: 'access.changed', position, data: { menuVersion: session.menuVersion } };
    }
  }
  const last = [access, profile].filter((message) => message !== undefined);
  return [...withoutFlood(messages), ...last].toSorted((a, b) => a.position - b.position);
}
