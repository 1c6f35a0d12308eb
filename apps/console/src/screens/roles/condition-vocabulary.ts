import {
  conditionTarget,
  subjectAttributes,
  type ConditionTarget,
} from '@portcullis/domain/internal/conditions/condition-attributes';
import { conditionSubjectTypes } from '@portcullis/domain/internal/conditions/condition-subjects';
import { ownConditionTarget } from '@portcullis/domain/internal/own-resource';
import type { Choice } from '../../parts/elements.tsx';
import type { ConditionNames } from '../../resources/condition-text.ts';
import { resourceOfPermission } from '../../resources/modules.ts';
import { categoryChoices, categoryNames, loadReferences, type References } from '../../resources/references.ts';
import { api, can } from '../../session/session.ts';
import type { ConditionScope } from './condition-draft.ts';

/** The names and values that the builder of conditions offers. */
export interface Vocabulary extends ConditionNames {
  readonly categories: readonly Choice[];
  readonly tags: readonly Choice[];
  /** The attributes of users that only administrators can write. Conditions cannot refer to others. */
  readonly subject: ConditionScope['subject'];
  readonly references: References;
}

/** Reads the categories, the tags and the declared attributes of users. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const [references, declared] = await Promise.all([
    loadReferences(),
    can('getUserAttributes') ? api.get('/api/user-attributes') : undefined,
  ]);
  const trusted = (declared?.attributes ?? []).filter(({ writableBy }) => writableBy === 'admin');
  return {
    references,
    categories: categoryChoices(references.categories),
    tags: [...references.tags].map(([value, label]) => ({ value, label })),
    subject: { ...subjectAttributes, ...conditionSubjectTypes(trusted) },
    ofIds: new Map([...categoryNames(references.categories), ...references.tags]),
    ofUserAttributes: new Map(trusted.map(({ name, label }) => [name, label])),
  };
}

/** Returns what conditions on a permission compare if a module has defined its resource from fields. */
function moduleTarget(code: string): ConditionTarget | undefined {
  const resource = resourceOfPermission(code);
  if (resource === undefined) return undefined;
  const attributes = resource.fields.flatMap(({ value, kind, values }) =>
    kind === null
      ? []
      : [[value, { kind, ...(values.length > 0 && { values: values.map((each) => each.value) }) }] as const],
  );
  return ownConditionTarget(code.slice(resource.name.length + 1), Object.fromEntries(attributes));
}

/** Returns what the condition of a permission can compare; undefined if the permission can have no condition. */
export function targetOf(permission: Parameters<typeof conditionTarget>[0]): ConditionScope['target'] | undefined {
  const target = conditionTarget({ ...permission, target: moduleTarget(permission.code) });
  return target === 'none' ? undefined : target;
}
