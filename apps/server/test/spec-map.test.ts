import type { Route } from '@portcullis/adapters-http';
import { expect } from 'chai';
import { startService, type Service } from './support/service.ts';

/** Method, path below `/api`, who, limit, status of the success. */
type Row = readonly [method: string, path: string, who: string, limit: string, status: number];

/** Written by hand from the specification, section 4, and section 4 of the decisions on what it leaves open. */
const endpoints: readonly Row[] = [
  // 4.1
  ['POST', '/auth/register', 'anyone', '300 in 60 s per address', 201],
  ['POST', '/auth/login', 'anyone', '-', 200],
  ['GET', '/auth/permissions', 'logged-in', '-', 200],
  ['GET', '/auth/profile', 'logged-in', '-', 200],
  ['PATCH', '/auth/profile', 'logged-in', '-', 200],
  ['POST', '/auth/refresh', 'anyone', '-', 200],
  ['POST', '/auth/logout', 'logged-in', '-', 200],
  ['PUT', '/auth/password', 'logged-in', '-', 200],
  ['GET', '/auth/sessions', 'logged-in', '-', 200],
  ['DELETE', '/auth/sessions/:id', 'logged-in', '-', 200],
  // 4.2
  ['POST', '/permissions', 'ADMIN', '-', 201],
  ['GET', '/permissions', 'logged-in', '-', 200],
  ['GET', '/permissions/by-resource', 'logged-in', '-', 200],
  ['GET', '/permissions/:id', 'logged-in', '-', 200],
  ['PATCH', '/permissions/:id', 'ADMIN', '-', 200],
  ['DELETE', '/permissions/:id', 'ADMIN', '-', 200],
  // 4.3
  ['GET', '/roles', 'role.read', '-', 200],
  ['POST', '/roles', 'ADMIN', '-', 201],
  ['GET', '/roles/:id', 'role.read', '-', 200],
  ['PATCH', '/roles/:id', 'ADMIN', '-', 200],
  ['DELETE', '/roles/:id', 'ADMIN', '-', 200],
  ['POST', '/roles/:roleId/permissions', 'ADMIN', '-', 200],
  ['GET', '/roles/:roleId/permissions', 'ADMIN', '-', 200],
  ['POST', '/roles/:roleId/menus', 'ADMIN', '-', 200],
  ['GET', '/roles/:roleId/menus', 'ADMIN', '-', 200],
  ['GET', '/roles/:id/permissions/count', 'ADMIN', '-', 200],
  ['GET', '/roles/:id/stats', 'ADMIN', '-', 200],
  // 4.4
  ['GET', '/users', 'user.read', '-', 200],
  ['POST', '/users', 'ADMIN', '-', 201],
  ['GET', '/users/:id', 'logged-in', '-', 200],
  ['PATCH', '/users/:id', 'ADMIN', '-', 200],
  ['DELETE', '/users/:id', 'ADMIN', '-', 200],
  ['PUT', '/users/:id/roles', 'ADMIN with user.update', '10 in 60 s per caller', 200],
  ['PUT', '/users/:id/password', 'ADMIN', '-', 200],
  ['GET', '/users/:id/sessions', 'ADMIN', '-', 200],
  ['DELETE', '/users/:id/sessions', 'ADMIN', '-', 200],
  ['DELETE', '/users/:id/sessions/:sessionId', 'ADMIN', '-', 200],
  // 4.5
  ['POST', '/menus', 'menu.create', '-', 201],
  ['GET', '/menus', 'menu.read', '-', 200],
  ['GET', '/menus/tree', 'menu.read', '-', 200],
  ['GET', '/menus/constant-routes', 'anyone', '-', 200],
  ['GET', '/menus/route-exists', 'logged-in', '-', 200],
  ['GET', '/menus/user-routes', 'logged-in', '-', 200],
  ['GET', '/menus/:id', 'menu.read', '-', 200],
  ['PATCH', '/menus/:id', 'menu.update', '-', 200],
  ['DELETE', '/menus/:id', 'menu.delete', '-', 200],
  // 4.6
  ['POST', '/contents', 'ADMIN or MODERATOR', '-', 201],
  ['GET', '/contents', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/contents/:id', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/contents/slug/:slug', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['PATCH', '/contents/:id', 'ADMIN or MODERATOR', '-', 200],
  ['DELETE', '/contents/:id', 'ADMIN or MODERATOR', '-', 200],
  ['POST', '/contents/:id/publish', 'ADMIN or MODERATOR', '-', 200],
  ['POST', '/contents/:id/unpublish', 'ADMIN or MODERATOR', '-', 200],
  ['POST', '/contents/:id/archive', 'ADMIN or MODERATOR', '-', 200],
  ['POST', '/categories', 'ADMIN or MODERATOR', '-', 201],
  ['GET', '/categories', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/categories/tree', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/categories/:id', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/categories/slug/:slug', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['PATCH', '/categories/:id', 'ADMIN or MODERATOR', '-', 200],
  ['DELETE', '/categories/:id', 'ADMIN or MODERATOR', '-', 200],
  ['POST', '/tags', 'ADMIN or MODERATOR', '-', 201],
  ['POST', '/tags/batch', 'ADMIN or MODERATOR', '-', 201],
  ['GET', '/tags', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/tags/popular', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/tags/:id', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['GET', '/tags/slug/:slug', 'visitor, more for ADMIN or MODERATOR', '-', 200],
  ['PATCH', '/tags/:id', 'ADMIN or MODERATOR', '-', 200],
  ['DELETE', '/tags/:id', 'ADMIN or MODERATOR', '-', 200],
  // 2.8 and 6
  ['GET', '/audit-logs', 'ADMIN', '-', 200],
  ['GET', '/audit-logs/:id', 'ADMIN', '-', 200],
  ['GET', '/health/live', 'anyone', '-', 200],
  ['GET', '/health/ready', 'anyone', '-', 200],
  // Beyond the specification, as decided
  ['GET', '/openapi.json', 'anyone', '-', 200],
  ['GET', '/docs', 'anyone', '-', 200],
  ['GET', '/docs/:asset', 'anyone', '-', 200],
];

const eitherOf = (codes: readonly string[] = []): string => codes.join(' or ');
const allOf = (codes: readonly string[] = []): string => codes.join(' and ');

function whoOf(route: Route): string {
  switch (route.who) {
    case 'visitor':
      return `visitor, more for ${eitherOf(route.editors)}`;
    case 'holder':
      return [eitherOf(route.anyRole), allOf(route.allPermissions)].filter((part) => part !== '').join(' with ');
    default:
      return route.who;
  }
}

const limitOf = ({ limit }: Route): string =>
  limit === undefined ? '-' : `${limit.calls} in ${limit.seconds} s per ${limit.per}`;

const rowOf = (route: Route): Row => [route.method, route.path, whoOf(route), limitOf(route), route.status ?? 200];

/** What stands on one side only: a cell that differs shows up on both. */
function differences(routes: readonly Route[], rows: readonly Row[]) {
  const built = routes.map((route) => rowOf(route).join(' | '));
  const written = rows.map((row) => row.join(' | '));
  return {
    unwritten: built.filter((line, index) => !written.includes(line) || built.indexOf(line) !== index),
    unbuilt: written.filter((line, index) => !built.includes(line) || written.indexOf(line) !== index),
  };
}

/** Whether a request to `later` ends at `earlier`: the first route that fits takes it. */
function hides(earlier: Route, later: Route): boolean {
  const [taken, asked] = [earlier.path.split('/'), later.path.split('/')];
  return (
    earlier.method === later.method &&
    taken.length === asked.length &&
    taken.every((segment, index) => segment.startsWith(':') || segment === asked[index])
  );
}

describe('§4: the mounted routes and the endpoint tables', () => {
  let service: Service;
  let routes: readonly Route[];

  before(async () => {
    service = await startService({ REGISTER_RATE_LIMIT: '' });
    routes = service.server.routes;
  });
  after(() => service.stop());

  it('agree in method, path, who, limit and status', () => {
    expect(differences(routes, endpoints)).to.deep.equal({ unwritten: [], unbuilt: [] });
  });

  it('hide none behind another', () => {
    const hidden = routes.filter((route, index) => routes.slice(0, index).some((earlier) => hides(earlier, route)));
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });

  describe('would not agree', () => {
    const line = 'POST | /permissions | ADMIN | - | 201';

    it('with a route that has no row', () => {
      const rows = endpoints.filter((row) => row.join(' | ') !== line);
      expect(differences(routes, rows)).to.deep.equal({ unwritten: [line], unbuilt: [] });
    });

    it('with a row that has no route', () => {
      const built = routes.filter((route) => rowOf(route).join(' | ') !== line);
      expect(differences(built, endpoints)).to.deep.equal({ unwritten: [], unbuilt: [line] });
    });

    it('with a route that is mounted twice', () => {
      const twice = routes.filter((route) => rowOf(route).join(' | ') === line);
      expect(differences([...routes, ...twice], endpoints)).to.deep.equal({ unwritten: [line], unbuilt: [] });
    });

    const cells: readonly [cell: string, differing: Row][] = [
      ['method', ['PUT', '/permissions', 'ADMIN', '-', 201]],
      ['path', ['POST', '/permission', 'ADMIN', '-', 201]],
      ['who', ['POST', '/permissions', 'ADMIN or MODERATOR', '-', 201]],
      ['limit', ['POST', '/permissions', 'ADMIN', '10 in 60 s per caller', 201]],
      ['status', ['POST', '/permissions', 'ADMIN', '-', 200]],
    ];
    for (const [cell, differing] of cells) {
      it(`with another ${cell}`, () => {
        const rows = endpoints.map((row) => (row.join(' | ') === line ? differing : row));
        expect(differences(routes, rows)).to.deep.equal({ unwritten: [line], unbuilt: [differing.join(' | ')] });
      });
    }
  });
});
