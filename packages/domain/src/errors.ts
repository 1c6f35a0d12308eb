import type { UserId } from './ids.ts';

/** The refusals of this service. A new one does not compile until the HTTP adapter's error table has its row. */
type KnownRefusal =
  | 'user-not-found'
  | 'role-not-found'
  | 'permission-not-found'
  | 'menu-not-found'
  | 'content-not-found'
  | 'category-not-found'
  | 'tag-not-found'
  | 'audit-record-not-found'
  | 'session-not-found'
  | 'unknown-user'
  | 'unknown-roles'
  | 'unknown-permissions'
  | 'unknown-menus'
  | 'unknown-tags'
  | 'unknown-category'
  | 'unknown-parent-menu'
  | 'unknown-parent-category'
  | 'directory-menu-has-parent'
  | 'password-unacceptable'
  | 'username-unacceptable'
  | 'slug-unacceptable'
  | 'unknown-account'
  | 'wrong-password'
  | 'account-disabled'
  | 'wrong-current-password'
  | 'session-ended'
  | 'refresh-token-reused'
  | 'administrator-registration'
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
  | 'system-role'
  | 'last-administrator'
  | 'self-deletion'
  | 'menu-has-children'
  | 'menu-cycle'
  | 'menu-too-deep'
  | 'category-in-use'
  | 'category-cycle'
  | 'category-too-deep'
  | 'content-move-refused';

declare const declared: unique symbol;

type DeclaredName = `${string}-not-found` | `${string}-taken`;

/** A refusal that a noun declares in its own file. Its ending decides the code and the HTTP status of its error. */
export type DeclaredRefusal<Name extends DeclaredName = DeclaredName> = Name & { readonly [declared]: true };

/** Every reason for which the business refuses. */
export type Refusal = KnownRefusal | DeclaredRefusal;

const isDeclarable = <Name extends DeclaredName>(name: Name): name is DeclaredRefusal<Name> =>
  /^[a-z]+(?:-[a-z]+)*-(?:not-found|taken)$/.test(name);

/**
 * Declares a refusal of a noun that this package does not name.
 * @param name in kebab case, such as `label-not-found`, or `label-name-taken` for a value that must be unique
 * @throws {TypeError} when the name has another form
 */
export function declareRefusal<Name extends DeclaredName>(name: Name): DeclaredRefusal<Name> {
  if (isDeclarable(name)) return name;
  throw new TypeError(`The name of a refusal must be in kebab case: ${name}`);
}

/** The refusals of an address that names nothing: `user-not-found` and its like. */
export type NotFound = Extract<Refusal, `${string}-not-found`>;

/** One thing wrong with one value sent; `field` is a path such as `permissionIds[2]`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a client may see beside the message: ids that do not exist, or fields at fault. */
export type RefusalDetails = { readonly missingIds: readonly string[] } | readonly FieldError[];

/** What only the log learns of a refusal. */
export interface RefusalContext extends ErrorOptions {
  /** Whose account was tried, where it is not the caller's. */
  readonly about?: UserId | undefined;
}

/** An expected refusal. Its message is a short sentence for people and is shown to clients, which learn no more than that. */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly refusal: Refusal;
  readonly details: RefusalDetails | undefined;
  readonly about: UserId | undefined;

  constructor(refusal: Refusal, message: string, details?: RefusalDetails, { about, ...options }: RefusalContext = {}) {
    super(message, options);
    this.refusal = refusal;
    this.details = details;
    this.about = about;
  }
}

/**
 * Returns what was found.
 * @throws {BusinessError} `refusal`, when nothing was found
 */
export function orNotFound<T>(found: T | undefined, refusal: NotFound): T {
  if (found !== undefined) return found;
  const noun = refusal.replace('-not-found', '').replaceAll('-', ' ');
  throw new BusinessError(refusal, `This ${noun} does not exist.`);
}
