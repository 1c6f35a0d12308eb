import type { Route } from '../routes/route.ts';

/** A section of the document: the paths that begin with one noun. */
interface Noun {
  readonly name: string;
  readonly description?: string;
}

const documentation = { name: 'Documentation', description: 'This document, and the page that shows it.' };

/** Sections by the first segment of their paths, in the order of docs/interface.md §4. */
const nouns: Readonly<Record<string, Noun>> = {
  auth: { name: 'Authentication', description: 'Accounts, sessions and tokens.' },
  setup: { name: 'First start', description: 'The link that the first start prints.' },
  permissions: { name: 'Permissions', description: 'Codes of the form `resource.action`.' },
  roles: { name: 'Roles', description: 'What a role brings: permissions and menus.' },
  users: { name: 'Users', description: 'Accounts as administrators see them.' },
  menus: { name: 'Menus', description: 'The tree of menus, and what of it a user sees.' },
  contents: {
    name: 'Contents',
    description: 'Pages in Markdown or HTML and their life cycle.',
  },
  categories: { name: 'Categories', description: 'The tree that contents are filed in.' },
  tags: { name: 'Tags', description: 'Words that contents are found by.' },
  'audit-logs': { name: 'Audit records', description: 'Who changed whose roles.' },
  overview: { name: 'Overview', description: 'Numbers, last events, and the state of the service.' },
  health: { name: 'Health', description: 'For orchestrators and load balancers.' },
  'openapi.json': documentation,
  docs: documentation,
};

/** The section of a route. Paths that no section above names have one called after their first segment. */
export function nounOf({ path }: Pick<Route, 'path'>): Noun {
  const [, segment = ''] = path.split('/');
  return nouns[segment] ?? { name: segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('-', ' ') };
}

/** The sections of a document: those above, then those of further routes. */
export const sectionsOf = (routes: readonly Route[]): readonly Noun[] => [
  ...new Map([...Object.values(nouns), ...routes.map(nounOf)].map((noun) => [noun.name, noun])).values(),
];

/** What a newcomer should know before the first request. */
export const introduction = `
Accounts and sessions, roles and permissions, the menu tree each user may see, content in Markdown, and an audit trail of
every role change.

**Log in first.** Most operations need an access token: call \`POST /api/auth/login\`, and send the \`accessToken\` it
answers as \`Authorization: Bearer <accessToken>\`. It works for a quarter of an hour, unless the installation says
otherwise; \`POST /api/auth/refresh\` exchanges the refresh token for a new pair. Reading published contents, categories
and tags needs no token.

**Every answer has an envelope.** A success carries \`code\` 0 and the payload in \`data\`. An error carries a business
\`code\`, a \`message\` for people, its \`reason\` and, where values are at fault, \`errors\`. Several reasons share a code: branch
on \`reason\`. Each operation lists the reasons and codes it can answer.

**Bodies** are JSON; properties that are not listed are ignored. **Times** are ISO 8601 in UTC. What is absent is null.
Every answer carries \`X-Request-Id\`, the request's own where it has one of 1 to 64 letters, digits, \`_\` and \`-\`.
`.trim();
