import type { Route } from '@portcullis/adapters-http';
import { expect } from 'chai';
import fc from 'fast-check';
import { hiddenMarkers, type HiddenTexts } from './hidden-texts.ts';

interface ReaderRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Readers have no permission for the resource of a module, so they must not see any of its entries. */
const isOfModule = (path: string): boolean => path.startsWith('/team/labels');

const isOpen = ({ method, access, path }: Route): boolean =>
  method === 'GET' && (['public', 'optional'].includes(access) || isOfModule(path));

/** Returns random requests to all GET routes that need no token, and to those of a module, with values that an attacker may try. */
function requestsOf(texts: HiddenTexts): fc.Arbitrary<ReaderRequest> {
  const { service, user, publicIds, hiddenIds, slugs, tagIds, categoryId, previewTokens } = texts;
  const ids = fc.constantFrom(...publicIds, ...hiddenIds, ...tagIds, categoryId);
  const parts: Readonly<Record<string, fc.Arbitrary<string>>> = {
    id: ids,
    slug: fc.constantFrom(...slugs, 'public-one', 'public-two'),
    asset: fc.constant('icon.svg'),
    name: fc.constant('picture.png'),
    provider: fc.constantFrom('corp', 'none'),
    token: fc.oneof(fc.constantFrom(...previewTokens), fc.stringMatching(/^[\w-]{43}$/)),
  };
  const words = [
    ...hiddenMarkers,
    ...hiddenMarkers.map((each) => each.slice(0, 3)),
    ...slugs,
    'public',
    'one',
    '%',
    '_',
  ];
  const query = fc.record(
    {
      page: fc.constantFrom('1', '1', '1', '1', '2', '0'),
      pageSize: fc.constantFrom('1', '10', '100', '100', '101'),
      limit: fc.constantFrom('1', '100', '100', '101'),
      search: fc.constantFrom(...words, ...words.map((word) => word.toUpperCase())),
      q: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hiddenMarkers) }, fc.constantFrom(...words)),
      sortBy: fc.constantFrom('title', 'slug', 'createdAt', 'updatedAt', 'publishedAt', 'contentCount', 'contentMd'),
      sortOrder: fc.constantFrom('asc', 'desc'),
      status: fc.constantFrom('DRAFT', 'PUBLISHED', 'ARCHIVED'),
      categoryId: fc.constant(categoryId),
      tagId: fc.constantFrom(...tagIds),
      authorId: ids,
      hasDraft: fc.constant('true'),
      include: fc.constantFrom('draft', 'revisions'),
      version: fc.constantFrom('1', '2'),
    },
    { requiredKeys: ['q'] },
  );
  const headers = fc.record(
    {
      Authorization: fc.constant(`Bearer ${user.token}`),
      'If-None-Match': fc.constantFrom('*', '"1"', '"2"', 'W/"1"'),
      Range: fc.constant('bytes=0-99'),
      Accept: fc.constantFrom('text/html', '*/*'),
    },
    { requiredKeys: [] },
  );
  const open = service.server.routes.filter(isOpen);
  const ofContents = open.filter(({ path }) => path.startsWith('/contents'));
  const anyRoute = fc.oneof(fc.constantFrom(...open), fc.constantFrom(...ofContents));
  return anyRoute.chain(({ path }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const values = fc.tuple(...names.map((name) => parts[name] ?? expect.fail(`A value for ${name} is missing.`)));
    return fc.record({ values, query, headers }).map((made) => {
      const place = (name: string) => encodeURIComponent(made.values[names.indexOf(name)] ?? '');
      const address = path.replace(/:(\w+)/g, (_match, name: string) => place(name));
      return { path: `${address}?${new URLSearchParams(made.query)}`, headers: made.headers };
    });
  });
}

/** Returns all objects that a JSON value contains, at any depth; also the value itself, if it is an object. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [{ ...value }]), ...Object.values(value).flatMap(objectsIn)];
}

/**
 * Sends random requests with and without a token of a user who may not edit. Expects that no response contains a hidden
 * text or the id of a hidden content, or counts hidden contents. Returns the statuses of the responses.
 */
export async function expectNothingHidden(
  texts: HiddenTexts,
  count: number,
  seed?: number,
): Promise<readonly number[]> {
  const { service, hiddenIds, hiddenTag, publicIds } = texts;
  const requests = fc.sample(requestsOf(texts), { numRuns: count, ...(seed !== undefined && { seed }) }).values();
  const statuses: number[] = [];
  const send = async ({ path, headers }: ReaderRequest): Promise<void> => {
    const response = await fetch(`${service.server.url}/api${path}`, { headers });
    const isJson = response.headers.get('Content-Type')?.includes('json') === true;
    const text = await response.text();
    // The field `path` is not checked, because an error response repeats the path of its request.
    const json: unknown = isJson && text !== '' ? { ...JSON.parse(text), path: null } : null;
    const seen = `${isJson ? JSON.stringify(json) : text}\n${JSON.stringify([...response.headers])}`;
    const request = `${path} ${JSON.stringify(headers)}`;
    for (const each of [...hiddenMarkers, ...hiddenIds])
      expect(seen.toLowerCase().includes(each), request).to.equal(false);
    // The random requests can reach the rate limits of the OpenID sign-in routes, which begin with `/auth/oidc/`.
    const further = path.startsWith('/auth/')
      ? [429]
      : path.startsWith('/access/forward') || isOfModule(path)
        ? [401, 403]
        : [];
    expect(response.status, request).to.be.oneOf([200, 304, 400, 404, ...further]);
    for (const { total, id, contentCount } of objectsIn(json)) {
      if (id === hiddenTag) expect(contentCount ?? 0, request).to.equal(0);
      if (path.startsWith('/contents')) expect(total ?? 0, request).to.be.at.most(publicIds.length);
    }
    statuses.push(response.status);
  };
  const lane = async (): Promise<void> => {
    for (const request of requests) await send(request);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return statuses;
}

/**
 * Reads public lists, single resources and feeds. Returns the responses with ETag and Last-Modified, but without the
 * timestamp.
 */
export async function publicResponses({ service, publicIds, tagIds, categoryId }: HiddenTexts): Promise<unknown> {
  const lists = [
    '/contents',
    `/contents?categoryId=${categoryId}`,
    '/contents/search?q=public',
    '/tags',
    '/tags/popular',
  ];
  const filtered = tagIds.flatMap((id) => [`/contents?tagId=${id}`, `/tags/${id}`]);
  const single = [...publicIds.map((id) => `/contents/${id}`), '/contents/slug/public-one', '/categories/tree'];
  const feeds = ['contents.atom', 'contents.json', 'sitemap.xml'].map((name) => `/feeds/${name}`);
  return Promise.all(
    [...lists, ...filtered, ...single, ...feeds].map(async (path) => {
      const response = await fetch(`${service.server.url}/api${path}`);
      const text = (await response.text()).replace(/"timestamp":"[^"]*"/, '');
      const [etag, changed] = ['ETag', 'Last-Modified'].map((name) => response.headers.get(name));
      return { path, status: response.status, etag, changed, text };
    }),
  );
}
