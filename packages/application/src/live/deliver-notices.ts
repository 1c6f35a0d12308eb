import { changesListener, concerns, type LiveMessage } from '@portcullis/domain';
import type { LiveSession, LiveSessionViews } from '../ports/live-updates.ts';
import { messagesFor } from './messages-for.ts';
import type { OpenStream } from './open-streams.ts';
import type { PlacedNotice } from './recent-notices.ts';

/** Sessions that are read at once. */
const batch = 500;

/** Streams whose sessions must be read before they get their messages. */
interface Pending {
  readonly streams: readonly OpenStream[];
  readonly notices: readonly PlacedNotice[];
}

/** Sends what notices say to streams, and ends the streams whose sessions have ended. */
export class NoticeDelivery {
  readonly #liveSessions: LiveSessionViews;
  readonly #pending: Pending[] = [];
  #flushing: Promise<void> | undefined;

  constructor(liveSessions: LiveSessionViews) {
    this.#liveSessions = liveSessions;
  }

  /** Whether every message has been sent. */
  get isComplete(): boolean {
    return this.#pending.length === 0;
  }

  /** Sends the messages of notices. Where a notice may have changed what a user may see, `flush` sends them. */
  add(streams: readonly OpenStream[], notices: readonly PlacedNotice[]): void {
    const changes = notices.filter(({ notice }) => changesListener(notice));
    const changed: OpenStream[] = [];
    for (const open of streams) {
      if (changes.some(({ notice }) => concerns(notice, open.session))) changed.push(open);
      else send(open.session, open, notices);
    }
    this.recheck(changed, notices);
  }

  /** Lets `flush` read the sessions of streams. */
  recheck(streams: readonly OpenStream[], notices: readonly PlacedNotice[] = []): void {
    for (let first = 0; first < streams.length; first += batch) {
      this.#pending.push({ streams: streams.slice(first, first + batch), notices });
    }
  }

  /** Sends what is pending. If the store fails, it stays pending for the next call. @throws {StoreFailure} */
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
      // Not in a later microtask: what is added from now on needs another call.
      this.#flushing = undefined;
    }
  }

  async #sendTo({ streams, notices }: Pending): Promise<void> {
    const found = await this.#liveSessions.find([...new Set(streams.map(({ session }) => session.id))]);
    const sessions = new Map(found.map((session) => [session.id, session]));
    for (const open of streams) {
      const before = open.session;
      const session = sessions.get(before.id);
      if (session === undefined) {
        open.stream.send([ended(notices)]);
        open.stream.end();
      } else {
        open.session = session;
        // A role that the user has lost is among those before.
        send({ ...session, roleIds: [...session.roleIds, ...before.roleIds] }, open, notices);
      }
    }
  }
}

const ended = (notices: readonly PlacedNotice[]): LiveMessage => ({
  type: 'session.ended',
  position: notices.at(-1)?.position ?? 0,
  data: {},
});

function send(session: LiveSession, { stream }: OpenStream, notices: readonly PlacedNotice[]): void {
  const messages = messagesFor(session, notices);
  if (messages.length > 0) stream.send(messages);
}
