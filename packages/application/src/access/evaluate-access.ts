import { conditionsOf } from '@portcullis/domain/internal/access/access';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import {
  decideAccess,
  type AccessDecision,
  type AccessQuestion,
} from '@portcullis/domain/internal/access/decide-access';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { AccessFactViews, SubjectQuery } from '../ports/access-facts.ts';

interface Dependencies {
  readonly accessFacts: Pick<AccessFactViews, 'ofSubjects'>;
  /** What conditions on the permissions of additional resources, which this service stores, can compare. */
  readonly conditionTargets: ConditionTargets;
}

/**
 * Decides questions of other services about the access of users and API keys. All questions are decided with the data of
 * one statement.
 */
export const evaluateAccess =
  ({ accessFacts, conditionTargets }: Dependencies) =>
  async (questions: readonly AccessQuestion[]): Promise<readonly AccessDecision[]> => {
    const facts = await accessFacts.ofSubjects(subjectQueryOf(questions));
    const named = facts.named.map((permission) => ({ ...permission, target: conditionTargets[permission.code] }));
    return decideAccess({ ...facts, named }, questions);
  };

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)];

/** Returns the query for the facts that decide the questions. */
function subjectQueryOf(questions: readonly AccessQuestion[]): SubjectQuery {
  const subjects = questions.flatMap(({ subject }) => subject ?? []);
  const objects = questions.flatMap(({ object }) => object ?? []);
  const actions = new Map<string, Pick<Permission, 'resource' | 'action'>>();
  for (const object of objects) {
    if (object.kind !== 'action') continue;
    const { resource, action } = object;
    actions.set(JSON.stringify([resource, action]), { resource, action });
  }
  return {
    userIds: unique(subjects.flatMap((subject) => (subject.type === 'user' && 'id' in subject ? subject.id : []))),
    usernameKeys: unique(subjects.flatMap((subject) => ('usernameKey' in subject ? subject.usernameKey : []))),
    keyIds: unique(subjects.flatMap((subject) => (subject.type === 'apiKey' ? subject.id : []))),
    permissionCodes: unique(
      objects.flatMap((object) => {
        if (object.kind === 'permission') return object.code;
        return object.kind === 'operation'
          ? conditionsOf(object.rule.requirement).flatMap(({ permissions }) => permissions)
          : [];
      }),
    ),
    actions: [...actions.values()],
    withMenus: objects.some(({ kind }) => kind === 'menu'),
  };
}
