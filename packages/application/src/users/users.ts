import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { changedAttributes, type AttributeChange } from '@portcullis/domain/internal/conditions/attribute-values';
import { checkEmail } from '@portcullis/domain/internal/names/email';
import { orNotFound, BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import { checkNewAccount } from '@portcullis/domain/internal/accounts/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import { disabled } from '@portcullis/domain/internal/shared/status';
import {
  newUser,
  type User,
  type UserChange,
  userEvents,
  changedUser,
  isSameAddress,
} from '@portcullis/domain/internal/accounts/user';
import { checkUsername } from '@portcullis/domain/internal/names/username';
import type { CreateDependencies, IfMatchInput } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import { addEntity, changeEntity, inTransaction, removeEntity } from '../changes.ts';
import { endSessions } from '../auth/sessions/end-sessions.ts';
import { removeMailLinks } from '../mail-links/send-mail-link.ts';
import { declarationsFor } from '../user-attributes/user-attributes.ts';
import { requireRemainingAdmin, setUserRoles } from '../roles/set-user-roles.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { UserWithGrants } from '../ports/users.ts';

/** The fields of an account that a use case changes. Attributes that are absent do not change. */
export interface AccountChange extends Omit<UserChange, 'attributes'> {
  readonly attributes?: AttributeChange | undefined;
}

/** What `createUser` needs. */
export interface CreateUserInput {
  readonly actor: Actor;
  readonly account: Pick<User, 'email' | 'username'> & AccountChange;
  readonly password: string;
  /**
   * The roles of the account. The audit log records them like any other change of roles. If absent, the account has no
   * roles.
   */
  readonly roleIds?: readonly RoleId[] | undefined;
}

interface Dependencies extends CreateDependencies<'users' | 'userAttributes' | 'roles' | 'audit' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
}

/**
 * Creates an account on behalf of an administrator.
 * @throws {BusinessError} username-unacceptable, email-unacceptable, password-unacceptable, email-taken,
 * username-taken, unknown-roles, attributes-unacceptable
 */
export const createUser =
  (deps: Dependencies) =>
  async ({ actor, account, password, roleIds }: CreateUserInput): Promise<UserWithGrants> => {
    const { work, hasher, policy, clock, ids } = deps;
    checkNewAccount(policy, { ...account, password });
    const passwordHash = await hasher.hash(password);
    const { attributes, ...fields } = account;
    const user = newUser({ ...fields, id: ids.next(), at: clock.now() });
    return work.run((tx) => addUser(tx, deps, { actor, user, attributes, passwordHash, roleIds }), {
      keyed: actor.keyed,
    });
  };

/**
 * Creates a service account on behalf of an administrator. Nobody can log in to it. Programs use it with its API keys.
 * @throws {BusinessError} username-unacceptable, email-unacceptable, email-taken, username-taken, unknown-roles,
 * attributes-unacceptable
 */
export const createServiceAccount =
  (deps: CreateDependencies<'users' | 'userAttributes' | 'roles' | 'audit' | 'events'>) =>
  async ({ actor, account, roleIds }: Omit<CreateUserInput, 'password'>): Promise<UserWithGrants> => {
    checkUsername(account.username);
    checkEmail(account.email);
    const { attributes, ...fields } = account;
    const user = newUser({ ...fields, kind: 'SERVICE', id: deps.ids.next(), at: deps.clock.now() });
    return deps.work.run((tx) => addUser(tx, deps, { actor, user, attributes, passwordHash: null, roleIds }), {
      keyed: actor.keyed,
    });
  };

/** What `updateUser` needs. */
export interface UpdateUserInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: AccountChange;
  /**
   * The new roles of the user, which may be an empty list. If absent, the roles do not change, and no audit record is
   * written.
   */
  readonly roleIds?: readonly RoleId[] | undefined;
}

/**
 * Changes the fields of a user in one transaction. If `roleIds` is given, the roles of the user are also replaced. The
 * sessions of a user who is disabled end, so that they do not continue when the user is enabled again.
 * @throws {BusinessError} user-not-found, version-changed, username-unacceptable, email-unacceptable, email-taken,
 * username-taken, unknown-roles, attributes-unacceptable, last-administrator
 */
