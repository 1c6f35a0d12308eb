import type { Condition } from '../conditions/condition.ts';
import type { Explained, ExplainedAccess } from './explain-access.ts';

/** The sessions of a user in which access differs: all, or only those with or without a second factor. */
export type AffectedSessions = 'all' | 'with-factor' | 'without-factor';

/** The sessions that a change of access can affect. */
export const affectedSessions: readonly AffectedSessions[] = ['all', 'with-factor', 'without-factor'];

/** A role, a permission or a menu that a user gains or loses. */
export interface AccessItem {
  readonly kind: 'role' | 'permission' | 'menu';
  readonly id: string;
  /** The code of the role or permission, or the route name of the menu. */
  readonly code: string;
  readonly name: string;
  readonly sessions: AffectedSessions;
  /** A permission is gained or lost only for the resources for which this is true; null: for all. */
  readonly condition: Condition | null;
}

/** What a user gains and loses by a change. */
export interface AccessDifferences {
  readonly gains: readonly AccessItem[];
  readonly loses: readonly AccessItem[];
}

type Item = Omit<AccessItem, 'sessions'> & Pick<Explained, 'granted' | 'needsFactor'>;

/** Returns the roles, permissions and menus of a user by kind and id. */
const itemsOf = (access: ExplainedAccess | undefined): ReadonlyMap<string, Item> =>
  new Map(
    (access === undefined
      ? []
      : [
          ...access.roles.map((role): Item => ({ ...role, kind: 'role', condition: null })),
          ...access.permissions.flatMap(permissionItems),
          ...access.menus.map(
            ({ routeName, menuName, ...menu }): Item => ({
              ...menu,
              kind: 'menu',
              condition: null,
              code: routeName,
              name: menuName === '' ? routeName : menuName,
            }),
          ),
        ]
    ).map((item) => [`${item.kind} ${item.id} ${JSON.stringify(item.condition)}`, item]),
  );

/** Returns a permission as the user has it: once for all resources, or once for each condition under which a role gives it. */
function permissionItems(permission: ExplainedAccess['permissions'][number]): readonly Item[] {
  const giving = [
    ...permission.paths.map(({ condition }) => ({ condition, needsFactor: false })),
    ...permission.nearMisses
      .filter(({ reason, otherReasons }) => [reason, ...otherReasons].every((each) => each === 'factor-required'))
      .map(({ condition }) => ({ condition, needsFactor: true })),
  ];
  const byCondition = new Map<string, Item>();
  for (const { condition, needsFactor } of giving) {
    const key = JSON.stringify(condition);
    // A path without a second factor counts, even if another path of the same condition needs one.
    const isNeeded = needsFactor && byCondition.get(key)?.needsFactor !== false;
    byCondition.set(key, { ...permission, kind: 'permission', granted: true, needsFactor: isNeeded, condition });
  }
  const items = [...byCondition.values()];
  // What is given for all resources covers every condition, unless it needs a second factor that a session lacks.
  return items.some((item) => item.condition === null && !item.needsFactor)
    ? items.filter(({ condition }) => condition === null)
    : items;
}

/**
 * Compares the access of a user before and after a change.
 * @param before undefined if the user did not exist
 * @param after undefined if the user does not exist any more
 */
export function accessDifferences(
  before: ExplainedAccess | undefined,
  after: ExplainedAccess | undefined,
): AccessDifferences {
  const [earlier, later] = [itemsOf(before), itemsOf(after)];
  return { gains: missingIn(earlier, later), loses: missingIn(later, earlier) };
}

/** Returns the items that a user has by `items` and not by `others`. */
const missingIn = (others: ReadonlyMap<string, Item>, items: ReadonlyMap<string, Item>): readonly AccessItem[] =>
  [...items].flatMap(([key, item]) => {
    const sessions = sessionsWithout(item, others.get(key));
    const { kind, id, code, name, condition } = item;
    return sessions === undefined ? [] : [{ kind, id, code, name, sessions, condition }];
  });

/** Returns the sessions in which `one` is in effect and `other` is not. */
function sessionsWithout(
  one: Pick<Explained, 'granted' | 'needsFactor'>,
  other: Pick<Explained, 'granted' | 'needsFactor'> = { granted: false, needsFactor: false },
): AffectedSessions | undefined {
  const withFactor = one.granted && !other.granted;
  const withoutFactor = inPlainSession(one) && !inPlainSession(other);
  if (withFactor && withoutFactor) return 'all';
  if (withFactor) return 'with-factor';
  return withoutFactor ? 'without-factor' : undefined;
}

const inPlainSession = ({ granted, needsFactor }: Pick<Explained, 'granted' | 'needsFactor'>): boolean =>
  granted && !needsFactor;
