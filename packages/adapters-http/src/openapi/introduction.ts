import type { Route } from '../routes/route.ts';

/**
 * A section of the API document, which is a tag in OpenAPI. A section contains the operations whose paths have the same
 * first segment. Only the sections `Documentation` and `Files` contain operations with two different first segments.
 */
interface Section {
  readonly name: string;
  readonly description?: string;
}

const files = { name: 'Files', description: 'Pictures and other files that contents show.' };
const documentation = { name: 'Documentation', description: 'This document and the page that shows it.' };

/**
 * The sections by the first path segment below `/api`, in the order in which the API document shows them. Segments
 * outside `/api` begin with a slash.
 */
const sections: Readonly<Record<string, Section>> = {
  auth: { name: 'Authentication', description: 'Accounts, sessions and tokens.' },
  setup: {
    name: 'First start',
    description: 'Creates the first administrator, with the link that the service prints on its first start.',
  },
  permissions: {
    name: 'Permissions',
    description: 'Codes, such as `user.read`, that roles grant and that operations require.',
  },
  roles: { name: 'Roles', description: 'Sets of permissions and menus that users can have.' },
  users: { name: 'Users', description: 'User accounts, which administrators manage.' },
  access: {
    name: 'Access',
    description: 'What a change would do to the access of users, and decisions for gateways.',
  },
  menus: { name: 'Menus', description: 'The menu tree, and the menus that a user can see.' },
  contents: {
    name: 'Contents',
    description: 'Pages in Markdown or HTML with drafts and publication.',
  },
  categories: { name: 'Categories', description: 'The tree of categories. A content belongs to at most one.' },
  tags: { name: 'Tags', description: 'Keywords by which readers find contents.' },
  media: files,
  '/media': files,
  previews: { name: 'Previews', description: 'Unpublished contents, for readers who have a preview link.' },
  feeds: { name: 'Feeds', description: 'The latest public contents, for feed readers and search engines.' },
  events: {
    name: 'Events',
    description: 'Records of who made which change from which address, with the values before and after.',
  },
  'audit-logs': {
    name: 'Audit records',
    description: 'Records of who changed the roles of a user, with the roles before and after.',
  },
  'ready-roles': { name: 'Ready roles', description: 'Roles with conditions that an administrator can add.' },
  'user-attributes': {
    name: 'User attributes',
    description: 'Declarations of what else users of this installation have, such as a department.',
  },
  'api-keys': {
    name: 'API keys',
    description: 'Keys with which programs call the API in the name of a user or of a service account.',
  },
  webhooks: {
    name: 'Webhooks',
    description: 'URLs that receive events of chosen types as signed requests, and the deliveries to these URLs.',
  },
  me: { name: 'Live updates', description: 'Changes that concern the caller, as they happen.' },
  overview: {
    name: 'Overview',
    description: 'Numbers of records, recent logins and changes, and the state of the service.',
  },
  console: { name: 'Console', description: 'What modules add to the console.' },
  health: { name: 'Health', description: 'Checks for orchestrators and load balancers.' },
  '/oauth2': { name: 'OAuth', description: 'For clients and services that work with tokens as OAuth describes.' },
  '/access': {
    name: 'AuthZEN',
    description:
      'The Authorization API 1.0 of the OpenID Foundation, with which other services ask for decisions. Its bodies and errors have the form of that standard.',
  },
  '/.well-known': { name: 'Discovery', description: 'The keys and addresses that other services need.' },
  'openapi.json': documentation,
  docs: documentation,
};

/**
 * Returns the section of a route. If `sections` has no entry for the path, the section is named after the first segment
 * of the path.
 */
export function sectionOf({ base, path }: Pick<Route, 'base' | 'path'>): Section {
  const [, first = ''] = path.split('/');
  const segment = base === '' ? `/${first}` : first;
  return sections[segment] ?? { name: segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('-', ' ') };
}

/** Returns all sections of the document. Sections of routes that are added by another program come last. */
export const sectionsOf = (routes: readonly Route[]): readonly Section[] => [
  ...new Map([...Object.values(sections), ...routes.map(sectionOf)].map((noun) => [noun.name, noun])).values(),
];

/** The introduction to the API. The OpenAPI document contains it as its description. */
export const introduction = `
Accounts and sessions, roles and permissions, a menu tree for each user, contents in Markdown, and an audit record of
every change of the roles that a user has.

**Log in first.** Most operations need an access token: call \`POST /api/auth/login\`, and send the \`accessToken\` of
the response as \`Authorization: Bearer <accessToken>\`. The access token is valid for 15 minutes by default;
\`POST /api/auth/refresh\` exchanges the refresh token for a new pair of tokens. Reading published contents, categories
and tags needs no token.

**Every JSON response has an envelope,** except feeds, this document, and operations of other standards, whose paths are outside \`/api\`. A successful response has \`code\` 0 and the
payload in \`data\`. An error response has a business \`code\`, a \`message\` for users, a \`reason\`, and \`errors\`
with details such as invalid values, otherwise null. Several reasons share a code, so programs should look at
\`reason\`. Each operation lists its reasons and codes.

**Bodies** are JSON, except forms with a file; properties that are not listed are ignored. **Times** are ISO 8601 in UTC. A value that is not set is
null; only the fields that a schema does not require may be missing. Every response has an \`X-Request-Id\`. A value in
the request is used if it consists of 1 to 64 letters, digits, \`_\` and \`-\`; otherwise, the service creates a new value.
`.trim();
