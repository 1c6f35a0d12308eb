import { choicesOf, inlined, type Api, type JsonSchema, type Operation } from './document.ts';

/** How tools differ for clients that ask people before a call. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

/** A tool: one task, for every type of entries that has an operation for it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  /**
   * The actions that the caller chooses from; the first is the default. Each has the endpoints of its operation, of which
   * the first that exists for the type counts. A path that begins with a slash continues the path of the collection.
   */
  readonly actions: Readonly<Record<string, readonly string[]>>;
}

const reads: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const adds: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const alters: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

/** The type of the caller's own access, and the collection that its operations are below. */
const self = 'self';
const selfCollection = '/api/auth';
export const whatIf = 'post /api/access/what-if';

/** All tools. What they offer for each type is read from the API document. */
export const tools: readonly ToolDefinition[] = [
  {
    name: 'search',
    title: 'Search',
    description: 'Finds entries by words. For content, it looks in whole texts, by default of published articles.',
    hints: reads,
    actions: { find: ['get /search', 'get '] },
  },
  {
    name: 'list',
    title: 'List',
    description: 'Lists entries, at most 20 at once; `cursor` continues. `parameters` filter and sort.',
    hints: reads,
    actions: { entries: ['get '] },
  },
  {
    name: 'read',
    title: 'Read',
    description:
      'Reads one entry by its id, with its version. Of a text over 20 KB it returns the beginning; `field` and `from` read on. Articles come as Markdown. `draft` is the working copy of an article.',
    hints: reads,
    actions: {
      entry: ['get /{id}'],
      draft: ['get /{id}/draft'],
      usage: ['get /{id}/usage'],
      roleGrants: ['get /{id}/role-grants'],
      permissionGrants: ['get /{id}/permission-grants'],
      menus: ['get /{id}/menus'],
    },
  },
  {
    name: 'create',
    title: 'Create',
    description: 'Creates an entry. A new article is a draft until it is published.',
    hints: adds,
    actions: { entry: ['post '] },
  },
  {
    name: 'update',
    title: 'Change',
    description:
      'Changes the given fields of an entry. A change of a published article is public at once; with the action `draft`, it is kept in a working copy until that is published. `version` 0 begins a working copy.',
    hints: alters,
    actions: { entry: ['patch /{id}'], draft: ['put /{id}/draft'], move: ['post /{id}/move'] },
  },
  {
    name: 'publish',
    title: 'Publish',
    description:
      'Publishes, withdraws or archives an entry, or publishes its working copy. `version` is that of the entry, not of its working copy.',
    hints: alters,
    actions: {
      publish: ['post /{id}/publish'],
      unpublish: ['post /{id}/unpublish'],
      archive: ['post /{id}/archive'],
      publishDraft: ['post /{id}/draft/publish'],
    },
  },
  {
    name: 'schedule',
    title: 'Schedule',
    description: 'Sets or removes the times at which an entry is published and withdrawn. Times need an offset.',
    hints: alters,
    actions: { set: ['put /{id}/schedule'], remove: ['delete /{id}/schedule'] },
  },
  {
    name: 'delete',
    title: 'Delete',
    description: 'Deletes an entry, or discards the working copy of an article.',
    hints: alters,
    actions: { entry: ['delete /{id}'], draft: ['delete /{id}/draft'] },
  },
  {
    name: 'upload',
    title: 'Upload',
    description: 'Stores a file of at most 700 KB. The same bytes are stored once.',
    hints: { ...adds, idempotentHint: true },
    actions: { file: ['post '] },
  },
  {
    name: 'manage_access',
    title: 'Manage access',
    description: 'Replaces the roles of a user, or the permissions or menus of a role. Look at `what_if` first.',
    hints: alters,
    actions: {
      roles: ['put /{id}/roles'],
      roleGrants: ['put /{id}/role-grants'],
      permissions: ['post /{id}/permissions'],
      permissionGrants: ['put /{id}/permission-grants'],
      menus: ['post /{id}/menus'],
    },
  },
  {
    name: 'explain_access',
    title: 'Explain access',
    description:
      'Says why a user may or may not do something, or who holds a role, a permission or a menu. The type `self` lists the permissions of the caller.',
    hints: reads,
    actions: { explain: ['get /{id}/access', 'get /{id}/holders', 'get /permissions'] },
  },
  {
    name: 'what_if',
    title: 'What if',
    description: 'Says who would gain or lose access by a change, without making it.',
    hints: reads,
    actions: {},
  },
];

