import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicReasons, reasonsOf } from '@portcullis/adapters-http';
import { expect } from 'chai';
import type { Suite } from 'mocha';
import { describedRoutes } from './contract.ts';

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

/** Every way in which a route failed in this test run. */
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

/** Every refusal that a route declares has been provoked. To be asked after a whole run. */
export function expectAllProvoked(): void {
  const promised = describedRoutes.flatMap(({ method, path, refuses = [] }) =>
    refuses.map((refusal) => `${method} /api${path}: ${refusal}`),
  );
  const ordinary = promised.filter((refusal) => !races.includes(refusal) && !refusal.endsWith(underLoad));
  const missing = ordinary.filter((refusal) => !provoked.has(refusal));
  expect(missing, 'refusals that no test provokes').to.deep.equal([]);
}

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Whether all tests of the HTTP ring have run, and not a choice of them. */
export function isWhole(run: Suite): boolean {
  const files = new Set<string | undefined>();
  let isComplete = true;
  run.eachTest((test) => {
    files.add(test.file);
    isComplete &&= test.state !== undefined || test.isPending();
  });
  const all = readdirSync(folder).filter((name) => name.endsWith('.test.js'));
  return isComplete && all.every((name) => files.has(`${folder}${name}`));
}
