import { conditionsOf, isPermitted } from './access.ts';
import { permitsBy } from './reach.ts';
import type { AccessFacts, UserFacts } from './access-facts.ts';
import { userPaths, type NearMissReason, type PermissionPath } from './access-paths.ts';
import type { ApiKey } from '../accounts/api-key.ts';
import type { Condition } from '../conditions/condition.ts';
import { conditionTarget, type ConditionTarget } from '../conditions/condition-attributes.ts';
import { isEffective, keyConditions, pathConditions, reasonsAgainst, type KeyReason } from './effective-access.ts';
import type { AttributeValues } from '../conditions/evaluate-condition.ts';
import {
  explainAccess,
  operationExplainer,
  type Explained,
  type ExplainedAccess,
  type ExplainedOperation,
  type NearMiss,
  type OperationRule,
} from './explain-access.ts';
import type { ApiKeyId, UserId } from '../shared/ids.ts';
import { reasonAgainstKeyUse, useOfCode, type KeyUse, type KeyUseReason } from '../accounts/key-use.ts';
import type { Permission } from '../roles/permission.ts';

/** An API key, with all that decides what it may do. It may have expired. */
export type SubjectKeyFacts = Pick<
  ApiKey,
  'id' | 'ownerId' | 'permissions' | 'readOnly' | 'allowedAddresses' | 'hasFactor' | 'expiresAt'
>;

/** The facts about the users and keys that questions name, and about the owners of these keys. */
export interface SubjectFacts extends AccessFacts {
  readonly apiKeys: readonly SubjectKeyFacts[];
  /** The ids of the users whom questions name by their user names. */
  readonly userNames: readonly { readonly usernameKey: string; readonly userId: UserId }[];
  /** The permissions that questions name, whoever has them. */
  readonly named: readonly (Pick<Permission, 'code' | 'resource' | 'action'> & {
    /** Set if the routes of an additional resource require the permission. */
    readonly target?: ConditionTarget | undefined;
  })[];
}

/** Whose access a question concerns. */
export type AccessSubject =
  | { readonly type: 'user'; readonly id: UserId }
  | { readonly type: 'user'; readonly usernameKey: string }
  | { readonly type: 'apiKey'; readonly id: ApiKeyId; readonly ipAddress: string | undefined };

/** What a question asks for. */
export type AccessObject =
  | {
      readonly kind: 'action';
      readonly resource: string;
      readonly action: string;
      /** The attributes of the resource, with which conditions are decided. */
      readonly attributes: AttributeValues;
    }
  | { readonly kind: 'permission'; readonly code: string }
  | { readonly kind: 'menu'; readonly routeName: string }
  | {
      readonly kind: 'operation';
      readonly rule: OperationRule;
      /** How API keys can use the operation. */
      readonly keyUse: KeyUse;
    };

/** A question whether a subject may do something. A part is undefined if it names nothing that can exist. */
export interface AccessQuestion {
  readonly subject: AccessSubject | undefined;
  readonly object: AccessObject | undefined;
}

/** Why something is allowed or refused. */
export type DecisionReason =
  | 'granted'
  | 'unknown-subject'
  | 'unknown-resource'
  | 'not-granted'
  | KeyUseReason
  | 'not-listed-by-key'
  | KeyReason
  | NearMissReason;

/** Whether a user may do something, and why. */
export interface AccessDecision {
  readonly isAllowed: boolean;
  readonly reason: DecisionReason;
  /** Codes of the roles that allow it, or that would allow it if there were no reason against them. */
  readonly roles: readonly string[];
}

/** A user or a key, and the access of the user or of the owner of the key. */
interface Holder {
  readonly user: UserFacts;
  readonly key: SubjectKeyFacts | undefined;
  /** Whether roles that require a second factor are effective. */
  readonly hasFactor: boolean;
  readonly access: ExplainedAccess;
  /** Explains an operation. A request can be about many users and many operations, so only those asked about are. */
  readonly explainOperation: (rule: OperationRule) => ExplainedOperation;
}

const granted = (roles: readonly string[]): AccessDecision => ({ isAllowed: true, reason: 'granted', roles });
const refused = (reason: DecisionReason, roles: readonly string[] = []): AccessDecision => ({
  isAllowed: false,
  reason,
  roles,
});