/** Whether an operation changes the working copy of an entry, or begins one. */
export const beginsWorkingCopy = ({ verb, path }: Operation): boolean => verb === 'put' && path.endsWith('/draft');

const isOffered = (tool: ToolDefinition, action: string, endpoint: string, operation: Operation): boolean => {
  if (action === 'find') return operation.query.some(({ name }) => name === 'search' || name === 'q');
  if (endpoint === 'post ') return operation.isUpload === (tool.name === 'upload');
  return true;
};

/** Returns the actions of `what_if` for a type: the changes of the document that begin with it, such as `user.roles`. */
function whatIfActions(api: Api, type: string): readonly [string, Operation][] {
  const operation = api.find(whatIf);
  const schema = inlined(operation?.body ?? {}, api.schemas);
  const kinds = JSON.stringify(schema).match(/"[a-z]+\.[a-z-]+"/g) ?? [];
  if (operation === undefined) return [];
  return kinds.flatMap((kind): [string, Operation][] => {
    const [of, action = ''] = kind.slice(1, -1).split('.');
    return of === type ? [[action, operation]] : [];
  });
}

/** Returns the operations of a tool for a type of entries, by their actions. Empty for an unknown type. */
export function operationsOf(tool: ToolDefinition, type: string, api: Api): ReadonlyMap<string, Operation> {
  const collection = type === self ? selfCollection : api.collections.get(type);
  if (collection === undefined) return new Map();
  if (tool.name === 'what_if') return new Map(whatIfActions(api, type));
  return new Map(
    Object.entries(tool.actions).flatMap(([action, endpoints]): [string, Operation][] => {
      for (const endpoint of endpoints) {
        const operation = api.find(endpoint.replace(' ', ` ${collection}`));
        if (operation !== undefined && isOffered(tool, action, endpoint, operation)) return [[action, operation]];
      }
      return [];
    }),
  );
}

/** Returns the types for which a tool has an operation. */
export const typesOf = (tool: ToolDefinition, api: Api): readonly string[] =>
  [...api.collections.keys(), self].filter((type) => operationsOf(tool, type, api).size > 0);

/** A tool as `tools/list` describes it. */
interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Hints;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly outputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
}

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Returns one schema for the values of all types, each with the title of its type and action. */
const anyOf = (schemas: readonly JsonSchema[], description: string): JsonSchema | undefined => {
  const [first] = schemas;
  if (first === undefined) return undefined;
  return { description, ...(schemas.length === 1 ? first : { anyOf: schemas }) };
};

interface Offered {
  readonly type: string;
  readonly action: string;
  readonly operation: Operation;
}

const titled = ({ type, action }: Offered, schema: unknown): JsonSchema => ({
  ...(typeof schema === 'object' ? schema : {}),
  title: `${type}: ${action}`,
});

const parametersOf = (offered: Offered, api: Api): JsonSchema | undefined => {
  const choices = choicesOf(offered.operation);
  if (choices.length === 0) return undefined;
  const properties = choices.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return titled(offered, inlined({ type: 'object', properties: Object.fromEntries(properties) }, api.schemas));
};

