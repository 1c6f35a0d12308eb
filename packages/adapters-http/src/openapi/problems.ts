import { errorTable, type Problem } from '../error-table.ts';
import { readsBody, type Route } from '../route.ts';

/** What the checks before a use case refuse, in their order (specification, section 5.3). */
function refusedBefore(route: Route): readonly Problem[] {
  const isVisited = route.who === 'visitor';
  const isHeld = route.who === 'holder';
  const needsToken = isHeld || route.who === 'logged-in';
  const rules: readonly (readonly [applies: boolean, ...problems: Problem[]])[] = [
    [needsToken, 'token-missing'],
    [needsToken || isVisited, 'token-invalid', 'token-expired'],
    [route.limit !== undefined, 'too-many-requests'],
    [isHeld && route.anyRole !== undefined, 'role-required'],
    [isHeld && route.allPermissions !== undefined, 'permission-required'],
    [readsBody(route), 'unsupported-media-type', 'body-too-large', 'body-too-slow', 'malformed-body'],
    [[route.params, route.query, route.body].some((shape) => shape !== undefined), 'invalid-request'],
  ];
  return rules.flatMap(([applies, ...problems]) => (applies ? problems : []));
}

/** Every way a route can fail, each once. */
export const problemsOf = (route: Route): readonly Problem[] => [
  ...new Set<Problem>([
    ...refusedBefore(route),
    ...(route.refuses ?? []),
    'internal-error',
    'database-failure',
    'external-service-failure',
  ]),
];

/** The problems by the status that answers them, lowest first. */
export function byStatus(problems: readonly Problem[]): ReadonlyMap<number, readonly Problem[]> {
  const statuses = [...new Set(problems.map((problem) => errorTable[problem].status))].toSorted((a, b) => a - b);
  return new Map(statuses.map((status) => [status, problems.filter((each) => errorTable[each].status === status)]));
}