/**
 * Decides questions about the access of users and API keys. The conditions are those of the access check. No question
 * names a session, so roles that require a second factor give a user nothing here. They give a key what they give it in
 * requests with the key.
 * @returns one decision for each question, in the same order
 */
export function decideAccess(facts: SubjectFacts, questions: readonly AccessQuestion[]): readonly AccessDecision[] {
  const usersById = new Map(facts.users.map((user) => [user.id, user]));
  const idsByName = new Map(facts.userNames.map(({ usernameKey, userId }) => [usernameKey, userId]));
  const keysById = new Map(facts.apiKeys.map((key) => [key.id, key]));
  const explainedById = new Map<UserId, Pick<Holder, 'access' | 'explainOperation'>>();
  const holderOf = (id: UserId | undefined, key?: SubjectKeyFacts): Holder | undefined => {
    const user = id && usersById.get(id);
    if (user === undefined) return undefined;
    const explained = explainedById.get(user.id) ?? {
      access: explainAccess(facts, user),
      explainOperation: operationExplainer(user, userPaths(facts, user)),
    };
    explainedById.set(user.id, explained);
    return { user, key, hasFactor: key?.hasFactor ?? false, ...explained };
  };
  return questions.map(({ subject, object }) => {
    if (subject === undefined) return refused('unknown-subject');
    if (subject.type === 'user') {
      const holder = holderOf('id' in subject ? subject.id : idsByName.get(subject.usernameKey));
      return holder === undefined ? refused('unknown-subject') : decide(facts, holder, object);
    }
    const key = keysById.get(subject.id);
    const holder = holderOf(key?.ownerId, key);
    if (key === undefined || holder === undefined) return refused('unknown-subject');
    const [reason] = [
      ...reasonsAgainst(keyConditions, { ...key, now: facts.at, ipAddress: subject.ipAddress }),
      ...reasonsAgainst(pathConditions.user, holder.user),
    ];
    return reason === undefined ? decide(facts, holder, object) : refused(reason);
  });
}

function decide({ named }: SubjectFacts, holder: Holder, object: AccessObject | undefined): AccessDecision {
  switch (object?.kind) {
    case undefined:
      return refused('unknown-resource');
    case 'action':
      return anyOf(
        named
          .filter(({ resource, action }) => resource === object.resource && action === object.action)
          .map((permission) => decidePermission(holder, permission.code, conditionDecider(holder, permission, object))),
        'unknown-resource',
      );
    case 'permission':
      return named.some(({ code }) => code === object.code)
        ? decidePermission(holder, object.code)
        : refused('unknown-resource');
    case 'menu':
      if (holder.key !== undefined) return refused('key-refused');
      return anyOf(
        holder.access.menus
          .filter(({ routeName }) => routeName === object.routeName)
          .map((menu) => decideExplained(holder, menu)),
        'not-granted',
      );
    case 'operation':
      return holder.key === undefined
        ? decideOperation(holder, object.rule)
        : decideKeyOperation(holder, holder.key, object);
  }
}

/** Returns the first decision that allows, otherwise the first decision. */
const anyOf = (decisions: readonly AccessDecision[], ifNone: DecisionReason): AccessDecision =>
  decisions.find(({ isAllowed }) => isAllowed) ?? decisions[0] ?? refused(ifNone);

/** Says whether a condition is met. */
type IsMet = (condition: Condition) => boolean;

/** No question about anything else says for which resource a condition should be decided. */
const isNeverMet: IsMet = () => false;

/**
 * Decides conditions as filters do, with the attributes in the question. The conditions on permissions of this service
 * are about resources that this service stores, so no question can decide them.
 */
function conditionDecider(
  { user }: Holder,
  permission: SubjectFacts['named'][number],
  { attributes: resource }: Extract<AccessObject, { kind: 'action' }>,
): IsMet {
  if (conditionTarget(permission) !== 'any') return isNeverMet;
  const { code } = permission;
  const { id, attributes } = user;
  return (condition) => permitsBy({ code, condition, attributes }, id, resource);
}

