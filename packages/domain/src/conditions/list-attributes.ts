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

/** The names of the attributes of a kind of list. */
export type ListAttribute<List extends keyof typeof listAttributes> = keyof (typeof listAttributes)[List];
