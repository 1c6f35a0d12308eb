import type { ContentId, Id, RoleId, UserId } from './ids.ts';
import type { PasskeyRequestOptions } from './passkey-options.ts';

/**
 * The reasons why the rules of this package and the use cases refuse an operation. The HTTP adapter compiles only if
 * its error table contains every reason.
 */
type KnownRefusal =
  | 'user-not-found'
  | 'role-not-found'
  | 'permission-not-found'
  | 'menu-not-found'
  | 'content-not-found'
  | 'revision-not-found'
  | 'working-copy-not-found'
  | 'preview-link-not-found'
  | 'category-not-found'
  | 'tag-not-found'
  | 'media-not-found'
  | 'audit-record-not-found'
  | 'event-not-found'
  | 'session-not-found'
  | 'webhook-not-found'
  | 'delivery-not-found'
  | 'api-key-not-found'
  | 'api-key-unacceptable'
  | 'api-key-of-another-person'
  | 'too-many-api-keys'
  | 'service-account'
  | 'attributes-unacceptable'
  | 'attribute-in-use'
  | 'webhook-url-unacceptable'
  | 'unknown-event-types'
  | 'too-many-webhooks'
  | 'too-many-streams'
  | 'replay-too-large'
  | 'unknown-user'
  | 'unknown-roles'
  | 'unknown-permissions'
  | 'unknown-menus'
  | 'unknown-tags'
  | 'unknown-category'
  | 'unknown-cover'
  | 'unknown-parent-menu'
  | 'unknown-parent-category'
  | 'directory-menu-has-parent'
  | 'password-unacceptable'
  | 'username-unacceptable'
  | 'email-unacceptable'
  | 'slug-unacceptable'
  | 'unknown-account'
  | 'wrong-password'
  | 'account-disabled'
  | 'wrong-current-password'
  | 'session-ended'
  | 'setup-token-invalid'
  | 'setup-closed'
  | 'mail-link-invalid'
  | 'mail-link-expired'
  | 'account-confirmed'
  | 'factor-required'
  | 'challenge-invalid'
  | 'wrong-code'
  | 'code-required'
  | 'wrong-passkey'
  | 'factor-not-found'
  | 'too-many-factors'
  | 'last-factor'
  | 'refresh-token-reused'
  | 'provider-not-found'
  | 'identity-not-found'
  | 'identity-taken'
  | 'sign-in-invalid'
  | 'account-missing'
  | 'link-required'
  | 'administrator-registration'
  | 'registration-closed'
  | 'email-taken'
  | 'username-taken'
  | 'role-code-taken'
  | 'role-name-taken'
  | 'permission-code-taken'
  | 'permission-name-taken'
  | 'slug-taken'
  | 'tag-name-taken'
  | 'role-required'
  | 'permission-required'
  | 'routes-unacceptable'
  | 'unprotected-route'
  | 'proxy-not-trusted'
  | 'system-role'
  | 'last-administrator'
  | 'self-deletion'
  | 'menu-has-children'
  | 'menu-cycle'
  | 'menu-too-deep'
  | 'category-in-use'
  | 'category-in-conditions'
  | 'tag-in-conditions'
  | 'category-cycle'
  | 'category-too-deep'
  | 'content-move-refused'
  | 'working-copy-outdated'
  | 'schedule-unacceptable'
  | 'condition-unacceptable'
  | 'batch-refused'
  | 'media-in-use'
  | 'media-quota-exceeded'
  | 'media-type-unsupported'
  | 'media-unreadable'
  | 'media-too-large'
  | 'media-busy'
  | 'batch-versions-changed'
  | 'version-changed'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused';

declare const declared: unique symbol;

type SuffixedName = `${string}-not-found` | `${string}-taken`;

/**
 * A refusal that another package declares for its own resource, with the status of its response and its business code.
 */
export type DeclaredRefusal<Name extends string = string> = Name & { readonly [declared]: true };

