import type { ContentPermissionCode } from '../built-in.ts';
import type { Condition } from '../conditions/condition.ts';
import type { AttributeDeclaration } from '../conditions/user-attribute.ts';

/** A role that an administrator can add as it is, with permissions for contents. No installation has it from the start. */
export interface ReadyRole {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly grants: readonly ReadyGrant[];
  /** The attributes of users to which the conditions refer. */
  readonly attributes: readonly AttributeDeclaration[];
}

/** A permission of a ready role, with its condition. */
export interface ReadyGrant {
  readonly code: ContentPermissionCode;
  /** Null: for all resources. */
  readonly condition: Condition | null;
}

const own: Condition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };
const ownDrafts: Condition = { all: [own, { attr: 'resource.status', eq: 'DRAFT' }] };

const authorGrants: readonly ReadyGrant[] = [
  { code: 'content.create', condition: own },
  { code: 'content.read-drafts', condition: own },
  { code: 'content.update', condition: ownDrafts },
  { code: 'content.delete', condition: ownDrafts },
];

const section: AttributeDeclaration = {
  name: 'section',
  label: 'Section',
  type: 'string',
  values: null,
  readableBy: 'self',
  // Users who could write the attribute could give themselves every section.
  writableBy: 'admin',
};

const inSection: Condition = { attr: 'resource.categoryId', under: { ref: 'subject.section' } };

/** Reaches the categories below the section of the user, but not the category of the section itself. */
const belowSection: Condition = {
  all: [
    { attr: 'resource.id', under: { ref: 'subject.section' } },
    { attr: 'resource.id', ne: { ref: 'subject.section' } },
  ],
};

/** The roles that an administrator can add ready-made, with their permissions and conditions. */
export const readyRoles = [
  {
    code: 'AUTHOR',
    name: 'Author',
    description: 'Creates contents, reads own contents, and changes and deletes own drafts.',
    grants: authorGrants,
    attributes: [],
  },
  {
    code: 'PUBLISHER',
    name: 'Publisher',
    description: 'Does the same as an author, and publishes, unpublishes and archives own contents.',
    grants: [...authorGrants, { code: 'content.publish', condition: own }],
    attributes: [],
  },
  {
    code: 'SECTION_EDITOR',
    name: 'Section editor',
    description: 'Writes and publishes all contents of a section and manages the categories below it.',
    grants: [
      { code: 'content.create', condition: inSection },
      { code: 'content.read-drafts', condition: inSection },
      { code: 'content.update', condition: inSection },
      { code: 'content.publish', condition: inSection },
      { code: 'content.delete', condition: inSection },
      { code: 'category.manage', condition: belowSection },
    ],
    attributes: [section],
  },
] as const satisfies readonly ReadyRole[];

/** The code of a role that an administrator can add ready-made. */
export type ReadyRoleCode = (typeof readyRoles)[number]['code'];

/** The codes of the roles that an administrator can add ready-made. */
export const readyRoleCodes: readonly ReadyRoleCode[] = readyRoles.map(({ code }) => code);
