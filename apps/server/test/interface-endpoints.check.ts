import type { Route } from '@portcullis/adapters-http';
import { expect } from 'chai';
import { describedRoutes } from './support/contract.ts';

/** Returns whether requests for the route `later` match `earlier`, which the router tries first. */
function hides(earlier: Route, later: Route): boolean {
  const [taken, asked] = [earlier.path.split('/'), later.path.split('/')];
  return (
    earlier.method === later.method &&
    taken.length === asked.length &&
    taken.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  );
}

describe('the endpoints', () => {
  it('include no route whose requests an earlier route handles', () => {
    const hidden = describedRoutes.filter((route, index) =>
      describedRoutes.slice(0, index).some((earlier) => hides(earlier, route)),
    );
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });
});