/** The reason of a `BusinessError`. */
export type Refusal = KnownRefusal | DeclaredRefusal;

/** The statuses of refusals that other packages declare, and their usual business codes. */
const usualCodes = { 400: 1005, 403: 1003, 404: 1201, 409: 1009, 422: 1022 } as const;

/** The response to a refusal. */
interface RefusalResponse {
  readonly status: keyof typeof usualCodes;
  /** A business code of four digits. Default: 1005, 1003, 1201, 1009 or 1022, as the status says. */
  readonly code?: number;
}

const responses = new Map<string, Required<RefusalResponse>>();

/** Returns the response to a refusal that another package has declared; undefined if none has. */
export const declaredResponse = (refusal: string): Required<RefusalResponse> | undefined => responses.get(refusal);

const isDeclarable = <Name extends string>(
  name: Name,
  { status, code }: Required<RefusalResponse>,
): name is DeclaredRefusal<Name> =>
  /^[a-z]+(?:-[a-z]+)*$/.test(name) &&
  Object.hasOwn(usualCodes, status) &&
  Number.isInteger(code) &&
  code >= 1000 &&
  code <= 9999;

function suffixed(name: string): RefusalResponse | undefined {
  if (name.endsWith('-not-found')) return { status: 404 };
  return name.endsWith('-taken') ? { status: 409, code: 1202 } : undefined;
}

/**
 * Declares a refusal for a resource that this package does not define.
 * @param name in kebab case, such as `label-not-found`, or `label-name-taken` for a value that must be unique
 * @param response the status and the business code. Names that end with `-not-found` or `-taken` need none.
 * @throws {TypeError} when the name, the status or the code has another form, or if the name is declared with another
 * response
 * @example
 * const noteNotFound = declareRefusal('note-not-found');
 * const noteTitleTaken = declareRefusal('note-title-taken');
 * const noteLocked = declareRefusal('note-locked', { status: 409 });
 */
export function declareRefusal<Name extends SuffixedName>(name: Name): DeclaredRefusal<Name>;
export function declareRefusal<Name extends string>(name: Name, response: RefusalResponse): DeclaredRefusal<Name>;
export function declareRefusal(name: string, given = suffixed(name)): DeclaredRefusal {
  const response = given && { code: usualCodes[given.status], ...given };
  if (response === undefined || !isDeclarable(name, response))
    throw new TypeError(
      `The name of a refusal must be in kebab case, with a status 400, 403, 404, 409 or 422: ${name}`,
    );
  const known = responses.get(name);
  if (known !== undefined && (known.status !== response.status || known.code !== response.code))
    throw new TypeError(`The refusal ${name} is declared with two responses.`);
  responses.set(name, response);
  return name;
}

/** The refusals for a resource that does not exist, such as `user-not-found`. */
export type NotFound = Extract<Refusal, `${string}-not-found`> | DeclaredRefusal<`${string}-not-found`>;

/** A validation error. `field` is a path such as `permissionIds[2]`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The current state of a resource whose version is not among the versions that the client accepts. */
export interface VersionConflict {
  readonly current: number;
  readonly updatedAt: Date;
  /** The user who made the last change. Null if the user is not known, or if the service itself made the change. */
  readonly updatedBy: UserId | null;
  /** The fields that have changed since the version that the client has seen. Absent if these fields are not known. */
  readonly changedFields?: readonly string[];
}

/** A resource that has changed since a client read it. */
export interface OutdatedVersion extends Pick<VersionConflict, 'current' | 'updatedAt'> {
  readonly id: Id<string>;
  /** The highest version below `current` that the client accepts (`If-Match`); undefined if there is none. */
  readonly seen: number | undefined;
}

