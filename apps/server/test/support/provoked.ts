import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicReasons, reasonsOf } from '@portcullis/adapters-http';
import { expect } from 'chai';
import type { Suite } from 'mocha';
import { describedRoutes } from './contract.ts';
import { note, notesOf } from './notes.ts';

/** How each route can fail, by method and path as the log has them. */
const declared = new Map(
  describedRoutes.map((route) => [`${route.method} /api${route.path}`, new Set<string>(reasonsOf(route))]),
);

/** What only two requests at the same moment lead to. */
const races = [
  'POST /api/tags/batch: tag-name-taken',
  'POST /api/tags/batch: slug-taken',
  'DELETE /api/users/:id: last-administrator',
];

/** What a service answers that has too much to do. */
const underLoad = ': too-many-requests';

/** The log names some errors more exactly than answers and the document do. */
const publicNames = new Map<string, string>(Object.entries(publicReasons));

/** Every way in which a route failed in this process. */
const provoked = new Set<string>();

/** Takes a line of the log of a service. */
export function noteFailure(line: string): void {
  const { method, route, refusal }: Readonly<Record<string, string>> = JSON.parse(line);
  if (route !== undefined && refusal !== undefined)
    provoked.add(`${method} ${route}: ${publicNames.get(refusal) ?? refusal}`);
}

/** Every failure is one that its route declares, and so one that the API document lists. */
export function expectOnlyDeclared(): void {
  const undeclared = [...provoked].filter((failure) => {
    const [route = '', problem = ''] = failure.split(': ');
    return declared.has(route) && !declared.get(route)?.has(problem);
  });
  expect(undeclared, 'failures that their routes do not declare').to.deep.equal([]);
}

/** Notes which failures were provoked here, and which files have run to their end. */
export function noteTests(run: Suite): void {
  const files = new Map<string, boolean>();
  run.eachTest(({ file, state, pending }) => {
    if (file !== undefined) files.set(file, (files.get(file) ?? true) && (state !== undefined || pending));
  });
  note(...[...files].flatMap(([of, isComplete]) => (isComplete ? [{ kind: 'complete file', of } as const] : [])));
  note(...[...provoked].map((of) => ({ kind: 'failure', of }) as const));
}

/** Every refusal that a route declares has been provoked, if all files of this folder have run. */
export function expectAllProvoked(): void {
  const hasRun = notesOf('complete file');
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.js'));
  if (!files.every((name) => hasRun.has(`${folder}${name}`))) return;
  const promised = describedRoutes.flatMap(({ method, path, refuses = [] }) =>
    refuses.map((refusal) => `${method} /api${path}: ${refusal}`),
  );
  const ordinary = promised.filter((refusal) => !races.includes(refusal) && !refusal.endsWith(underLoad));
  const failures = notesOf('failure');
  const missing = ordinary.filter((refusal) => !failures.has(refusal));
  expect(missing, 'refusals that no test provokes').to.deep.equal([]);
}

const folder = fileURLToPath(new URL('..', import.meta.url));
