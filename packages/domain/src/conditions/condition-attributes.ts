import type { ContentPermissionCode } from '../built-in.ts';
import type { AttributeKind } from './condition-operators.ts';
import { mediaTypes } from '../media/media-file.ts';
import { contentStatuses } from '../contents/schedule.ts';

/** An attribute that conditions can compare. */
export interface AttributeType {
  readonly kind: AttributeKind;
  /** The values that the attribute can have, if they are known. */
  readonly values?: readonly string[];
}

/** The types of attributes by name. */
export type AttributeTypes = Readonly<Record<string, AttributeType>>;

/** The attributes of contents, categories, tags and files that conditions can compare. */
export const resourceAttributes = {
  content: {
    authorId: { kind: 'id' },
    status: { kind: 'string', values: contentStatuses },
    categoryId: { kind: 'category' },
    tagIds: { kind: 'id[]' },
    createdAt: { kind: 'time' },
    publishedAt: { kind: 'time' },
  },
  category: { id: { kind: 'category' } },
  tag: { id: { kind: 'id' } },
  media: { uploaderId: { kind: 'id' }, folder: { kind: 'string' }, type: { kind: 'string', values: mediaTypes } },
} as const satisfies Record<string, AttributeTypes>;

/** A type of resources whose routes evaluate conditions. */
type ConditionedType = keyof typeof resourceAttributes;

/** The attributes of a user to which every condition can refer. */
export const subjectAttributes = { id: { kind: 'id' } } as const satisfies AttributeTypes;

/** The type of the resources that a permission is about, by its code. */
const evaluated: Readonly<Record<ContentPermissionCode, ConditionedType>> = {
  'content.create': 'content',
  'content.read-drafts': 'content',
  'content.update': 'content',
  'content.publish': 'content',
  'content.delete': 'content',
  'category.manage': 'category',
  'tag.manage': 'tag',
  'media.manage': 'media',
};

const isEvaluated = (code: string): code is ContentPermissionCode => Object.hasOwn(evaluated, code);

/** The types of resources that this service stores, and what its other permissions are about. */
const ownTypes: ReadonlySet<string> = new Set(
  'user role menu permission content category tag media access token event audit webhook operation'.split(' '),
);

/**
 * What conditions on a permission can compare: the attributes of a type of this service, any attribute of a type that
 * other services store, or nothing, because no route would evaluate the condition.
 */
export type ConditionTarget = AttributeTypes | 'any' | 'none';

/** The attributes that conditions on the permissions of additional resources can compare, by the codes of the permissions. */
export type ConditionTargets = Readonly<Record<string, ConditionTarget>>;

/** A permission whose conditions are checked. */
interface ConditionedPermission {
  readonly code: string;
  readonly resource: string;
  /** Set if the routes of an additional resource require the permission. */
  readonly target?: ConditionTarget | undefined;
}

/** Returns what conditions on a permission with this code and this `resource` can compare. */
export function conditionTarget({ code, resource, target }: ConditionedPermission): ConditionTarget {
  if (target !== undefined) return target;
  if (isEvaluated(code)) return resourceAttributes[evaluated[code]];
  const [type = ''] = code.split('.');
  return ownTypes.has(type) || ownTypes.has(resource) ? 'none' : 'any';
}
