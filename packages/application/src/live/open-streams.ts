import { BusinessError, type UserId } from '@portcullis/domain';
import type { LiveSession, LiveStream } from '../ports/live-updates.ts';

/** An open stream, and its session as it was last read. */
export interface OpenStream {
  session: LiveSession;
  readonly stream: LiveStream;
}

/** How many streams can be open. */
export interface StreamLimits {
  /** Maximum number of open streams of one user in this process. */
  readonly perUser: number;
  /** Maximum number of open streams of all users together in this process. */
  readonly perProcess: number;
}

/**
 * Number of groups of streams. Each second, the next group gets its heartbeats. The heartbeats are thus spread over
 * time, and each stream gets one every 15 s.
 */
const groups = 15;

/** The open streams of a process. This class limits their number and groups them for the heartbeats. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #groups = Array.from({ length: groups }, () => new Set<OpenStream>());
  readonly #counts = new Map<UserId, number>();
  #total = 0;
  #group = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** The number of streams, including those that are being opened. */
  get count(): number {
    return this.#total;
  }

  /**
   * Counts a stream before it is opened.
   * @returns a function that removes the stream from the count
   * @throws {BusinessError} too-many-streams
   */
  reserve(userId: UserId): () => void {
    const ofUser = this.#counts.get(userId) ?? 0;
    const { perUser, perProcess } = this.#limits;
    if (ofUser >= perUser) {
      throw new BusinessError('too-many-streams', 'You have too many open streams. Please close one of them.');
    }
    if (this.#total >= perProcess) {
      throw new BusinessError('too-many-streams', 'There are too many open streams. Please try again later.');
    }
    this.#counts.set(userId, ofUser + 1);
    this.#total += 1;
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      this.#total -= 1;
      const left = (this.#counts.get(userId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(userId);
      else this.#counts.set(userId, left);
    };
  }

  /**
   * Adds a stream.
   * @returns a function that removes the stream
   */
  add(open: OpenStream): () => void {
    // The stream joins the group that got its heartbeat last, so its first heartbeat is due after a full round.
    const group = this.#groups[this.#group];
    group?.add(open);
    return () => void group?.delete(open);
  }

  all(): readonly OpenStream[] {
    return this.#groups.flatMap((group) => [...group]);
  }

  /** Returns the next group of streams. 15 successive calls return every group once. */
  nextGroup(): Iterable<OpenStream> {
    this.#group = (this.#group + 1) % groups;
    return this.#groups[this.#group] ?? [];
  }
}
