import { isPermitted } from '@portcullis/domain/internal/access/access';
import type { AccessQuestion, AccessSubject } from '@portcullis/domain/internal/access/decide-access';
import { canUseCode, reasonAgainstKeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { OperationRule } from '@portcullis/domain/internal/access/explain-access';
import { evaluateAccess } from '@portcullis/application/internal/access/evaluate-access';
import type { AccessViews } from '@portcullis/application/internal/ports/access';
import type { AccessFactViews } from '@portcullis/application/internal/ports/access-facts';
import type { RandomAccess } from '@portcullis/testing/internal/contracts/random-access';

/** The address of the requests with keys. */
export const keyAddress = '192.0.2.1';

/** The views that decide access. */
interface DecisionStore {
  readonly access: AccessViews;
  readonly accessFacts: AccessFactViews;
}

/** A subject, and what it may do by the access check, as `decide` says it. */
export interface Expected {
  readonly subject: AccessSubject;
  readonly granted: ReadonlySet<string>;
}

/** How keys use the operations whose ids have these remainders. */
const keyUses = ['reads', 'writes', 'refused'] as const;

const keyUseOf = ({ id }: OperationRule) => keyUses[Number(id) % keyUses.length] ?? 'refused';

/**
 * Compares the decisions for other services with those of the access check, for every user in a session without a second
 * factor, and for every API key. All questions are decided together.
 * @param users what the access check says for each user
 * @returns the questions that are decided differently
 */
export async function compareDecisions(
  store: DecisionStore,
  state: RandomAccess,
  rules: readonly OperationRule[],
  users: readonly Expected[],
): Promise<readonly unknown[]> {
  const objects = objectsIn(state, rules);
  const questions: (AccessQuestion & { readonly name: string; readonly isGranted: boolean })[] = [];
  for (const { subject, granted } of [...users, ...(await keysOf(store, state, rules))])
    for (const [name, object] of objects) questions.push({ subject, object, name, isGranted: granted.has(name) });
  const decisions = await evaluateAccess({ accessFacts: store.accessFacts, conditionTargets: {} })(questions);
  return questions.filter(({ isGranted }, index) => {
    const decision = decisions[index];
    return decision?.isAllowed !== isGranted || (decision.reason === 'granted') !== isGranted;
  });
}

const objectsIn = ({ permissions, menus }: RandomAccess, rules: readonly OperationRule[]) =>
  new Map<string, AccessQuestion['object']>([
    ...permissions.map(({ code }) => [`permission ${code}`, { kind: 'permission', code }] as const),
    ...permissions.map(
      ({ code, resource, action }) => [`action ${code}`, { kind: 'action', resource, action, attributes: {} }] as const,
    ),
    ...menus.map(({ id, routeName }) => [`menu ${id}`, { kind: 'menu', routeName }] as const),
    ...rules.map((rule) => [`operation ${rule.id}`, { kind: 'operation', rule, keyUse: keyUseOf(rule) }] as const),
  ]);

/** Returns what every key may do by the access check of requests. */
async function keysOf(
  { access }: DecisionStore,
  { apiKeys }: RandomAccess,
  rules: readonly OperationRule[],
): Promise<readonly Expected[]> {
  const all: Expected[] = [];
  for (const { id, secretHash } of apiKeys) {
    const key = await access.keyGrants({ keyId: id, secretHash, ipAddress: keyAddress });
    const permissions = key?.permissions ?? [];
    const opened = rules.filter((rule) => {
      const use = keyUseOf(rule);
      return (
        key !== undefined &&
        reasonAgainstKeyUse(key, use) === undefined &&
        isPermitted(rule.requirement, { roles: [], permissions })
      );
    });
    all.push({
      subject: { type: 'apiKey', id, ipAddress: keyAddress },
      granted: new Set([
        ...permissions
          .filter((code) => key !== undefined && canUseCode(key, code))
          .flatMap((code) => [`permission ${code}`, `action ${code}`]),
        ...opened.map((rule) => `operation ${rule.id}`),
      ]),
    });
  }
  return all;
}
