import { Writable } from 'node:stream';
import { fullPathOf, type Route } from '@portcullis/adapters-http/internal/routes/route';
import {
  builtInMenus,
  builtInPermissions,
  builtInRoles,
  contentPermissions,
} from '@portcullis/domain/internal/built-in';
import { eventTypes } from '@portcullis/domain/internal/events/event-types';
import { run } from '../../src/commands/program.ts';
import { processTerminal } from '../../src/commands/terminal.ts';
import { describedRoutes, document } from './contract.ts';
import { fields, operationDetails } from './reference-operations.ts';

type Row = readonly string[];

const tableOf = (header: Row, rows: readonly Row[]): string =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

const pageOf = (title: string, introduction: string, content: string): string =>
  `# ${title}\n\n${introduction} \`npm run generate\` writes this page.\n\n${content}`;

const code = (text: string): string => `\`${text}\``;

const eitherOf = (codes: readonly string[]): string => codes.join(' or ');
const allOf = (codes: readonly string[] = []): string => codes.join(' and ');

/** Returns who may call a route, in the notation of docs/interface.md §4. */
function accessOf(route: Route): string {
  switch (route.access) {
    case 'public':
      return 'public';
    case 'optional':
      return 'optional';
    case 'authenticated':
      return route.acceptsKey === true ? 'logged in, keys' : 'logged in';
    case 'authorized':
      return [eitherOf([...(route.anyRole ?? []), ...(route.anyPermission ?? [])]), allOf(route.allPermissions)]
        .filter((part) => part !== '')
        .join(' + ');
  }
}

const limitOf = ({ limit }: Route): string =>
  limit === undefined ? '' : `${limit.calls} in ${limit.seconds} s per ${limit.per}`;

/** Returns whether a route needs a recent authentication, in the notation of docs/interface.md §5. */
function sensitivityOf({ stepUp, needsOwner }: Route): string {
  if (stepUp === 'always') return 'always';
  const kind = needsOwner === true ? 'owner' : 'yes';
  if (stepUp === 'conditional') return `${kind}, for another \`email\``;
  return stepUp === true || needsOwner === true ? kind : '';
}

/** Returns the routes by their tags in the API document. */
function operations(): string {
  const described = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { summary, tags }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        { tag: tags[0], summary },
      ]),
    ),
  );
  const rowsOf = (tag: string | undefined): readonly Row[] =>
    describedRoutes
      .filter((route) => described.get(`${route.method} ${fullPathOf(route)}`)?.tag === tag)
      .map((route) => [
        route.method,
        code(fullPathOf(route)),
        accessOf(route),
        limitOf(route),
        sensitivityOf(route),
        String(route.status ?? 200),
        described.get(`${route.method} ${fullPathOf(route)}`)?.summary ?? '',
      ]);
  const header = ['Method', 'Path', 'Access', 'Limit', 'Sensitive', 'Status', 'Operation'];
  return document.tags
    .map(({ name, description }) => `## ${name}\n\n${description}\n\n${tableOf(header, rowsOf(name))}`)
    .join('\n');
}

/** Returns the help text of a command line. */
async function helpOf(path: readonly string[]): Promise<string> {
  let text = '';
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  await run([...path, '--help'], { ...processTerminal, stdout });
  return text;
}

/** Returns a section for each command, in the order of the help text. The list of variables is left out. */
async function commands(path: readonly string[] = []): Promise<string> {
  const text = (await helpOf(path)).replace(/\nVariables:[^]*/, '').trim();
  const [, list = ''] = /\nCommands:\n((?: .*\n?)*)/.exec(text) ?? [];
  const below: string[] = [];
  for (const [, name = ''] of list.matchAll(/^ {2}(?!help\b)([a-z][a-z-]*)/gm)) {
    below.push(await commands([...path, name]));
  }
  const title = ['portcullis', ...path].join(' ');
  return [`## ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`, ...below].join('\n');
}

function namesCode(route: Route, permission: string): boolean {
  if (route.access !== 'authorized') return false;
  const named: readonly string[] = [...(route.anyPermission ?? []), ...(route.allPermissions ?? [])];
  return named.includes(permission);
}

const yesNo = (value: boolean): string => (value ? 'yes' : '');

const permissions = (): string =>
  tableOf(
    ['Code', 'Name', 'Exists from the start', ...builtInRoles.map((role) => role.code), 'Requests that name it'],
    [
      ...builtInPermissions.map((each) => ({ ...each, isSystem: true })),
      ...contentPermissions.map((each) => ({ ...each, isSystem: false })),
    ].map(({ code: permission, name, isSystem }) => [
      code(permission),
      name,
      yesNo(isSystem),
      ...builtInRoles.map((role) => yesNo(role.permissions.some((each) => each === permission))),
      describedRoutes
        .filter((route) => namesCode(route, permission))
        .map((route) => code(`${route.method} ${fullPathOf(route)}`))
        .join(', '),
    ]),
  );

const menus = (): string =>
  tableOf(
    ['Route name', 'Parent', 'Type', 'Path', 'Component', ...builtInRoles.map((role) => role.code)],
    builtInMenus.map(({ routeName, parentId, menuType, routePath, component, roles }) => [
      code(routeName),
      builtInMenus.find(({ id }) => id === parentId)?.routeName ?? '',
      menuType === 1 ? 'directory' : 'page',
      code(routePath),
      component === null ? '' : code(component),
      ...builtInRoles.map((role) => yesNo(roles.includes(role.code))),
    ]),
  );

/** Returns the pages below `docs/reference` that are derived from the program, by their names. */
export const referencePages = async (): Promise<Readonly<Record<string, string>>> => ({
  'api.md': pageOf(
    'API',
    '[Operations](operations.md) describes each of these operations. [The interface](../interface.md#4-endpoints) explains the columns, and contains the common rules.',
    operations(),
  ),
  'operations.md': pageOf(
    'Operations',
    'What each operation does, takes and returns, and its own errors. [API](api.md) lists them in a table. [The interface](../interface.md) contains the rules that several operations share. A running service shows these operations with examples at `/api/docs`.',
    operationDetails(),
  ),
  'fields.md': pageOf(
    'Fields',
    'The objects in bodies of [operations](operations.md). Objects whose names end with `Body` occur in requests, and their descriptions contain the limits.',
    fields(),
  ),
  'commands.md': pageOf(
    'Commands',
    'In a clone of the repository, write `npm run -s portcullis --` instead of `portcullis`. [Configuration](configuration.md) lists the variables.',
    await commands(),
  ),
  'events.md': pageOf(
    'Events',
    'The types of events. [The interface](../interface.md#6-events) describes what an event contains.',
    eventTypes.map((type) => `- ${code(type)}\n`).join(''),
  ),
  'permissions.md': pageOf(
    'Permissions',
    'The permissions of every installation and those that administrators create for contents, and the built-in roles that have them. [Access](../access.md) explains how roles use them.',
    permissions(),
  ),
  'menus.md': pageOf(
    'Menus',
    'The menus that every installation has at first, and the built-in roles that have them. [The interface](../interface.md#45-menus) contains the rules.',
    menus(),
  ),
});
