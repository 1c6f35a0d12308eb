import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { routeLimits, type ProtectedRoute, type RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import { forwardedMethods, type ForwardedMethod } from '@portcullis/domain/internal/shared/request-target';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import type { BodyLimits } from '../body/receive-body.ts';
import { Describe } from '../validation/descriptions.ts';
import { Flag, OneLine, Optional, PatternedTexts, TextList } from '../validation/fields.ts';
import { ItemsOf } from '../validation/items.ts';
import * as schema from '../validation/schema.ts';
import { administrators, administratorsChange } from './access/access.ts';
import { route, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';

const methodRule = {
  min: 3,
  max: 7,
  pattern: new RegExp(`^(?:${forwardedMethods.join('|')})$`),
  requirement: `be one of ${forwardedMethods.join(', ')}`,
};

const { codes } = routeLimits;

export class RouteItem {
  @PatternedTexts(methodRule, forwardedMethods.length)
  @Describe('The methods of the route.')
  methods!: ForwardedMethod[];

  @OneLine(routeLimits.path)
  @Describe(
    'The pattern of its path. `/articles/:id` has a parameter, which matches one segment. `/files/*` matches `/files` and everything below it.',
  )
  path!: string;

  @OneLine(routeLimits.audience) @Describe('The name of the service: the audience of assertions.') audience!: string;

  @Optional() @Flag() @Describe('True: everybody may call the route, also without a token.') public?: boolean;

  @Optional() @Flag() @Describe('True: every logged-in user may call the route.') authenticated?: boolean;

  @Optional()
  @TextList({ min: 1, max: permissionLimits.code.max }, codes)
  @Describe('Codes of permissions. The caller needs all of them.')
  permissions?: string[];

  @Optional()
  @TextList({ min: 1, max: roleLimits.code.max }, codes)
  @Describe('Codes of roles. The caller needs one of them.')
  roles?: string[];
}

class SetProtectedRoutesBody {
  @ItemsOf(RouteItem, { max: routeLimits.routes })
  @Describe('The whole table. The most specific pattern counts, so the order makes no difference.')
  routes!: RouteItem[];
}

export const routeOf = (item: RouteItem): ProtectedRoute => ({
  methods: [...new Set(item.methods)],
  path: item.path,
  audience: item.audience,
  public: item.public ?? false,
  authenticated: item.authenticated ?? false,
  permissions: item.permissions ?? [],
  roles: item.roles ?? [],
});

const routeSchema = schema.namedObject<ProtectedRoute>('ProtectedRoute', {
  methods: schema.withDescription(schema.listOf(schema.oneOf(forwardedMethods)), 'The methods of the route.'),
  path: schema.withDescription(schema.text, 'The pattern of its path.'),
  audience: schema.withDescription(schema.text, 'The name of the service: the audience of assertions.'),
  public: schema.withDescription(schema.flag, 'Whether everybody may call the route.'),
  authenticated: schema.withDescription(schema.flag, 'Whether every logged-in user may call the route.'),
  permissions: schema.withDescription(
    schema.listOf(schema.text),
    'Codes of permissions. The caller needs all of them.',
  ),
  roles: schema.withDescription(schema.listOf(schema.text), 'Codes of roles. The caller needs one of them.'),
});

const tableSchema = schema.namedObject<Omit<RouteTable, 'id'>>('RouteTable', {
  routes: schema.withDescription(schema.listOf(routeSchema), 'The entries of the table.'),
  version: schema.withDescription(schema.integerFrom(1), 'Increases with each change.'),
  updatedAt: schema.withDescription(schema.timestamp, 'When the table was last changed.'),
});

const shown = ({ id: _id, ...table }: RouteTable) => table;

type RouteTableDependencies = UseCases<'setProtectedRoutes'> & {
  readonly bodyLimits: BodyLimits;
};

/** The routes for the table of the routes that gateways protect (docs/interface.md §4.12). */
export const routeTableRoutes = ({ setProtectedRoutes, bodyLimits }: RouteTableDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/access/routes',
    operation: 'getProtectedRoutes',
    summary: 'Read the table of protected routes',
    access: 'authorized',
    anyRole: administrators,
    isVersioned: true,
    data: tableSchema,
    read: async (_call, { routeTables }) => shown(await routeTables.find()),
  }),
  route({
    method: 'PUT',
    path: '/access/routes',
    operation: 'setProtectedRoutes',
    summary: 'Replace the table of protected routes',
    description:
      'The table says who may call which route behind a gateway that asks `checkForward` without `permission` and `role`. The request replaces the whole table. Each entry has exactly one of `public`, `authenticated`, or `permissions` and `roles`. An entry that is not valid, and two entries with the same pattern and method, are rejected with 400, code 1005.',
    access: 'authorized',
    ...administratorsChange,
    body: SetProtectedRoutesBody,
    bodyLimits,
    isVersioned: true,
    isConditional: true,
    data: tableSchema,
    refuses: ['routes-unacceptable'],
    handle: async ({ body, caller, ifMatch }) =>
      shown(await setProtectedRoutes({ actor: caller, ifMatch, routes: body.routes.map(routeOf) })),
  }),
];
