import type { Route } from '@portcullis/adapters-http';
import { expect } from 'chai';
import { describedRoutes } from './support/contract.ts';
import { interfaceDocument } from './support/interface-document.ts';

/** Returns whether requests for the route `later` match `earlier`, which the router tries first. */
function hides(earlier: Route, later: Route): boolean {
  const [taken, asked] = [earlier.path.split('/'), later.path.split('/')];
  return (
    earlier.method === later.method &&
    taken.length === asked.length &&
    taken.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  );
}

describe('the endpoints of docs/interface.md', () => {
  const routes = describedRoutes;

  it('§5: name the sensitive operations', () => {
    const [, list = ''] = /Sensitive operations are ([^.]+)\./.exec(interfaceDocument) ?? [];
    const named = [...list.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, operation]) => operation);
    const sensitive = routes.filter(({ stepUp }) => stepUp).map(({ method, path }) => `${method} ${path}`);
    expect(named).to.have.members(sensitive);
  });

  it('include no route whose requests an earlier route handles', () => {
    const hidden = routes.filter((route, index) => routes.slice(0, index).some((earlier) => hides(earlier, route)));
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });
});