export const updateUser = inTransaction(
  async (
    tx: Uses<'users' | 'userAttributes' | 'sessions' | 'mailLinks' | 'loginChallenges' | 'roles' | 'audit' | 'events'>,
    deps,
    { actor, userId, change: { attributes, ...change }, roleIds, ifMatch }: UpdateUserInput,
  ): Promise<UserWithGrants> => {
    const declarations = await declarationsFor(tx, attributes);
    await tx.roles.existingIds(roleIds ?? []);
    const stored = orNotFound(await tx.users.lock(userId), 'user-not-found');
    const isDisabled = change.status === disabled;
    const recorded = { event: userEvents.updated, actor, stored, ifMatch };
    const { after: user } = await changeEntity(tx, deps, recorded, async (allow) => {
      checkUsername(change.username);
      checkEmail(change.email);
      const written = changedAttributes(declarations, stored.attributes, attributes ?? {}, 'admin');
      const changed = changedUser(stored, { ...change, attributes: written }, deps.clock.now());
      await tx.users.save(allow(changed));
      // An account may be disabled because somebody else uses it. A pending change of the e-mail address may have been
      // requested by this person, so the change is cancelled.
      if (isDisabled) await tx.mailLinks.removeOf(userId, 'email-change');
      if (!isSameAddress(changed.email, stored.email)) await removeMailLinks(tx, userId);
      return { subject: changed, before: stored, after: changed };
    });
    if (isDisabled) {
      await tx.loginChallenges.removeOf(userId);
      await endSessions(tx, deps, { actor, user }, (allow) => tx.sessions.endAll(allow(userId)));
    }
    if (roleIds !== undefined) await setUserRoles.within(tx, deps, { actor, userId, roleIds });
    // `requireRemainingAdmin` locks the assignment of the role ADMIN. This lock is acquired last. A transaction that
    // holds it therefore does not wait for another transaction, so no deadlock can occur.
    if (isDisabled) await requireRemainingAdmin(tx);
    return orNotFound(await tx.users.find(userId), 'user-not-found');
  },
);

/** What `deleteUser` needs. */
export interface DeleteUserInput extends IfMatchInput {
  readonly actor: Actor;
  readonly userId: UserId;
}

/**
 * Removes an account together with its sessions and its links to roles. The contents and audit records of the user are
 * retained.
 * @throws {BusinessError} self-deletion, user-not-found, version-changed, last-administrator
 */
export const deleteUser = inTransaction(
  async (tx: Uses<'users' | 'events'>, deps, { actor, userId, ifMatch }: DeleteUserInput): Promise<void> => {
    if (actor.id === userId) throw new BusinessError('self-deletion', 'You cannot delete your own account.');
    const removal = { entities: tx.users, notFound: 'user-not-found', event: userEvents.deleted } as const;
    await removeEntity(tx, deps, { ...removal, actor, id: userId, ifMatch });
    await requireRemainingAdmin(tx);
  },
);

interface AddedUser {
  readonly actor: Actor;
  readonly user: User;
  readonly attributes: AttributeChange | undefined;
  readonly passwordHash: string | null;
  /**
   * The roles of the account. The audit log records them like any other change of roles. If undefined, the account has
   * no roles.
   */
  readonly roleIds: readonly RoleId[] | undefined;
}

/**
 * Stores an account and its roles on behalf of an administrator.
 * @returns the account as the transaction has stored it
 * @throws {BusinessError} attributes-unacceptable, and the refusals of `setUserRoles`
 */
export async function addUser(
  tx: Uses<'users' | 'userAttributes' | 'roles' | 'audit' | 'events'>,
  deps: CreateDependencies<never>,
  { actor, user: { attributes: stored, ...fields }, attributes = {}, passwordHash, roleIds }: AddedUser,
): Promise<UserWithGrants> {
  const declarations = await declarationsFor(tx, attributes);
  const user = { ...fields, attributes: changedAttributes(declarations, stored, attributes, 'admin') };
  await addEntity(tx, deps, { actor, event: userEvents.created }, user, (added) => tx.users.add(added, passwordHash));
  if (roleIds !== undefined) await setUserRoles.within(tx, deps, { actor, userId: user.id, roleIds });
  return orNotFound(await tx.users.find(user.id), 'user-not-found');
}
