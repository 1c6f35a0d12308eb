import { expect } from 'chai';
import fc from 'fast-check';
import { patternOf, routeTableErrors, type ProtectedRoute } from '../src/access/protected-routes.ts';
import { foldedSegment, forwardedMethods, segmentsOf } from '../src/shared/request-target.ts';
import { routeMatcher } from '../src/access/route-matcher.ts';
import { anyCharacter, size } from './support.ts';

const route = (path: string, more: Partial<ProtectedRoute> = {}): ProtectedRoute => ({
  methods: ['GET'],
  path,
  audience: 'service',
  public: false,
  authenticated: true,
  permissions: [],
  roles: [],
  ...more,
});

describe('routeMatcher', () => {
  const routes = [
    route('/'),
    route('/users/admin'),
    route('/users/:id', { methods: ['GET', 'PUT'] }),
    route('/users/:id/posts'),
    route('/users/*', { methods: ['GET', 'DELETE'] }),
    route('/files/*'),
    route('/files/readme'),
    route('/:a/:b/c'),
    route('/x/*'),
    route('/Größe/:id'),
    route('/a b'),
  ];
  const match = routeMatcher(routes);

  const found: readonly (readonly [target: string, pattern: string | undefined])[] = [
    ['/', '/'],
    ['/?a=//', '/'],
    ['/users/admin', '/users/admin'],
    ['/users/admin/', '/users/admin'],
    ['/users/%61dmin', '/users/admin'],
    ['/users/1', '/users/:id'],
    ['/users/1?x=/../y', '/users/:id'],
    ['/users/1/posts', '/users/:id/posts'],
    ['/users', '/users/*'],
    ['/users/1/2/3', '/users/*'],
    ['/users/admin/x', '/users/*'],
    ['/files', '/files/*'],
    ['/files/', '/files/*'],
    ['/files/a/b', '/files/*'],
    ['/files/readme', '/files/readme'],
    ['/p/q/c', '/:a/:b/c'],
    ['/x/q/c', '/x/*'],
    ['/Gr%C3%B6%C3%9Fe/1', '/Größe/:id'],
    ['/a%20b', '/a b'],
    ['/other', undefined],
    ['/p/q/d', undefined],
    // Servers that ignore case or normalize Unicode would see a literal segment here.
    ['/users/ADMIN', undefined],
    ['/Users/1', undefined],
    ['/files/READme', undefined],
    ['/files/%EF%BD%92eadme', undefined],
    ['/gr%C3%B6%C3%9Fe/1', undefined],
    ['/Gro%CC%88%C3%9Fe/1', undefined],
    ['/Gr%C3%B6SSe/1', undefined],
    ['/users/adm%C4%B1n', undefined],
    ['/users/adm%C4%B0n', undefined],
    ['/u%C5%BFers/1', undefined],
    // A fold that does not select the literal's subtree leaves other patterns alone.
    ['/A%20B/q/c', '/:a/:b/c'],
  ];
  for (const [target, pattern] of found) {
    it(`finds ${pattern ?? 'no route'} for ${target}`, () => {
      expect(match('GET', target)?.path).to.equal(pattern);
    });
  }

  it('ignores a stored pattern that this release does not accept', () => {
    const stored = routeMatcher([route('/a.', { public: true }), route('/b')]);
    expect(stored('GET', '/')).to.equal(undefined);
    expect(stored('GET', '/b')?.path).to.equal('/b');
  });

  it('lets the path decide before the method (checkForward rule 6)', () => {
    expect(match('PUT', '/users/1')?.path).to.equal('/users/:id');
    expect(match('DELETE', '/users/1/2')?.path).to.equal('/users/*');
    expect(match('DELETE', '/users/1')).to.equal(undefined);
    expect(match('PUT', '/users/admin')).to.equal(undefined);
    for (const method of ['', 'get', 'TRACE', 'CONNECT', 'GET, PUT', 'PROPFIND', 'HEAD', 'OPTIONS']) {
      expect(match(method, '/users/1'), method).to.equal(undefined);
    }
  });

  const refused = [
    '',
    'users/1',
    'http://host/users/1',
    '//users/1',
    '/users//1',
    '/users/1//',
    '*',
    '/users/../admin',
    '/users/.',
    '/users/%2e%2e/admin',
    '/users/.%2E/admin',
    '/users/%2f',
    '/users/a%2Fb',
    '/users/a\\b',
    '/users/a%5cb',
    '/users/1;a=b',
    '/users/1%3ba',
    '/users/1%00',
    '/users/%0d%0a',
    '/users/%7f',
    '/users/%C0%AE%C0%AE/x',
    '/users/%ff',
    '/users/%',
    '/users/%1',
    '/users/%zz',
    '/users/%252e%252e',
    '/users/%2525',
    '/users/1#x',
    '/users/%23',
    '/users/%3fx',
    '/users/a b',
    '/users/\u00e9',
    '/users/1, /files',
    '/users/%EF%BC%8E%EF%BC%8E',
    '/users/%E2%80%A5',
    '/users/a%EF%BC%8Fb',
    '/users/%E2%80%8B',
    '/users/%EF%BB%BF',
    '/users/%ED%A0%80',
    '/users/a|b',
    '/users/"a"',
    '/users/<a>',
    '/users/a^b',
    '/users/{a}',
    '/users/`a`',
    // Some servers, such as those of Windows, ignore dots and spaces at the end of a segment.
    '/users.',
    '/users/1.',
    '/users/1...',
    '/users/1%2e',
    '/users/1%20',
    '/users%20/1',
    '/users/%20x',
    '/users/%C2%A0x',
    '/users/1%E3%80%80',
    '/users/1%EF%BC%8E',
    '/users/1%20.',
  ];
  for (const target of refused) {
    it(`checkForward rule 7: finds no route for ${JSON.stringify(target)}`, () => {
      expect(segmentsOf(target)).to.equal(undefined);
      expect(match('GET', target)).to.equal(undefined);
    });
  }
});

