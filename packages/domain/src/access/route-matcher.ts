import { patternOf, type ProtectedRoute } from './protected-routes.ts';
import { foldedSegment, isForwardedMethod, segmentsOf, type ForwardedMethod } from '../shared/request-target.ts';

/** Finds the protected route of a request. */
export type RouteMatcher = (method: string, target: string) => ProtectedRoute | undefined;

type ByMethod = ReadonlyMap<ForwardedMethod, ProtectedRoute>;

interface Literal {
  readonly text: string;
  readonly node: Node;
}

/** The patterns that begin with the same segments. */
interface Node {
  /** By the folded text. */
  readonly literals: Map<string, Literal>;
  parameter?: Node;
  /** The routes whose pattern ends here, by method. */
  readonly here: Map<ForwardedMethod, ProtectedRoute>;
  /** The routes whose pattern ends here with `*`, by method. */
  readonly rest: Map<ForwardedMethod, ProtectedRoute>;
}

const emptyNode = (): Node => ({ literals: new Map(), here: new Map(), rest: new Map() });

function add(root: Node, route: ProtectedRoute): void {
  const segments = patternOf(route.path);
  // Patterns are checked when a table is stored. No request can match another one.
  if (segments === undefined) return;
  let node = root;
  let routes = root.here;
  for (const segment of segments) {
    if (segment.kind === 'rest') routes = node.rest;
    else {
      if (segment.kind === 'parameter') node = node.parameter ??= emptyNode();
      else {
        const literal = node.literals.get(segment.folded) ?? { text: segment.text, node: emptyNode() };
        node.literals.set(segment.folded, literal);
        node = literal.node;
      }
      routes = node.here;
    }
  }
  for (const method of route.methods) routes.set(method, route);
}

interface Match {
  readonly routes: ByMethod;
  /** False if a segment differs from the pattern in case or in its Unicode form. */
  readonly isExact: boolean;
}

/** Finds the most specific pattern. The tree is as deep as a pattern is long, so the recursion is short. */
function find({ literals, parameter, here, rest }: Node, segments: readonly string[], from = 0): Match | undefined {
  const segment = segments[from];
  if (segment === undefined && here.size > 0) return { routes: here, isExact: true };
  if (segment !== undefined) {
    const literal = literals.get(foldedSegment(segment));
    const match = literal && find(literal.node, segments, from + 1);
    if (match !== undefined) return { ...match, isExact: match.isExact && literal?.text === segment };
    const other = parameter && find(parameter, segments, from + 1);
    if (other !== undefined) return other;
  }
  return rest.size > 0 ? { routes: rest, isExact: true } : undefined;
}

/**
 * Creates the function that finds the protected route of a request. The path decides first: of the patterns that match,
 * the most specific one counts, whatever the order of the table is. From the beginning of the path, a literal segment is
 * more specific than a parameter, and a parameter more than `*`. Then one of the routes with this pattern must list the
 * method; a less specific pattern does not replace it. A path that differs from a literal segment of this pattern in
 * case or in its Unicode form has no route, because the service behind the gateway may or may not see a difference.
 */
export function routeMatcher(routes: readonly ProtectedRoute[]): RouteMatcher {
  const root = emptyNode();
  for (const route of routes) add(root, route);
  return (method, target) => {
    const segments = segmentsOf(target);
    if (segments === undefined || !isForwardedMethod(method)) return undefined;
    const match = find(root, segments);
    return match?.isExact === true ? match.routes.get(method) : undefined;
  };
}
