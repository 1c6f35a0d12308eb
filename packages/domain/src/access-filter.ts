import { reachOf, type Reach } from './access.ts';
import type { AccessFacts, UserFacts } from './access-facts.ts';
import { userPaths } from './access-paths.ts';

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
