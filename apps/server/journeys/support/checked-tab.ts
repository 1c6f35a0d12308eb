import { expect } from 'chai';
import type { Browser, Request } from 'playwright-core';
import { openMonitoredTab, type MonitoredTab, type MonitoredTabOptions } from '../../test/support/browser.ts';

interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId: string; readonly parameters?: readonly { readonly $ref?: string }[] }>
      >
    >
  >;
}

/** An operation that changes a resource with a version. */
interface VersionedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: RegExp;
}

/** Reads from the API document of a service which operations accept `If-Match`. */
async function versionedOperations(origin: string): Promise<readonly VersionedOperation[]> {
  const response = await fetch(new URL('/api/openapi.json', origin));
  const { paths }: ApiDocument = JSON.parse(await response.text());
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ $ref }) => $ref === '#/components/parameters/IfMatch'))
      .map(([method, { operationId }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
  );
  expect(found.map(({ id }) => id)).to.include.members(['updateUser', 'deleteTag']);
  return found;
}

/**
 * What `If-Match` may be instead of a version. The first save of a working copy creates it. Without the header, publishing
 * compares the version from which the working copy was made; with `*`, it is published anyway, after a question. A recovery
 * overwrites nothing.
 */
const exceptions: Readonly<Record<string, readonly (string | undefined)[]>> = {
  recoverContent: [undefined],
  saveWorkingCopy: [undefined],
  publishWorkingCopy: [undefined, '*'],
};

/** Returns what is wrong with the version that a request sends; undefined if nothing is. */
function versionComplaint(request: Request, operations: readonly VersionedOperation[]): string | undefined {
  const { pathname } = new URL(request.url());
  const method = request.method();
  const operation = operations.find((each) => each.method === method && each.path.test(pathname));
  if (operation === undefined) return undefined;
  const { 'if-match': sent } = request.headers();
  if (sent !== undefined && /^"\d+"$/.test(sent)) return undefined;
  if (exceptions[operation.id]?.includes(sent)) return undefined;
  return `${method} ${pathname} was sent with ${sent === undefined ? 'no version' : `If-Match: ${sent}`}.`;
}

/**
 * Opens a monitored tab of the console. Changes of resources that do not send the version that the console has read are
 * complaints too, because they could overwrite what somebody else has saved.
 */
export async function openCheckedTab(
  browser: Browser,
  origin: string,
  options?: MonitoredTabOptions,
): Promise<MonitoredTab> {
  const operations = await versionedOperations(origin);
  const tab = await openMonitoredTab(browser, origin, options);
  tab.page.context().on('request', (request) => {
    const complaint = versionComplaint(request, operations);
    if (complaint !== undefined) tab.complaints.push(complaint);
  });
  return tab;
}
