import { reachOf, type Reach } from './reach.ts';
import type { AccessFacts, UserFacts } from './access-facts.ts';
import { isEffectiveWithFactor, userPaths } from './access-paths.ts';
import { draftReaders } from '../built-in.ts';

/**
 * Returns for which resources a user has a permission in a session without a second factor. The conditions are those of
 * the access check. The values of the user are filled in.
 * @param code the code of a permission. Nobody has an unknown permission.
 */
export function filterOf(facts: AccessFacts, user: UserFacts, code: string): Reach {
  const paths = userPaths(facts, user)
    .permissions.filter(({ permission }) => permission.code === code)
    .flatMap(({ checked }) => checked.flatMap(({ path, reasons }) => (reasons.length === 0 ? [path] : [])));
  const conditional = paths.flatMap(({ condition }) =>
    condition === null ? [] : [{ code, condition, attributes: user.attributes }],
  );
  const isForAll = conditional.length < paths.length;
  return reachOf(
    { roles: [], permissions: [code] },
    { roles: [], permissions: isForAll ? [code] : [], conditional },
    user.id,
  );
}

/**
 * Returns which unpublished contents a user may read, at least in sessions with a second factor.
 * @param facts contain the permission to read drafts, if the user has it
 */
export function draftsOf(facts: AccessFacts, user: UserFacts): Reach {
  const { roles, permissions } = userPaths(facts, user);
  const paths = permissions.flatMap(({ permission: { code }, checked }) =>
    checked.filter(isEffectiveWithFactor).map(({ path: { condition } }) => ({ code, condition })),
  );
  return reachOf(
    draftReaders,
    {
      roles: roles.filter(({ checked }) => isEffectiveWithFactor(checked)).map(({ role }) => role.code),
      permissions: paths.filter(({ condition }) => condition === null).map(({ code }) => code),
      conditional: paths.flatMap(({ code, condition }) =>
        condition === null ? [] : [{ code, condition, attributes: user.attributes }],
      ),
    },
    user.id,
  );
}
