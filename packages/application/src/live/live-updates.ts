import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { mayChangeRecipient, concerns, type LiveMessage } from '@portcullis/domain/internal/events/live-updates';
import type { EventViews } from '../ports/events.ts';
import type { LiveSession, LiveSessionViews, LiveStream } from '../ports/live-updates.ts';
import type { Clock } from '../ports/system.ts';
import type { StreamOwner } from './stream-tickets.ts';
import { accessChanged, isUndecided, mayHaveChangedByTime, messagesFor, NoticeDelivery } from './deliver-notices.ts';
import { OpenStreams, type StreamLimits } from './open-streams.ts';
import type { ResourceReach } from './reached-resources.ts';
import { RecentNotices, resumeMs, type PlacedNotice } from './recent-notices.ts';

/** Maximum number of events that are read with one query. */
const batch = 500;
/**
 * Maximum number of events that are read when a stream opens after a time without streams. They are needed to resume
 * streams that were open in another process.
 */
const firstEvents = 5000;

interface Dependencies extends ResourceReach {
  readonly events: Pick<EventViews, 'after' | 'page' | 'lastPosition'>;
  readonly liveSessions: LiveSessionViews;
  readonly clock: Clock;
  readonly streamLimits: StreamLimits;
}

/** A new stream, its owner, and where it begins. */
export interface OpenStreamInput extends StreamOwner {
  /** Position in the event log. Messages after this position are sent. If undefined, only new messages are sent. */
  readonly after: number | undefined;
  readonly stream: LiveStream;
}

/**
 * Sends messages about the events of the event log to the open streams of this process. Each stream gets only the
 * messages that concern its user.
 */
export class LiveUpdates {
  readonly #use: Dependencies;
  readonly #streams: OpenStreams;
  readonly #delivery: NoticeDelivery;
  readonly #recent = new RecentNotices();
  /** The position in the event log up to which all streams have received their messages. */
  #delivered = 0;
  /** When the event log was last read; undefined before the first stream. */
  #readAt: Date | undefined;
  #hasEnded = false;
  #reading: Promise<void> | undefined;

  constructor(use: Dependencies) {
    this.#use = use;
    this.#streams = new OpenStreams(use.streamLimits);
    this.#delivery = new NoticeDelivery(use.liveSessions, use);
  }

  /** The number of streams of this process, including those that are being opened. */
  get openStreams(): number {
    return this.#streams.count;
  }

  /**
   * Opens a stream for a session. The caller must have checked the token or ticket.
   * @returns a function that must be called when the connection has closed
   * @throws {BusinessError} too-many-streams, session-ended
   */
  async open({ userId, sessionId, after, stream }: OpenStreamInput): Promise<() => void> {
    const release = this.#streams.reserve(userId);
    try {
      await this.read();
      const since = after ?? this.#recent.position;
      const session = await this.#currentSession(sessionId);
      // From here on nothing is awaited, so no new notice can be added between reading the missed notices and
      // registering the stream.
      const missed = this.#missedBy(session, since);
      const { position } = this.#recent;
      stream.begin(missed === undefined ? position : since);
      const messages = missed && [...messagesFor(session, missed), ...this.#missedByTime(session, after, position)];
      if (messages === undefined) stream.send([{ type: 'reset', position, data: {} }]);
      else if (messages.length > 0) stream.send(messages);
      const remove = this.#streams.add({ session, stream });
      if (this.#hasEnded) stream.end();
      return () => {
        remove();
        release();
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Sends the messages about the events that were recorded since the last call. Concurrent calls share one read of the
   * event log. An event that is recorded during this read may have to wait for the next call.
   * @throws {StoreFailure} if the store fails; the next call then continues from the same position
   */
  read(): Promise<void> {
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  /**
   * Sends the heartbeats that are due, sends `access.changed` to users whose roles have begun or ended, and ends the
   * streams whose sessions have expired. While messages are pending, only heartbeats are sent. Must be called every
   * second.
   */
  async tick(): Promise<void> {
    const now = this.#use.clock.now();
    this.#recent.forget(now);
    for (const { stream } of this.#streams.nextGroup()) stream.heartbeat(this.#delivered);
    if (!this.#delivery.isComplete) return;
    const changed = this.#streams
      .all()
      .filter(({ session }) => session.expiresAt <= now || mayHaveChangedByTime(session, now));
    this.#delivery.recheck(changed, this.#delivered);
    await this.#delivery.flush();
  }

  /**
   * Ends all streams. Streams that are opened later end immediately. Clients can resume their streams at another
   * process.
   */
  end(): void {
    this.#hasEnded = true;
    for (const { stream } of this.#streams.all()) stream.end();
  }

  async #readAll(): Promise<void> {
    try {
      if (this.#mustStart()) await this.#start();
      await this.#delivery.flush();
      for (;;) {
        const events = await this.#use.events.after(this.#recent.position, batch);
        this.#readAt = this.#use.clock.now();
        if (events.length === 0) return;
        const notices = this.#recent.add(events);
        if (notices.length > 0) this.#delivery.add(this.#streams.all(), notices, this.#readAt);
        await this.#delivery.flush();
        this.#delivered = this.#recent.position;
      }
    } finally {
      this.#reading = undefined;
    }
  }

  /**
   * Returns whether to skip older events and start with the recent ones. That is the case at the first stream, and
   * after more than ten minutes without streams.
   */
  #mustStart(): boolean {
    if (this.#readAt === undefined) return true;
    const idleMs = this.#use.clock.now().getTime() - this.#readAt.getTime();
    return idleMs > resumeMs && this.#streams.all().length === 0;
  }

  /**
   * Reads the events of the last ten minutes, at most the newest `firstEvents`. Streams that were open in another
   * process can therefore be resumed here.
   */
  async #start(): Promise<void> {
    const { events, clock } = this.#use;
    const from = new Date(clock.now().getTime() - resumeMs);
    const last = await events.lastPosition();
    const recent = (await events.page({ from, limit: firstEvents })).toReversed();
    this.#recent.restartAt((recent[0]?.position ?? last + 1) - 1);
    this.#recent.add(recent);
    this.#delivered = this.#recent.position;
    this.#readAt = clock.now();
  }

  /**
   * Returns the notices that a stream has missed; undefined if the client must read all data again. That is also the
   * case if a condition decides about missed resources, because their attributes would have to be read first.
   */
  #missedBy(session: LiveSession, since: number): readonly PlacedNotice[] | undefined {
    const missed = this.#recent.after(since);
    return missed !== undefined && isUndecided(session, missed) ? undefined : missed;
  }

  /**
   * Returns the message that a resumed stream may have missed, because no event tells that a role has begun. The client
   * resumes within `resumeMs`, so an earlier change is not missed.
   */
  #missedByTime(session: LiveSession, after: number | undefined, position: number): readonly LiveMessage[] {
    const earliest = new Date(this.#use.clock.now().getTime() - resumeMs);
    const isMissed = after !== undefined && session.accessChangedAt !== null && session.accessChangedAt >= earliest;
    return isMissed ? [accessChanged(session, position)] : [];
  }

  /** Reads a session. Reads it again if a concurrent event may have changed it. */
  async #currentSession(id: SessionId): Promise<LiveSession> {
    for (;;) {
      const { position } = this.#recent;
      const [session] = await this.#use.liveSessions.find([id]);
      if (session === undefined)
        throw new BusinessError('session-ended', 'Your session has ended. Please log in again.');
      const later = this.#recent.after(position) ?? [];
      if (!later.some(({ notice }) => mayChangeRecipient(notice) && concerns(notice, session))) return session;
    }
  }
}
