import type { Route } from '../routes/route.ts';

/** A section of the API document: the operations whose paths have the same first segment. */
interface Section {
  readonly name: string;
  readonly description?: string;
}

const documentation = { name: 'Documentation', description: 'This document and the page that shows it.' };

/** The sections by the first segment of their paths, in the order of docs/interface.md §4. */
const sections: Readonly<Record<string, Section>> = {
  auth: { name: 'Authentication', description: 'Accounts, sessions and tokens.' },
  setup: {
    name: 'First start',
    description: 'Sets up the first administrator from the link that the first start prints.',
  },
  permissions: { name: 'Permissions', description: 'Codes of the form `resource.action`.' },
  roles: { name: 'Roles', description: 'Sets of permissions and menus that users can have.' },
  users: { name: 'Users', description: 'Accounts as administrators see them.' },
  menus: { name: 'Menus', description: 'The tree of menus, and the part of it that a user sees.' },
  contents: {
    name: 'Contents',
    description: 'Pages in Markdown or HTML with drafts and publication.',
  },
  categories: { name: 'Categories', description: 'The tree of categories. A content belongs to at most one.' },
  tags: { name: 'Tags', description: 'Words that readers find contents by.' },
  previews: { name: 'Previews', description: 'Contents before they are published, for those who have a link.' },
  feeds: { name: 'Feeds', description: 'The latest public contents, for feed readers and search engines.' },
  events: { name: 'Events', description: 'Who changed what, from where, and the values before and after.' },
  'audit-logs': { name: 'Audit records', description: 'Changes of roles: who made them, and before and after.' },
  webhooks: {
    name: 'Webhooks',
    description: 'Addresses that receive every change as a signed request, and what was delivered to them.',
  },
  me: { name: 'Live updates', description: 'Changes that concern the caller, as they happen.' },
  overview: {
    name: 'Overview',
    description: 'Numbers of records, recent logins and changes, and the state of the service.',
  },
  health: { name: 'Health', description: 'For orchestrators and load balancers.' },
  'openapi.json': documentation,
  docs: documentation,
};

/** Returns the section of a route. If `sections` has no entry for the path, the section is named after the first segment of the path. */
export function sectionOf({ path }: Pick<Route, 'path'>): Section {
  const [, segment = ''] = path.split('/');
  return sections[segment] ?? { name: segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('-', ' ') };
}

/** Returns all sections of the document. The sections of routes that an embedding program adds come last. */
export const sectionsOf = (routes: readonly Route[]): readonly Section[] => [
  ...new Map([...Object.values(sections), ...routes.map(sectionOf)].map((noun) => [noun.name, noun])).values(),
];

/** Introduction to the API for readers of the document. */
export const introduction = `
Accounts and sessions, roles and permissions, a menu tree for each user, contents in Markdown, and an audit record of every
role change.

**Log in first.** Most operations need an access token: call \`POST /api/auth/login\`, and send the \`accessToken\` of
the response as \`Authorization: Bearer <accessToken>\`. It is valid for 15 minutes by default; \`POST /api/auth/refresh\` exchanges the refresh token for a new pair. Reading published contents, categories
and tags needs no token.

**Every response has an envelope.** A success carries \`code\` 0 and the payload in \`data\`. An error carries a business
\`code\`, a \`message\` for people, its \`reason\` and, if values are invalid, \`errors\`. Several reasons share a code, so programs
should look at \`reason\`. Each operation lists its reasons and codes.

**Bodies** are JSON; properties that are not listed are ignored. **Times** are ISO 8601 in UTC. A value that is not set is
null, never missing. Every response carries \`X-Request-Id\`: that of the request if it consists of 1 to 64 letters, digits,
\`_\` and \`-\`, otherwise a new one.
`.trim();