/** The data that a client needs to complete a log-in with a second factor. */
export interface FactorChallenge {
  /** The token to send with the code or the passkey. */
  readonly challenge: string;
  /** The kinds of factors that are accepted. */
  readonly factors: readonly ('totp' | 'passkey' | 'recovery')[];
  /**
   * The options for the browser if `factors` contains `passkey`. The `challenge` in these options is the same token as
   * `challenge` above.
   */
  readonly passkeyOptions?: PasskeyRequestOptions;
  /** How long the challenge is valid, in seconds. */
  readonly expiresIn: number;
}

/** A content, or the working copy of a content, that refers to a file. */
export interface MediaReference {
  readonly contentId: ContentId;
  readonly isWorkingCopy: boolean;
}

/**
 * Details that the client receives besides the message. They are the ids that do not exist, what refers to a file, the
 * invalid fields, the current version, or the challenge for completing a log-in.
 */
export type RefusalDetails =
  | { readonly missingIds: readonly string[] }
  | { readonly usedBy: readonly MediaReference[] }
  | { readonly roles: readonly { readonly id: RoleId; readonly code: string; readonly name: string }[] }
  | readonly FieldError[]
  | VersionConflict
  | FactorChallenge;

/** Context that is logged and never sent to the client. */
export interface RefusalContext extends ErrorOptions {
  /** The account of a failed attempt to log in, to use a second factor or to refresh a session. */
  readonly about?: UserId | undefined;
  /** Describes the outdated copy that the client has. The details of a conflict are looked up with this copy. */
  readonly outdated?: OutdatedVersion | undefined;
}

/**
 * A business rule refused the operation. The message is a sentence that clients may show to users.
 * @example
 * const noteTitleTaken = declareRefusal('note-title-taken');
 * const details = [{ field: 'title', message: 'This title is in use.' }];
 * const error = new BusinessError(noteTitleTaken, 'A note with this title already exists.', details);
 * console.log(error.refusal); // note-title-taken
 */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly refusal: Refusal;
  readonly details: RefusalDetails | undefined;
  readonly about: UserId | undefined;
  readonly outdated: OutdatedVersion | undefined;

  constructor(
    refusal: Refusal,
    message: string,
    details?: RefusalDetails,
    { about, outdated, ...options }: RefusalContext = {},
  ) {
    super(message, options);
    this.refusal = refusal;
    this.details = details;
    this.about = about;
    this.outdated = outdated;
  }
}

/**
 * Returns `value` unless it is `undefined`.
 * @throws {BusinessError} `refusal`, when `value` is `undefined`
 * @example
 * const titles = new Map([[1, 'Ideas']]);
 * const noteNotFound = declareRefusal('note-not-found');
 * console.log(orNotFound(titles.get(1), noteNotFound)); // Ideas
 * try {
 *   orNotFound(titles.get(2), noteNotFound);
 * } catch (error) {
 *   if (error instanceof BusinessError) console.log(error.message); // This note does not exist.
 * }
 */
export function orNotFound<T>(value: T | undefined, refusal: NotFound): T {
  if (value !== undefined) return value;
  const noun = refusal === 'media-not-found' ? 'file' : refusal.replace('-not-found', '').replaceAll('-', ' ');
  throw new BusinessError(refusal, `This ${noun} does not exist.`);
}

/** The refusals of values that must be unique but are already in use. */
export type TakenRefusal = Exclude<Extract<Refusal, `${string}-taken`>, DeclaredRefusal>;

/**
 * The messages for values that must be unique and are in use. Every implementation of the store uses these messages.
 */
export const takenMessages: Readonly<Record<TakenRefusal, string>> = {
  'email-taken': 'This e-mail address is already registered.',
  'username-taken': 'This user name is already in use.',
  'identity-taken': 'This sign-in belongs to another account.',
  'role-code-taken': 'A role with this code already exists.',
  'role-name-taken': 'A role with this name already exists.',
  'permission-code-taken': 'A permission with this code already exists.',
  'permission-name-taken': 'A permission with this name already exists.',
  'slug-taken': 'This slug is already in use.',
  'tag-name-taken': 'A tag with this name already exists.',
};
