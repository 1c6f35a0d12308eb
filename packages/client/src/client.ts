import type { AnyCall, Call, PayloadOf } from './calls.ts';
import type { components, operations as Operations, paths } from './openapi.ts';
import type { LiveMessage, StreamOptions } from './live-messages.ts';
import type { OperationId } from './operations.ts';
import type { Fetch } from './send.ts';
import type { TokenStore } from './tokens.ts';
import type { UploadOptions } from './upload.ts';

/** The schemas of the API document by name, such as `Schemas['User']`. */
export type Schemas = components['schemas'];

/** A provider at which users can sign in: the `key` to pass to `startSignIn`, and the `name` that is shown to users. */
export type Provider = PayloadOf<'/api/auth/providers', 'get'>[number];

/** The address of the service, and what the client does about tokens and sessions. */
export interface ClientOptions {
  /**
   * The URL of the service, such as `https://api.example.com`, with or without `/api`. Default: the origin of the page.
   */
  readonly baseUrl?: string;
  /** The store of the tokens. Default: `tokensInMemory()`. */
  readonly tokens?: TokenStore;
  /**
   * Called once when the service reports that the session has ended, for example because it has expired or an
   * administrator has ended it, and when a call is refused because another tab has removed the tokens. `logout` calls
   * it only if the session had already ended before.
   */
  readonly onSessionEnded?: () => void;
  /**
   * Called when a call needs a recent authentication (code 1111), or a second factor that the session does not have
   * (code 1109, reason `code-required`). The function asks the user, calls `/api/auth/step-up`, and returns whether the
   * step-up succeeded. After a success, the refused call is sent once more. Calls that are refused meanwhile wait for
   * the same result.
   */
  readonly onStepUpRequired?: () => Promise<boolean>;
  /** Sends the requests. Default: the global `fetch` at the time of the request. */
  readonly fetch?: Fetch;
}

/**
 * Calls the operations of the service by method and path, in a session whose tokens are refreshed automatically. The
 * type parameters are the paths and the operations of the API document; by default those of a service without own
 * modules.
 */
export interface Client<Api extends object = paths, Ids extends object = Operations> {
  readonly get: Call<'get', Api>;
  readonly post: Call<'post', Api>;
  readonly put: Call<'put', Api>;
  readonly patch: Call<'patch', Api>;
  readonly delete: Call<'delete', Api>;
  /**
   * Calls an operation whose path is not known at compile time. The response is not validated: `Data` is what the caller
   * expects. A POST with an `idempotencyKey` is repeated like those of known operations.
   * @param path the path in the API document, such as `/api/acme/labels/{id}`
   * @throws {PortcullisError} if the service returns an error
   * @throws {TypeError} from `fetch`, if there is no response
   * @example const { items } = await portcullis.request<Labels>('get', `/api/${noun}`);
   */
  readonly request: AnyCall;
  /**
   * Uploads a file, and returns what the service has stored. If the user has uploaded the same bytes before, that is the
   * stored file with its own texts. The bytes are sent again if the token has expired or the service is busy.
   * @throws {PortcullisError} media-type-unsupported, media-unreadable, media-too-large, media-quota-exceeded,
   * media-busy, body-too-large, too-many-requests
   * @throws {TypeError} if there is no response
   * @throws the reason of `signal`, if it is aborted
   * @example
   * const file = new File(['Monday to Friday, 9 to 17.'], 'opening-hours.txt');
   * const { url } = await portcullis.upload(file, { title: 'Opening hours' });
   */
  readonly upload: (file: File, options?: UploadOptions) => Promise<Schemas['Media']>;
  /**
   * Opens a session and stores its tokens. If the account has a second factor, the login fails with `factor-required`,
   * and `factorChallengeOf` returns the challenge of this error.
   * @throws {PortcullisError} invalid-credentials, factor-required, too-many-requests
   */
  readonly login: (credentials: Schemas['LogInBody']) => Promise<Schemas['LoggedIn']['user']>;
  /**
   * Completes a login with a code or a passkey, and stores the tokens of the session. After `wrong-code` and
   * `wrong-passkey`, the same challenge can be used again. After `challenge-invalid`, begin the login again.
   * @throws {PortcullisError} wrong-code, wrong-passkey, challenge-invalid, too-many-requests
   */
  readonly loginWithFactor: (answer: Schemas['LogInWithFactorBody']) => Promise<Schemas['LoggedIn']['user']>;
  /**
   * Opens a session with a passkey, and stores the tokens of the session. The credential is the browser's response to
   * the options of `POST /api/auth/passkey-login/options`.
   * @throws {PortcullisError} wrong-passkey, too-many-requests
   */
  readonly loginWithPasskey: (answer: Schemas['LogInWithPasskeyBody']) => Promise<Schemas['LoggedIn']['user']>;
  /** Lists the providers for the buttons of a log-in page. The list is empty if the service has none. */
  readonly providers: () => Promise<Provider[]>;
  /**
   * Completes a sign-in at a provider with the proof of `readSignInResult`, and stores the tokens of the session. If
   * the account has a second factor, `factorChallengeOf` returns the challenge of the error, as for `login`.
   * @throws {PortcullisError} sign-in-invalid, link-required, account-missing, invalid-credentials, factor-required,
   * last-administrator, too-many-requests
   */
  readonly exchange: (proof: Schemas['TicketBody']) => Promise<Schemas['LoggedIn']['user']>;
  /** Ends the session, or with `all` every session of the user. The tokens are removed even if the call fails. */
  readonly logout: (options?: Schemas['LogOutBody']) => Promise<void>;
  /**
   * Opens the stream of live updates. After an interruption, it continues after the last message. It ends when the
   * session ends or the signal is aborted.
   * @throws {PortcullisError} if the service refuses the stream for a reason other than a limit or the end of the
   * session
   * @example for await (const { type } of portcullis.stream()) { if (type === 'access.changed') await readMenus(); }
   */
  readonly stream: (options?: StreamOptions) => AsyncGenerator<LiveMessage, void, undefined>;
  /**
   * Returns whether the user may call an operation, according to the last `loadOperations`. Returns false before the
   * operations are loaded, and after `logout`. The service can still refuse the call for another reason, such as the
   * state of the resource.
   * @example if (portcullis.can('updateUser')) showEditButton();
   */
  readonly can: (operation: OperationId<Ids>) => boolean;
  /**
   * Loads what `can` returns. Call this function after each login. Until `logout`, the client then loads the operations
   * again after it has renewed the tokens, when a `stream` yields `access.changed` or `reset`, and after the service has
   * refused a call because a right was missing.
   * @throws {PortcullisError} if the session has ended
   */
  readonly loadOperations: () => Promise<void>;
  /**
   * Calls the listener when the results of `can` have changed.
   * @returns a function that removes the listener
   */
  readonly onOperationsChange: (listener: () => void) => () => void;
}
