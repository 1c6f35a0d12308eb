import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readAccessControlDocument } from '@portcullis/adapters-http/internal/routes/access/access-control-document';
import type { AffectedUsers } from '@portcullis/application/internal/access/compare-access';
import { documentOf } from '@portcullis/domain/internal/access/access-control';
import {
  changedFields,
  type AccessControlChanges,
  type EntryChange,
} from '@portcullis/domain/internal/access/access-control-changes';
import type { AccessItem } from '@portcullis/domain/internal/access/access-differences';
import type { ProtectedRoute } from '@portcullis/domain/internal/access/protected-routes';
import type { RoutesOfPath } from '@portcullis/domain/internal/access/route-changes';
import { operator } from '../adapters/operator.ts';
import { decoded, type Encoding } from '../moving/decoded-text.ts';
import { print, say, type Terminal, UsageError } from './terminal.ts';
import { withService } from './with-service.ts';

/**
 * Writes permissions, menus, roles, the declarations of user attributes and the protected routes as a document to a file,
 * or to standard output.
 */
export async function exportTo(terminal: Terminal, file?: string): Promise<void> {
  const installed = await withService(terminal, (services) => services.accessControl.all());
  const document = `${JSON.stringify(documentOf(installed), null, 2)}\n`;
  if (file === undefined) await print(terminal, [document]);
  else await writeFile(file, document, { mode: 0o600 });
}

/** Imports a document from a file, or from standard input if `file` is `-`, and prints the changes. */
export async function importFrom(
  terminal: Terminal,
  file: string,
  { dryRun = false, encoding }: Encoding & { readonly dryRun?: boolean },
): Promise<void> {
  const bytes = await (file === '-' ? buffer(terminal.stdin) : readFile(file));
  const document = readAccessControlDocument(parsed(file, decoded(bytes, { encoding })));
  const actor = operator('import');
  const { changes, affected } = await withService(terminal, async (services) => {
    if (!dryRun) return { changes: await services.importAccessControl({ actor, document }), affected: [] };
    const preview = await services.previewImport({ actor, document, limit: previewedUsers });
    return { changes: preview.changes, affected: affectedLines(preview) };
  });
  const lines = changeLines(changes);
  for (const line of [...lines, ...affected]) say(terminal, line);
  if (lines.length === 0) say(terminal, 'Nothing to change.');
  else
    say(
      terminal,
      `${lines.length} ${lines.length === 1 ? 'change' : 'changes'}${dryRun ? '; nothing was written.' : ' made.'}`,
    );
}

/** Maximum number of users that a dry run looks at. */
const previewedUsers = 200;

/** Returns a line for each user who would gain or lose access. */
function affectedLines({ items, next }: AffectedUsers): readonly string[] {
  return [
    ...items.map(({ username, gains, loses }) => {
      const parts = [...gains.map((item) => `+${itemText(item)}`), ...loses.map((item) => `-${itemText(item)}`)];
      return `> user ${username}: ${parts.join(', ')}`;
    }),
    ...(next === null ? [] : ['> Further users may be affected: only some of them were compared.']),
  ];
}

const itemText = ({ kind, code, sessions, condition }: AccessItem): string =>
  [
    `${kind} ${code}`,
    ...(condition === null ? [] : [`where ${JSON.stringify(condition)}`]),
    ...(sessions === 'all' ? [] : [`(${sessions.replace('-', ' a second ')})`]),
  ].join(' ');

function parsed(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll('\n', ' ') : '';
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON: ${reason}`);
  }
}

/** Returns a line for each change. The line of an added entry begins with `+`, the line of a changed entry with `~`. */
export const changeLines = ({
  permissions,
  menus,
  roles,
  userAttributes,
  protectedRoutes,
}: AccessControlChanges): readonly string[] => [
  ...permissions.map((change) => lineOf('permission', change)),
  ...menus.map((change) => lineOf('menu', change)),
  ...roles.map((change) => lineOf('role', change)),
  ...userAttributes.map((change) => lineOf('attribute', change)),
  ...protectedRoutes.map(({ before, after, ...change }) =>
    lineOf('route', { ...change, key: after.path, before: before && textsOf(before), after: textsOf(after) }),
  ),
];

const textsOf = ({ path, routes }: RoutesOfPath) => ({ path, routes: routes.map(textOf) });

/** Returns the methods of a route, and who may call it, such as `GET,POST for ADMIN,invoice.read at billing`. */
const textOf = ({ methods, audience, permissions, roles, ...route }: ProtectedRoute): string => {
  const callers = route.public ? 'everybody' : route.authenticated ? 'every user' : [...roles, ...permissions].join();
  return `${methods.join()} for ${callers} at ${audience}`;
};

function lineOf<Entry extends object>(noun: string, change: EntryChange<Entry>): string {
  const { key, before, after } = change;
  if (before === undefined) return `+ ${noun} ${key}`;
  const differences = changedFields(change).map(
    (field) => `${String(field)} ${difference(before[field], after[field])}`,
  );
  return `~ ${noun} ${key}: ${differences.join(', ')}`;
}

/** Returns the added and removed names if both values are lists of names, otherwise both values. */
function difference(before: unknown, after: unknown): string {
  if (!isNames(before) || !isNames(after)) return `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  return [...added.map((name) => `+${name}`), ...removed.map((name) => `-${name}`)].join(' ');
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
