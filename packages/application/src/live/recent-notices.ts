import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import { noticesOf, type Notice } from '@portcullis/domain/internal/events/live-updates';

/**
 * A notice, with the position and the time of its event in the event log. A notice is the part of an event that
 * determines which message is sent and which users get this message.
 */
export interface PlacedNotice {
  readonly position: number;
  readonly at: Date;
  readonly notice: Notice;
}

/** How long a client can resume an interrupted stream without missing messages, in milliseconds. */
export const resumeMs = 600_000;
/** Maximum number of notices in memory. */
const maxNotices = 10_000;

/** The notices of the last ten minutes, from which interrupted streams are resumed. */
export class RecentNotices {
  #notices: PlacedNotice[] = [];
  /** `#notices` contains every notice after this position. */
  #completeAfter = 0;
  #position = 0;

  /** The position of the last event that was added. */
  get position(): number {
    return this.#position;
  }

  /** Removes all notices. The next event is expected after `position`. */
  restartAt(position: number): void {
    this.#notices = [];
    this.#completeAfter = position;
    this.#position = position;
  }

  /** Adds the next events of the event log and returns the notices of these events. */
  add(events: readonly DomainEvent[]): readonly PlacedNotice[] {
    const added = events.flatMap((event) =>
      noticesOf(event).map((notice) => ({ position: event.position, at: event.occurredAt, notice })),
    );
    this.#notices.push(...added);
    this.#position = events.at(-1)?.position ?? this.#position;
    if (this.#notices.length > maxNotices) this.#remove(this.#notices.length - maxNotices);
    return added;
  }

  /** Removes the notices that are older than ten minutes. */
  forget(now: Date): void {
    const oldest = now.getTime() - resumeMs;
    const kept = this.#notices.findIndex(({ at }) => at.getTime() >= oldest);
    this.#remove(kept === -1 ? this.#notices.length : kept);
  }

  /**
   * Returns the notices after a position; undefined if some of them were removed, or if the position is after the last
   * added event.
   */
  after(position: number): readonly PlacedNotice[] | undefined {
    if (position < this.#completeAfter || position > this.#position) return undefined;
    const first = this.#notices.findIndex((notice) => notice.position > position);
    return first === -1 ? [] : this.#notices.slice(first);
  }

  #remove(count: number): void {
    const last = this.#notices[count - 1];
    if (last === undefined) return;
    this.#completeAfter = last.position;
    this.#notices = this.#notices.slice(count);
  }
}
