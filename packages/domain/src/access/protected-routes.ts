import { builtInEvent, builtInSubject, recordedFields } from '../shared/declare-event.ts';
import type { FieldError } from '../shared/errors.ts';
import type { RouteTableId } from '../shared/ids.ts';
import { foldedSegment, segmentsOf, type ForwardedMethod } from '../shared/request-target.ts';

/** A route of a service behind a gateway, and who may call it. */
export interface ProtectedRoute {
  /** The methods of the route. */
  readonly methods: readonly ForwardedMethod[];
  /**
   * The pattern of its path, such as `/articles/:id` or `/files/*`. A parameter matches one segment. `*` at the end
   * matches any number of segments, also none.
   */
  readonly path: string;
  /** The name of the service, which is the audience of the assertions for its requests. */
  readonly audience: string;
  /** True if everybody may call the route, also without a token. */
  readonly public: boolean;
  /** True if every logged-in user may call the route. */
  readonly authenticated: boolean;
  /** The caller needs all of these permissions. */
  readonly permissions: readonly string[];
  /** The caller needs one of these roles, unless the list is empty. */
  readonly roles: readonly string[];
}

/** The table of the routes that gateways protect. An installation has exactly one. */
export interface RouteTable {
  readonly id: RouteTableId;
  readonly routes: readonly ProtectedRoute[];
  readonly version: number;
  readonly updatedAt: Date;
}

/** The limits of the table of protected routes. */
export const routeLimits = {
  routes: 500,
  path: {
    min: 1,
    max: 512,
    pattern: /^\/[^\s%?#;\\]*$/,
    requirement: 'begin with / and contain no space and none of % ? # ; \\',
  },
  audience: { min: 1, max: 255, pattern: /^[!-~]+$/, requirement: 'consist of visible ASCII characters' },
  segments: 32,
  codes: 50,
} as const;

/** A segment of a pattern. */
type PatternSegment =
  | { readonly kind: 'literal'; readonly text: string; readonly folded: string }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'rest' };

const parameterForm = /^:[A-Za-z][A-Za-z0-9_]*$/;

/** Returns the segments of a pattern, or undefined if it is not valid. */
export function patternOf(path: string): readonly PatternSegment[] | undefined {
  if (path === '/') return [];
  if (!path.startsWith('/') || !path.isWellFormed()) return undefined;
  const parts = path.slice(1).split('/');
  const segments = parts.map((part, index): PatternSegment | undefined => {
    if (part === '*') return index === parts.length - 1 ? { kind: 'rest' } : undefined;
    if (parameterForm.test(part)) return { kind: 'parameter' };
    // A literal segment is valid if a request can contain it.
    const isLiteral = !/^:|\*/.test(part) && segmentsOf(`/${encodeURIComponent(part)}`)?.[0] === part;
    return isLiteral ? { kind: 'literal', text: part, folded: foldedSegment(part) } : undefined;
  });
  const valid = segments.filter((segment) => segment !== undefined);
  return valid.length === segments.length && valid.length <= routeLimits.segments ? valid : undefined;
}

/** Returns a text that is the same for two patterns that match the same paths. */
const shapeOf = (segments: readonly PatternSegment[]): string =>
  segments.map((segment) => (segment.kind === 'literal' ? `=${segment.folded}` : segment.kind)).join('/');

/** Returns a text that is the same for two paths whose patterns match the same requests. */
export function shapeOfPath(path: string): string {
  const segments = patternOf(path);
  return segments === undefined ? path : shapeOf(segments);
}

function accessError(route: ProtectedRoute): string | undefined {
  const kinds = [route.public, route.authenticated, route.permissions.length + route.roles.length > 0].filter(
    Boolean,
  ).length;
  return kinds === 1 ? undefined : 'Must be exactly one of: public, authenticated, or with permissions or roles.';
}

/**
 * Returns a function that finds a segment that an earlier pattern with the same beginning spells differently. Requests
 * could match only one of the two spellings.
 */
function spellingChecker(): (segments: readonly PatternSegment[]) => string | undefined {
  const spellings = new Map<string, string>();
  return (segments) => {
    for (const [index, segment] of segments.entries()) {
      if (segment.kind !== 'literal') continue;
      const place = shapeOf(segments.slice(0, index + 1));
      const spelling = spellings.get(place) ?? segment.text;
      spellings.set(place, spelling);
      if (spelling !== segment.text) return `Another route spells the segment ${segment.text} as ${spelling}.`;
    }
    return undefined;
  };
}

/**
 * Returns the errors of a table: patterns that are not valid, routes that do not say who may call them, methods that two
 * routes with the same pattern list, and segments that two routes spell differently.
 * @param placeOf returns the place of a route in the errors, by its index
 */
export function routeTableErrors(
  routes: readonly ProtectedRoute[],
  placeOf = (index: number): string => `routes[${index}]`,
): readonly FieldError[] {
  const first = new Map<string, number>();
  const spellingError = spellingChecker();
  return routes.flatMap((route, index): FieldError[] => {
    const field = placeOf(index);
    const segments = patternOf(route.path);
    if (segments === undefined) return [{ field: `${field}.path`, message: 'This is not a valid pattern of a path.' }];
    const access = accessError(route);
    const errors: FieldError[] = access === undefined ? [] : [{ field, message: access }];
    const spelling = spellingError(segments);
    if (spelling !== undefined) return [...errors, { field: `${field}.path`, message: spelling }];
    for (const method of new Set(route.methods)) {
      const key = `${method} ${shapeOf(segments)}`;
      const earlier = first.get(key);
      if (earlier !== undefined)
        errors.push({ field: `${field}.path`, message: `${placeOf(earlier)} has the same pattern and ${method}.` });
      else first.set(key, index);
    }
    return errors;
  });
}

/** Returns a text that is equal for equal entries, whatever the order of their members is. */
const textOf = ({ methods, path, audience, permissions, roles, ...flags }: ProtectedRoute): string =>
  JSON.stringify([methods, path, audience, permissions, roles, flags.public, flags.authenticated]);

/** Returns the entries of `routes` that are not in `others`. */
export function routesWithout(
  routes: readonly ProtectedRoute[],
  others: readonly ProtectedRoute[],
): readonly ProtectedRoute[] {
  const known = new Set(others.map(textOf));
  return routes.filter((route) => !known.has(textOf(route)));
}

/** The events of the table of protected routes. */
export const routeTableEvents = {
  /** `routes` contains the removed entries before, and the added entries after the change. */
  updated: builtInEvent(builtInSubject('routeTable'), 'routeTable.updated', recordedFields<RouteTable>()('routes')),
};
