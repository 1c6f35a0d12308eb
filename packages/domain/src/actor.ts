import type { SessionId, UserId } from './ids.ts';

/** The client that a request came from. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The id of the request, which its log entry has too; null outside of requests. */
  readonly requestId: string | null;
}

/** Who performs a write. `system` is a command at the server or a task of the service itself. */
export type ActorType = 'user' | 'apiKey' | 'system';

/** Who performs a write, and from where. */
export interface Actor extends Client {
  readonly type: ActorType;
  readonly id: UserId;
  /** The user name; null if it has not been read, in which case the store looks it up. */
  readonly name: string | null;
  /** The session of the request; null if there is none, for example in a command. */
  readonly sessionId: SessionId | null;
}

/** Returns the actor for a user who is not logged in yet, for example while logging in. */
export const userActor = (
  { id, username }: { readonly id: UserId; readonly username: string },
  { ipAddress, userAgent, requestId }: Client,
  sessionId: SessionId | null = null,
): Actor => ({ type: 'user', id, name: username, ipAddress, userAgent, requestId, sessionId });
