import type { Grants } from '@portcullis/domain/internal/access/access';
import { reachOf, type Reach } from '@portcullis/domain/internal/access/reach';
import { filterOf } from '@portcullis/domain/internal/access/access-filter';
import { subjectAttributesIn } from '@portcullis/domain/internal/conditions/condition';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { AccessFactViews } from '../ports/access-facts.ts';
import type { UserAttributeViews } from '../ports/user-attributes.ts';

/**
 * Returns for which resources a user has a permission. No session is known, so roles that require a second factor give
 * nothing. An unknown user or permission gives nothing either.
 */
export const filterAccess =
  ({ accessFacts }: { readonly accessFacts: Pick<AccessFactViews, 'ofSubjects'> }) =>
  async (userId: UserId, permission: string): Promise<Reach> => {
    const facts = await accessFacts.ofSubjects({
      userIds: [userId],
      usernameKeys: [],
      keyIds: [],
      permissionCodes: [permission],
      actions: [],
      withMenus: false,
    });
    const [user] = facts.users;
    return user === undefined ? false : filterOf(facts, user, permission);
  };

/** What `filterOwnAccess` needs. */
export interface OwnFilterInput {
  readonly callerId: UserId;
  readonly permission: string;
  /** The grants of this permission to the caller, in this session or with this API key. */
  readonly grants: Grants;
  /** Whether the caller may also see values of attributes that users cannot read of themselves. */
  readonly seesAllAttributes: boolean;
}

/**
 * Returns for which resources the caller has a permission.
 * @throws {BusinessError} permission-required, if the filter depends on an attribute that the caller cannot read
 */
export const filterOwnAccess =
  ({ userAttributes }: { readonly userAttributes: UserAttributeViews }) =>
  async ({ callerId, permission, grants, seesAllAttributes }: OwnFilterInput): Promise<Reach> => {
    const used = (grants.conditional ?? []).flatMap(({ condition }) =>
      [...subjectAttributesIn(condition)].filter((name) => name !== 'id'),
    );
    const isForAll = grants.permissions.includes(permission);
    // Even a filter that no longer contains the value would tell something about it.
    if (used.length > 0 && !isForAll && !seesAllAttributes) {
      const { attributes } = await userAttributes.find();
      const readable = new Set(attributes.filter(({ readableBy }) => readableBy === 'self').map(({ name }) => name));
      if (used.some((name) => !readable.has(name))) throw hiddenAttribute();
    }
    return reachOf({ roles: [], permissions: [permission] }, grants, callerId);
  };

const hiddenAttribute = (): BusinessError =>
  new BusinessError('permission-required', 'This filter depends on an attribute that you cannot read.');