/** @param use how a key uses the permission. Default: as far as the code says it */
function decidePermission(
  holder: Holder,
  code: string,
  isMet = isNeverMet,
  use: KeyUse = useOfCode(code),
): AccessDecision {
  if (holder.key !== undefined && !holder.key.permissions.includes(code)) return refused('not-listed-by-key');
  const keyReason = holder.key && reasonAgainstKeyUse(holder.key, use);
  if (keyReason !== undefined) return refused(keyReason);
  const permission = holder.access.permissions.find((each) => each.code === code);
  if (permission === undefined) return refused('not-granted');
  return decideExplained(holder, withDecidedConditions(permission, isMet));
}

/** Turns paths with a condition that is not met into near misses. */
function withDecidedConditions(
  { paths, nearMisses }: Explained<PermissionPath>,
  isMet: IsMet,
): Explained<PermissionPath> {
  const gives = ({ condition }: PermissionPath): boolean => condition === null || isMet(condition);
  const giving = paths.filter(gives);
  const missed = [
    ...nearMisses.map((path) =>
      gives(path) ? path : { ...path, otherReasons: [...path.otherReasons, 'conditional' as const] },
    ),
    ...paths
      .filter((path) => !giving.includes(path))
      .map((path) => ({ ...path, reason: 'conditional' as const, otherReasons: [] })),
  ];
  const isGranted = giving.length > 0 || missed.some(isOnlyFactor);
  return { granted: isGranted, needsFactor: isGranted && giving.length === 0, paths: giving, nearMisses: missed };
}

const isOnlyFactor = ({ reason, otherReasons }: NearMiss): boolean =>
  reason === 'factor-required' && otherReasons.length === 0;

const codesIn = (paths: Explained['paths']): readonly string[] => [...new Set(paths.map(({ role }) => role.code))];

function decideExplained({ hasFactor }: Holder, explained: Explained): AccessDecision {
  const { paths, nearMisses, needsFactor } = explained;
  if (!explained.granted) {
    const reasons = nearMisses.flatMap(({ reason, otherReasons }) => [reason, ...otherReasons]);
    // A holder with a factor lacks something else, because a path without the factor alone would be granted.
    const reason = reasons.find((each) => !hasFactor || each !== 'factor-required');
    return refused(reason ?? 'not-granted', codesIn(nearMisses));
  }
  if (!needsFactor) return granted(codesIn(paths));
  const withFactor = nearMisses.filter(isOnlyFactor);
  return hasFactor ? granted(codesIn(withFactor)) : refused('factor-required', codesIn(withFactor));
}

function decideOperation(holder: Holder, rule: OperationRule): AccessDecision {
  if (rule.isPublic) return granted([]);
  const decisions = holder
    .explainOperation(rule)
    .conditions.map((condition) => decideExplained(holder, withDecidedConditions(condition, isNeverMet)));
  const unmet = decisions.find(({ isAllowed }) => !isAllowed);
  if (unmet !== undefined) return unmet;
  if (!isEffective(pathConditions.user, holder.user)) return refused('user-disabled');
  return granted([...new Set(decisions.flatMap(({ roles }) => roles))]);
}

/** Decides whether requests with a key can call an operation. A key passes by permissions only. */
function decideKeyOperation(
  holder: Holder,
  key: SubjectKeyFacts,
  { rule: { isPublic, requirement }, keyUse }: Extract<AccessObject, { kind: 'operation' }>,
): AccessDecision {
  if (isPublic) return granted([]);
  const keyReason = reasonAgainstKeyUse(key, keyUse);
  if (keyReason !== undefined) return refused(keyReason);
  const codes = conditionsOf(requirement).flatMap(({ permissions }) => permissions);
  const decisions = codes.map((code) => ({ code, ...decidePermission(holder, code, isNeverMet, keyUse) }));
  const held = decisions.filter(({ isAllowed }) => isAllowed);
  if (isPermitted(requirement, { roles: [], permissions: held.map(({ code }) => code) }))
    return granted([...new Set(held.flatMap(({ roles }) => roles))]);
  const { reason, roles } = decisions.find(({ isAllowed }) => !isAllowed) ?? refused('not-granted');
  return refused(reason, roles);
}
