import { editorTypes } from '../contents/content.ts';
import { resourceAttributes, type AttributeTypes } from './condition-attributes.ts';

const times = { createdAt: { kind: 'time' }, updatedAt: { kind: 'time' } } as const;

/**
 * The attributes that filters of lists can compare. Conditions on permissions compare fewer attributes of contents, because
 * they are also evaluated where only these are known.
 */
export const listAttributes = {
  content: {
    ...resourceAttributes.content,
    ...times,
    id: { kind: 'id' },
    title: { kind: 'string' },
    slug: { kind: 'string' },
    summary: { kind: 'string' },
    editorType: { kind: 'string', values: editorTypes },
    coverId: { kind: 'id' },
    publishAt: { kind: 'time' },
    unpublishAt: { kind: 'time' },
  },
  user: {
    ...times,
    id: { kind: 'id' },
    kind: { kind: 'string' },
    username: { kind: 'string' },
    email: { kind: 'string' },
    emailVerified: { kind: 'boolean' },
    nickName: { kind: 'string' },
    phone: { kind: 'string' },
    status: { kind: 'number' },
    invitedUntil: { kind: 'time' },
  },
  event: {
    id: { kind: 'id' },
    position: { kind: 'number' },
    type: { kind: 'string' },
    occurredAt: { kind: 'time' },
    actorType: { kind: 'string' },
    actorId: { kind: 'id' },
    subjectType: { kind: 'string' },
    subjectId: { kind: 'id' },
    subjectName: { kind: 'string' },
    requestId: { kind: 'string' },
    apiKeyId: { kind: 'id' },
  },
} as const satisfies Record<string, AttributeTypes>;

/**
 * The attributes of built-in resources that filters of other resources compare through a reference. Everybody who may read
 * the referred resource sees them.
 */
export const referredAttributes = {
  user: {
    username: { kind: 'string' },
    nickName: { kind: 'string' },
    kind: { kind: 'string' },
    status: { kind: 'number' },
  },
  role: { code: { kind: 'string' }, name: { kind: 'string' }, status: { kind: 'number' } },
  content: {
    title: { kind: 'string' },
    slug: { kind: 'string' },
    status: resourceAttributes.content.status,
    authorId: { kind: 'id' },
    categoryId: { kind: 'category' },
    publishedAt: { kind: 'time' },
  },
  category: { name: { kind: 'string' }, slug: { kind: 'string' } },
  tag: { name: { kind: 'string' }, slug: { kind: 'string' } },
  media: { name: { kind: 'string' }, ...resourceAttributes.media },
} as const satisfies Record<string, AttributeTypes>;

/** The names of the attributes of a kind of list. */
export type ListAttribute<List extends keyof typeof listAttributes> = keyof (typeof listAttributes)[List];
