/** Returns the path of a resource: `/api/acme/projects` for `acme.projects`. */
export const pathOf = (resource: string): string => `/api/${resource.replaceAll('.', '/')}`;

const pascal = (words: string): string =>
  words.replaceAll(/(?:^|[.-])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Returns the name of one entry of a resource: `category` for `categories`. */
export const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

/** The first words of the operations for the actions of refine. */
const verbs: Readonly<Record<string, string>> = {
  show: 'get',
  create: 'create',
  clone: 'create',
  edit: 'update',
  delete: 'delete',
};

/**
 * Returns the id of the operation for an action of refine: `updateAcmeProject` for `edit` of `acme.projects`. Another
 * action is the id of an operation itself, such as `publishContent`.
 */
export function operationFor(resource: string, action: string): string {
  if (action === 'list') return `list${pascal(resource)}`;
  const verb = verbs[action];
  return verb === undefined ? action : `${verb}${pascal(singular(resource))}`;
}
