import type { KeyedRequest } from './idempotency.ts';
import type { ApiKeyId, SessionId, UserId } from './ids.ts';

/** The tool of an assistant through which a request was sent. The assistant itself sends these names. */
export interface AgentCall {
  /** The protocol of the assistant. */
  readonly via: 'mcp';
  readonly tool: string;
  /** The name of the program, such as `claude-code`; empty if it did not send one. */
  readonly client: string;
}

/** The client that a request came from. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The id of the request, as in the log; null outside of requests. */
  readonly requestId: string | null;
  /** Set if an assistant sent the request. */
  readonly agent?: AgentCall | undefined;
}

/** The kind of actor that performs a write. `system` is a command on the server or a background task of the service. */
export type ActorType = 'user' | 'apiKey' | 'system';

/** The API key with which an actor sent a request. */
export interface ActingKey {
  readonly id: ApiKeyId;
  readonly name: string;
}

/** The actor that performs a write, and the client of the request. */
export interface Actor extends Client {
  readonly type: ActorType;
  /** The id of the user. For a request with an API key, this is the owner of the key. */
  readonly id: UserId;
  /**
   * The user name, or for `system` the name of the operating-system user or of the task. Null if the user name has not
   * been read. The store then reads the name.
   */
  readonly name: string | null;
  /** The session of the request; null if there is none, for example in a command. */
  readonly sessionId: SessionId | null;
  /** Set if `type` is `apiKey`. */
  readonly apiKey?: ActingKey;
  /** Set if the request has an `Idempotency-Key`. The use case passes it to its `UnitOfWork.run`. */
  readonly keyed?: KeyedRequest | undefined;
}

/**
 * Returns the actor for a user whose request was sent without a session, for example a login.
 * @param sessionId the session that the request has created; null if there is none
 */
export const userActor = (
  { id, username }: { readonly id: UserId; readonly username: string },
  { ipAddress, userAgent, requestId }: Client,
  sessionId: SessionId | null = null,
): Actor => ({ type: 'user', id, name: username, ipAddress, userAgent, requestId, sessionId });