/** Returns the schema of the arguments of a tool, for the operations that the caller may call. */
function inputSchemaOf(tool: ToolDefinition, offered: readonly Offered[], api: Api): ListedTool['inputSchema'] {
  const operations = offered.map(({ operation }) => operation);
  const every = (has: (operation: Operation) => boolean) => operations.every(has);
  const some = (has: (operation: Operation) => boolean) => operations.some(has);
  const actions = [...new Set(offered.map(({ action }) => action))];
  const isSearch = tool.name === 'search';
  const isWhatIf = tool.name === 'what_if';
  const isUpload = tool.name === 'upload';
  const hasId = ({ idName }: Operation) => idName !== undefined || isWhatIf;
  const hasPages = some(({ query }) => query.some(({ name }) => name === 'page' || name === 'after')) || isWhatIf;
  const bodies = offered.flatMap((each) => {
    const { body } = each.operation;
    return body === undefined ? [] : [titled(each, inlined(body, api.schemas))];
  });
  const parameters = offered.map((each) => parametersOf(each, api)).filter((each) => each !== undefined);
  const properties = {
    type: { type: 'string', enum: [...new Set(offered.map(({ type }) => type))], description: 'The type of entries.' },
    ...(actions.length > 1 && { action: { type: 'string', enum: actions, description: `By default ${actions[0]}.` } }),
    ...(isSearch && { text: text('The words to look for.') }),
    ...(some(hasId) && { id: text('The id of the entry.') }),
    ...(some(({ isConditional }) => isConditional) && {
      version: {
        type: 'integer',
        minimum: some(beginsWorkingCopy) ? 0 : 1,
        description: 'The version of the entry that you have read.',
      },
    }),
    fields: isUpload
      ? undefined
      : anyOf(isWhatIf ? bodies.slice(0, 1) : bodies, 'The values, for the type and action.'),
    parameters: anyOf(parameters, 'Further choices, for the type.'),
    ...(isUpload && uploadProperties),
    ...(tool.name === 'read' && {
      field: text('The field whose text continues.'),
      from: { type: 'integer', minimum: 0, description: 'The byte at which it continues.' },
    }),
    ...(hasPages && { cursor: text('`nextCursor` of the last answer.') }),
    ...(!isUpload &&
      some(({ verb }) => verb === 'post') &&
      !tool.hints.readOnlyHint && {
        idempotencyKey: text('A call with the same key is executed once. By default a random one.'),
      }),
  };
  const required = [
    'type',
    ...(isSearch ? ['text'] : []),
    ...(every(hasId) ? ['id'] : []),
    ...(every(({ isConditional }) => isConditional) ? ['version'] : []),
    ...(isUpload ? ['name', 'base64'] : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([, schema]) => schema !== undefined)),
    required,
    additionalProperties: false,
  };
}

const uploadProperties = {
  name: text('The name of the file, such as `chart.png`.'),
  base64: text('The bytes of the file in base64.'),
  alt: text('Describes a picture for people who do not see it.'),
  title: text('A title.'),
  folder: text('Names with slashes between them, such as `press/2026`.'),
};

const anyEntry = { type: 'object', additionalProperties: true };
const anyText = { type: 'string' };

/** The schema of the answers of all tools. `more` lists the texts that continue, and the byte at which they do. */
const outputSchema: ListedTool['outputSchema'] = {
  type: 'object',
  required: ['type'],
  properties: {
    type: anyText,
    id: anyText,
    version: { type: 'integer' },
    author: {
      type: ['string', 'null'],
      description: 'The id of the user who wrote the texts; null if it is not known.',
    },
    notice: anyText,
    entry: anyEntry,
    entries: { type: 'array', items: anyEntry },
    total: { type: 'integer' },
    nextCursor: anyText,
    more: { type: 'array', items: anyEntry },
    text: anyText,
  },
};

/**
 * Returns the tools for those operations that the caller may call. A tool without any of them is left out.
 * @param allowed the ids of the operations
 */
export const listTools = (api: Api, allowed: ReadonlySet<string>): readonly ListedTool[] =>
  tools.flatMap((tool) => {
    const offered = typesOf(tool, api).flatMap((type) =>
      [...operationsOf(tool, type, api)].flatMap(([action, operation]) =>
        allowed.has(operation.id) ? [{ type, action, operation }] : [],
      ),
    );
    if (offered.length === 0) return [];
    const { name, title, description, hints } = tool;
    return [
      { name, title, description, annotations: hints, inputSchema: inputSchemaOf(tool, offered, api), outputSchema },
    ];
  });