describe('routeMatcher and routeTableErrors', () => {
  const literal = fc.constantFrom('a', 'b', 'A', 'é', 'x y', 'id');
  const segment = fc.oneof(literal, fc.constantFrom(':a', ':b'));
  const pattern = fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
    .map(([segments, rest]) => `/${[...segments, ...(rest ? ['*'] : [])].join('/')}`);
  const table = fc.array(
    fc.tuple(pattern, fc.uniqueArray(fc.constantFrom(...forwardedMethods), { minLength: 1, maxLength: 3 })),
    { maxLength: 12 },
  );
  const target = fc
    .array(literal, { maxLength: 5 })
    .map((segments) => `/${segments.map(encodeURIComponent).join('/')}`);

  /** The rule of the documentation, applied to each route: matches, and how specific each segment is. */
  function rankOf(path: string, segments: readonly string[]): string | undefined {
    const parts = patternOf(path) ?? [];
    const isRest = parts.at(-1)?.kind === 'rest';
    const fixed = isRest ? parts.slice(0, -1) : parts;
    if (isRest ? segments.length < fixed.length : segments.length !== fixed.length) return undefined;
    const ranks = fixed.map((part, index) => {
      if (part.kind !== 'literal') return '1';
      return part.folded === foldedSegment(segments[index] ?? '') ? '2' : undefined;
    });
    // A pattern that ends is more specific than `*` in the same place.
    return ranks.includes(undefined) ? undefined : `${ranks.join('')}${isRest ? '0' : '3'}`;
  }

  it('agree with the documented rule for any table and path', () => {
    let matched = 0;
    fc.assert(
      fc.property(table, target, fc.constantFrom(...forwardedMethods), (entries, asked, method) => {
        const routes = entries
          .map(([path, methods]) => route(path, { methods }))
          .filter((each, index, all) => routeTableErrors([...all.slice(0, index), each]).length === 0);
        if (routeTableErrors(routes).length > 0) return;
        const segments = segmentsOf(asked) ?? [];
        const ranked = routes.flatMap((each) => {
          const rank = rankOf(each.path, segments);
          return rank === undefined ? [] : [{ each, rank }];
        });
        const best = ranked
          .map(({ rank }) => rank)
          .toSorted()
          .at(-1);
        const candidates = ranked.filter(({ rank }) => rank === best);
        const expected = candidates.find(({ each }) => each.methods.includes(method))?.each;
        const isExact = (patternOf(expected?.path ?? '/') ?? []).every(
          (part, index) => part.kind !== 'literal' || part.text === segments[index],
        );
        const found = routeMatcher(routes)(method, asked);
        if (found !== undefined) matched += 1;
        expect(found).to.equal(isExact ? expected : undefined);
      }),
      { numRuns: size(2000) },
    );
    expect(matched).to.be.greaterThan(size(1000) / 10);
  });

  it('never throw, and accept no pattern that a request cannot have', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), (path, asked) => {
        const errors = routeTableErrors([route(path)]);
        const match = errors.length === 0 ? routeMatcher([route(path)]) : routeMatcher([]);
        match('GET', asked);
        segmentsOf(asked);
      }),
    );
  });

  const bad = [
    '',
    'a',
    '/a/',
    '//',
    '/a//b',
    '/*/a',
    '/a*',
    '/:',
    '/:1',
    '/a/:b-c',
    '/../a',
    '/a/.',
    '/a%20b',
    '/a;b',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/\u200b',
    '/a.',
    '/a./b',
    '/ a',
    '/\ud800',
    `/${'a/'.repeat(32)}a`,
  ];
  for (const path of bad) {
    it(`refuse the pattern ${JSON.stringify(path)}`, () => {
      expect(routeTableErrors([route(path)]).map(({ field }) => field)).to.deep.equal(['routes[0].path']);
    });
  }

  const access: readonly (readonly [Partial<ProtectedRoute>, boolean])[] = [
    [{ authenticated: false }, false],
    [{ public: true }, false],
    [{ roles: ['A'] }, false],
    [{ authenticated: false, public: true }, true],
    [{ authenticated: false, permissions: ['a'] }, true],
    [{ authenticated: false, permissions: ['a'], roles: ['A'] }, true],
  ];
  for (const [more, isGood] of access) {
    it(`${isGood ? 'accept' : 'refuse'} an entry with ${JSON.stringify(more)}`, () => {
      expect(routeTableErrors([route('/a', more)]).length === 0).to.equal(isGood);
    });
  }

  it('refuse two routes with the same pattern and method', () => {
    const put = route('/a/:y', { methods: ['PUT'] });
    expect(routeTableErrors([route('/a/:x'), put, route('/a/:z', { methods: ['HEAD', 'GET'] })])).to.deep.equal([
      { field: 'routes[2].path', message: 'routes[0] has the same pattern and GET.' },
    ]);
    expect(routeTableErrors([route('/a/:x'), put, route('/a/*'), route('/a')])).to.deep.equal([]);
  });

  it('refuse two spellings of the same segment', () => {
    expect(routeTableErrors([route('/a/x'), route('/:x/A'), route('/A/y')])).to.deep.equal([
      { field: 'routes[2].path', message: 'Another route spells the segment A as a.' },
    ]);
  });
});
