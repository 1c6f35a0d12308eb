import type { CallToolResult } from '@modelcontextprotocol/server';
import { ifVersion, PortcullisError, type Client } from '@portcullis/client';
import { entryAnswer, listAnswer, pieceAnswer } from './answers.ts';
import { choicesOf, fieldsOf, isRecord, type Api, type JsonObject, type Operation } from './document.ts';
import { ArgumentError } from './refusals.ts';
import { beginsWorkingCopy, operationsOf, tools, typesOf, whatIf, type ToolDefinition } from './tools.ts';

/** The arguments of a call, which the client has not validated. */
type Arguments = JsonObject;

/** The part of the typed client that tools use. */
export type ToolClient = Pick<Client, 'request' | 'upload'>;

const pageSize = 20;
const maxBase64 = 960_000;

/** Returns a text argument; undefined if it is missing. */
function textIn(args: Arguments, name: string): string | undefined {
  const value = args[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new ArgumentError(`\`${name}\` must be a text that is not empty.`);
}

function requiredText(args: Arguments, name: string, why: string): string {
  const value = textIn(args, name);
  if (value === undefined) throw new ArgumentError(`\`${name}\` is missing. ${why}`);
  return value;
}

function wholeNumberIn(args: Arguments, name: string): number | undefined {
  const value = args[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ArgumentError(`\`${name}\` must be a whole number.`);
}

function recordIn(args: Arguments, name: string): Arguments {
  const value = args[name] ?? {};
  if (isRecord(value)) return value;
  throw new ArgumentError(`\`${name}\` must be an object.`);
}

/** Returns the id of an entry. Other characters than these could lead a request to another path. */
function idIn(args: Arguments): string {
  const id = requiredText(args, 'id', 'Find it with search or list.');
  if (/^[\w-]{1,64}$/.test(id)) return id;
  throw new ArgumentError('`id` must be the id of an entry.');
}

const names = new Set(
  'type action text id version fields parameters name base64 alt title folder field from cursor idempotencyKey'.split(
    ' ',
  ),
);

/** Finds the operation that a call asks for. */
function findOperation(tool: ToolDefinition, api: Api, args: Arguments) {
  const unknown = Object.keys(args).find((name) => !names.has(name));
  if (unknown !== undefined) throw new ArgumentError(`There is no argument ${JSON.stringify(unknown)}.`);
  const type = requiredText(args, 'type', 'It says which kind of entries is meant.');
  const operations = operationsOf(tool, type, api);
  const [first] = operations.keys();
  if (first === undefined) throw new ArgumentError(`\`type\` must be one of ${typesOf(tool, api).join(', ')}.`);
  const action = textIn(args, 'action') ?? first;
  const operation = operations.get(action);
  if (operation === undefined)
    throw new ArgumentError(`\`action\` must be one of ${[...operations.keys()].join(', ')}.`);
  return { type, action, operation };
}

/** Returns the parameters of the page of a list that a call asks for. */
function pageQuery({ query }: Operation, cursor: string | undefined): Arguments {
  const has = (name: string): boolean => query.some((each) => each.name === name);
  if (has('page')) {
    if (cursor !== undefined && !/^\d+$/.test(cursor))
      throw new ArgumentError('`cursor` must be the `nextCursor` of an answer.');
    return { pageSize, page: cursor ?? 1 };
  }
  return has('after') ? { limit: pageSize, ...(cursor !== undefined && { after: cursor }) } : {};
}

function searchQuery({ query }: Operation, args: Arguments): Arguments {
  const words = requiredText(args, 'text', 'It contains the words to look for.');
  return query.some(({ name }) => name === 'q') ? { q: words } : { search: words };
}

/**
 * Returns the version that the caller has seen, which changes need. The first change of a working copy creates it, so
 * the caller sends 0, and the request has no version.
 */
async function conditionOf(client: ToolClient, operation: Operation, args: Arguments) {
  if (!operation.isConditional) return {};
  const version = wholeNumberIn(args, 'version');
  if (version === undefined)
    throw new ArgumentError('`version` is missing. Read the entry first, and send its version.');
  if (version !== 0 || !beginsWorkingCopy(operation)) return ifVersion(version);
  if (await exists(client, operation, args))
    throw new ArgumentError('There is a working copy already. Read it, and send its version.');
  return {};
}

/** Whether there is something at the path of an operation. */
async function exists(client: ToolClient, { path, idName = 'id' }: Operation, args: Arguments): Promise<boolean> {
  try {
    await client.request('get', path, { params: { path: { [idName]: idIn(args) } } });
    return true;
  } catch (error) {
    if (error instanceof PortcullisError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Returns the values of a call. The service ignores fields that it does not know, so a caller that misspells one would
 * believe that its value was stored.
 */
function fieldsIn(tool: ToolDefinition, api: Api, body: JsonObject, args: Arguments): Arguments {
  if (tool.name === 'update' && args['fields'] === undefined)
    throw new ArgumentError('`fields` is missing. It contains the values to change.');
  return recordWith('fields', args, fieldsOf(body, api));
}

/** Returns only the parameters that the operation has, so that none of them chooses another page. */
const choicesIn = (operation: Operation, args: Arguments): Arguments =>
  recordWith(
    'parameters',
    args,
    choicesOf(operation).map(({ name }) => name),
  );

/** Returns the object in an argument. Refuses names that it does not know. */
function recordWith(argument: string, args: Arguments, known: readonly string[]): Arguments {
  const given = recordIn(args, argument);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  const hint = known.length > 0 ? `It has ${known.join(', ')}.` : '';
  throw new ArgumentError(`\`${argument}\` has no ${JSON.stringify(unknown)}. ${hint}`);
}

/** Uploads a file, unless the arguments are not those of one. */
function upload(client: ToolClient, args: Arguments): Promise<unknown> {
  const base64 = requiredText(args, 'base64', 'It contains the bytes of the file.');
  const name = requiredText(args, 'name', 'It is the name of the file.');
  if (base64.length > maxBase64) throw new ArgumentError('The file is larger than 700 KB. A person can upload it.');
  if (!/^[\w+/-]+={0,2}$/.test(base64)) throw new ArgumentError('`base64` must be base64.');
  const texts = ['alt', 'title', 'folder'].map((each): [string, string | undefined] => [each, textIn(args, each)]);
  return client.upload(
    new File([Buffer.from(base64, 'base64')], name),
    Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
  );
}

/** Asks who would gain or lose access by a change, which begins with the type: `user.roles` is the action `roles`. */
function askWhatIf(client: ToolClient, { verb, path }: Operation, change: string, args: Arguments): Promise<unknown> {
  const [type = ''] = change.split('.');
  const after = textIn(args, 'cursor');
  const body = { ...recordIn(args, 'fields'), change, [`${type}Id`]: idIn(args), limit: pageSize };
  return client.request(verb, path, { body: after === undefined ? body : { ...body, after } });
}

/** Sends the request of a call. A change has an idempotency key, so that a repetition is not executed twice. */
async function send(
  client: ToolClient,
  tool: ToolDefinition,
  operation: Operation,
  api: Api,
  args: Arguments,
): Promise<unknown> {
  const { verb, path, idName, body } = operation;
  const key = textIn(args, 'idempotencyKey');
  if (key !== undefined && !/^[!-~]{1,64}$/.test(key))
    throw new ArgumentError('`idempotencyKey` must have at most 64 characters of ASCII, without spaces.');
  const query = {
    ...choicesIn(operation, args),
    ...(tool.name === 'search' && searchQuery(operation, args)),
    ...pageQuery(operation, textIn(args, 'cursor')),
  };
  const fields = body === undefined ? undefined : fieldsIn(tool, api, body, args);
  const header = await conditionOf(client, operation, args);
  return client.request(verb, path, {
    params: { path: idName === undefined ? {} : { [idName]: idIn(args) }, query, header },
    ...(verb === 'post' && { idempotencyKey: key ?? crypto.randomUUID() }),
    ...(fields !== undefined && { body: fields }),
  });
}

/**
 * Calls a tool: sends the request of its operation, as any other client of the API would.
 * @throws {ArgumentError} if the arguments do not fit
 * @throws {PortcullisError} if the service refuses the request
 */
export async function callTool(name: string, args: Arguments, api: Api, client: ToolClient): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new ArgumentError(`There is no tool ${JSON.stringify(name)}.`);
  const { type, action, operation } = findOperation(tool, api, args);
  if (tool.name === 'upload') return entryAnswer(type, await upload(client, args), 'Stored.', false);
  const field = tool.name === 'read' ? textIn(args, 'field') : undefined;
  const from = wholeNumberIn(args, 'from') ?? 0;
  const data = await (operation === api.find(whatIf)
    ? askWhatIf(client, operation, `${type}.${action}`, args)
    : send(client, tool, operation, api, args));
  if (field !== undefined) {
    const piece = pieceAnswer(type, data, field, from);
    if (piece === undefined) throw new ArgumentError('`field` must be a text of the entry.');
    return piece;
  }
  const isRead = tool.hints.readOnlyHint;
  const heading = isRead ? 'The entry:' : `Done: ${operation.summary}.`;
  return listAnswer(type, data) ?? entryAnswer(type, withId(data, textIn(args, 'id')), heading, isRead);
}

/** Adds the id that the caller has sent to a response that has none, such as that of a deletion. */
function withId(data: unknown, id: string | undefined): unknown {
  if (id === undefined || (data !== null && !isRecord(data))) return data;
  return { id, ...data };
}
