import type { Route } from '@portcullis/adapters-http';
import { expect } from 'chai';
import { describedRoutes } from './support/contract.ts';
import { endpointRowsOf, interfaceDocument, type EndpointRow } from './support/interface-document.ts';

const eitherOf = (codes: readonly string[]): string => codes.join(' or ');
const allOf = (codes: readonly string[] = []): string => codes.join(' and ');

/** Returns the access of a route in the notation of docs/interface.md. */
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

const rowOf = (route: Route): EndpointRow => [
  route.method,
  route.path,
  accessOf(route),
  limitOf(route),
  String(route.status ?? 200),
];

/**
 * Returns the rows that are only in the routes, and the rows that are only in the document. A route whose row differs
 * in one cell is in both lists. Duplicates are also returned.
 */
function differences(routes: readonly Route[], rows: readonly EndpointRow[]) {
  const mounted = routes.map((route) => rowOf(route).join(' | '));
  const documented = rows.map((row) => row.join(' | '));
  return {
    undocumented: mounted.filter((line, index) => !documented.includes(line) || mounted.indexOf(line) !== index),
    unmounted: documented.filter((line, index) => !mounted.includes(line) || documented.indexOf(line) !== index),
  };
}

/** Returns whether requests for the route `later` match `earlier`, which the router tries first. */
function hides(earlier: Route, later: Route): boolean {
  const [taken, asked] = [earlier.path.split('/'), later.path.split('/')];
  return (
    earlier.method === later.method &&
    taken.length === asked.length &&
    taken.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  );
}

describe('the endpoint tables of docs/interface.md', () => {
  const routes = describedRoutes;

  it('§4: agree with the mounted routes in method, path, access, limit and status', () => {
    expect(differences(routes, endpointRowsOf(interfaceDocument))).to.deep.equal({ undocumented: [], unmounted: [] });
  });

  it('§5: name the sensitive operations', () => {
    const [, list = ''] = /Sensitive operations are ([^.]+)\./.exec(interfaceDocument) ?? [];
    const named = [...list.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, operation]) => operation);
    const sensitive = routes.filter(({ stepUp }) => stepUp).map(({ method, path }) => `${method} ${path}`);
    expect(named).to.have.members(sensitive);
  });

  it('list no route whose requests an earlier route handles', () => {
    const hidden = routes.filter((route, index) => routes.slice(0, index).some((earlier) => hides(earlier, route)));
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });
});
