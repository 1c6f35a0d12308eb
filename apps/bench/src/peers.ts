import type { Method, Requests } from './requests.ts';
import type { Service } from './service.ts';

/** A service with its requests. */
export interface Contender {
  readonly service: Service;
  readonly requests: Requests;
}

/** Products that run already, with a collection or content type `articles` and the 2,000 contents of the bench in it. */
const peers = {
  directus: {
    path: '/items/articles',
    list: 'limit=10&page=2&fields=id,title,slug,summary&meta=filter_count',
    article: 'filter[slug][_eq]=article-77',
    change: 'PATCH',
    bodyOf: (fields: object) => fields,
  },
  strapi: {
    path: '/api/articles',
    list: 'pagination[page]=2&pagination[pageSize]=10&fields=title,slug,summary',
    article: 'filters[slug][$eq]=article-77',
    change: 'PUT',
    bodyOf: (data: object) => ({ data }),
  },
} as const;

/** Returns the peers with `DIRECTUS_URL` or `STRAPI_URL`, a token in `…_TOKEN`, and the id of an article in `…_ID`. */
export const peersOf = (environment: NodeJS.ProcessEnv): readonly Contender[] =>
  Object.entries(peers).flatMap(([name, { path, list, article, change, bodyOf }]) => {
    const [url, token = '', id] = ['URL', 'TOKEN', 'ID'].map((key) => environment[`${name.toUpperCase()}_${key}`]);
    if (url === undefined) return [];
    const write = (method: Method, to: string, fields: object) => ({
      method,
      path: to,
      token,
      body: bodyOf(fields),
    });
    const requests: Requests = {
      list: { path: `${path}?${list}` },
      'list-with-token': { path: `${path}?${list}`, token },
      article: { path: `${path}?${article}` },
      'create-article': (n) => write('POST', path, { title: `New ${n}`, slug: `new-${n}`, body: '# New' }),
      'change-article': (n) => write(change, `${path}/${id}`, { summary: `New ${n}` }),
    };
    return [{ service: { name, url }, requests }];
  });
