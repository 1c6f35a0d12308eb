import type { LiveMessage } from '@portcullis/domain/internal/events/live-updates';
import type { LiveStream } from '../../src/ports/live-updates.ts';

/** Records the messages and heartbeats that a stream would send. */
export class FakeStream implements LiveStream {
  readonly begun: number[] = [];
  readonly messages: LiveMessage[] = [];
  readonly heartbeats: number[] = [];
  hasEnded = false;

  readonly begin = (position: number): void => void this.begun.push(position);
  readonly send = (messages: readonly LiveMessage[]): void => void this.messages.push(...messages);
  readonly heartbeat = (position: number): void => void this.heartbeats.push(position);
  readonly end = (): void => void (this.hasEnded = true);

  /** Removes all recorded messages. @returns their types */
  readonly heard = (): readonly string[] => this.messages.splice(0).map(({ type }) => type);
}
