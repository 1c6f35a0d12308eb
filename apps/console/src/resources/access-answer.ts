import type { Schemas } from '@portcullis/client';
import type { BuiltInPermissionCode, ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import type { NearMiss, Path } from './access-paths.tsx';

type Access = Pick<Schemas['UserAccess'], 'status' | 'permissions' | 'menus' | 'operations' | 'conditions'>;
type Condition = NonNullable<Access['conditions']>[number];

/**
 * The operation that each permission of the service opens. Operations also ask for roles, so the permission alone does
 * not say what a user may do. Projects belong to other services.
 */
const operationsOfCodes = {
  'user.create': 'createUser',
  'user.read': 'listUsers',
  'user.update': 'updateUser',
  'user.delete': 'deleteUser',
  'role.create': 'createRole',
  'role.read': 'listRoles',
  'role.update': 'updateRole',
  'role.delete': 'deleteRole',
  'menu.create': 'createMenu',
  'menu.read': 'listMenus',
  'menu.update': 'updateMenu',
  'menu.delete': 'deleteMenu',
  'permission.create': 'createPermission',
  'permission.read': 'listPermissions',
  'permission.update': 'updatePermission',
  'permission.delete': 'deletePermission',
  'content.create': 'createContent',
  'content.read-drafts': 'listRevisions',
  'content.update': 'updateContent',
  'content.publish': 'publishContent',
  'content.delete': 'deleteContent',
  'category.manage': 'createCategory',
  'tag.manage': 'createTag',
  'media.manage': 'updateMedia',
} as const satisfies Readonly<
  Record<Exclude<BuiltInPermissionCode, `project.${string}`> | ContentPermissionCode, string>
>;

const operationOf = (code: string): string | undefined => new Map(Object.entries(operationsOfCodes)).get(code);

/** The permissions with which a user changes an article. The service hides a draft from users who may not read drafts. */
export const contentActs: readonly string[] = ['content.update', 'content.publish', 'content.delete'];

/** The act that is asked about: the one that a permission allows, or seeing a menu. */
export type Act =
  | { readonly kind: 'permission'; readonly code: string }
  | { readonly kind: 'menu'; readonly id: string };

/** Worst first. `some`: only for some resources. `factor`: only in sessions with a second factor. */
const verdicts = ['no', 'some', 'factor', 'yes'] as const;
type Verdict = (typeof verdicts)[number];

/** Something that is needed, and what leads to it. */
export interface Need {
  /** The codes of which one is needed. Both lists are empty if every user has it, or for a menu. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly verdict: Verdict;
  readonly paths: readonly Path[];
  readonly nearMisses: readonly NearMiss[];
  /** The conditions that the article does not meet. */
  readonly unmet: readonly Condition[];
}

export interface Answer {
  readonly verdict: Verdict;
  /** Everything that is needed. */
  readonly needs: readonly Need[];
}

const worst = (all: readonly Verdict[]): Verdict => verdicts.find((each) => all.includes(each)) ?? 'yes';

/** Returns the ids of the operations that must be asked about, to answer whether somebody may do something. */
export const operationsOf = (act: Act): readonly string[] => {
  const operation = act.kind === 'permission' ? operationOf(act.code) : undefined;
  return operation === undefined ? [] : [operation, operationsOfCodes['content.read-drafts']];
};

const isOnlyFactor = ({ reason, otherReasons }: NearMiss): boolean =>
  reason === 'factor-required' && otherReasons.length === 0;

type Codes = Pick<Need, 'roles' | 'permissions'>;
type Found = Pick<Need, 'paths' | 'nearMisses'>;

/** @param decided the conditions as they are decided for an article; null if no article is asked about */
function needOf(codes: Codes, { paths, nearMisses }: Found, decided: readonly Condition[] | null): Need {
  const decisionOf = ({ role, permission }: Path): Condition | undefined =>
    decided?.find((each) => each.role.id === role.id && each.permission === permission);
  const isUnmet = (path: Path): boolean => decisionOf(path)?.isMet === false;
  const isSome = (path: Path): boolean => (path.condition ?? null) !== null && decisionOf(path) === undefined;
  const giving = paths.filter((path) => !isUnmet(path));
  const withFactor = nearMisses.filter((path) => isOnlyFactor(path) && !isUnmet(path));
  const possible: readonly Verdict[] = [
    ...giving.map((path) => (isSome(path) ? 'some' : 'yes')),
    ...withFactor.map((path) => (isSome(path) ? 'some' : 'factor')),
  ];
  return {
    ...codes,
    verdict: verdicts.findLast((each) => possible.includes(each)) ?? 'no',
    paths: giving,
    nearMisses: [
      ...nearMisses,
      ...paths.filter(isUnmet).map((path) => ({ ...path, reason: 'conditional' as const, otherReasons: [] })),
    ],
    unmet: [...paths, ...nearMisses].filter(isUnmet).flatMap((path) => decisionOf(path) ?? []),
  };
}

const needsOfOperation = ({ operations, conditions }: Access, id: string): readonly Need[] =>
  (operations.find((each) => each.id === id)?.conditions ?? []).map((each) => needOf(each, each, conditions));

const nothing: Found = { paths: [], nearMisses: [] };

function needsOf(act: Act, access: Access, isPublished: boolean | undefined): readonly Need[] {
  if (act.kind === 'menu') {
    const menu = access.menus.find(({ id }) => id === act.id);
    return [needOf({ roles: [], permissions: [] }, menu ?? nothing, null)];
  }
  const operation = operationOf(act.code);
  if (operation !== undefined) {
    const isRead = contentActs.includes(act.code) && isPublished !== true;
    const reading = isRead ? needsOfOperation(access, operationsOfCodes['content.read-drafts']) : [];
    return [
      ...needsOfOperation(access, operation),
      // A user who may not read drafts can still change published articles.
      ...reading.map((need) =>
        isPublished === undefined && need.verdict === 'no' ? { ...need, verdict: 'some' as const } : need,
      ),
    ];
  }
  const permission = access.permissions.find(({ code }) => code === act.code);
  return [needOf({ roles: [], permissions: [act.code] }, permission ?? nothing, access.conditions)];
}

/**
 * Answers whether a user may do something, and why.
 * @param access the access of the user, with the operations of `operationsOf`, and with the conditions as they are
 * decided for the article that is asked about
 * @param isPublished whether the article is published, so that everybody may read it; undefined for articles in general
 */
export function answerTo(act: Act, access: Access, isPublished: boolean | undefined): Answer {
  const needs = needsOf(act, access, isPublished);
  return { verdict: access.status === 0 ? 'no' : worst(needs.map(({ verdict }) => verdict)), needs };
}
