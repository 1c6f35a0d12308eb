/** A request that a gateway must not forward, or must forward without what the client claims. */
export interface HostileRequest {
  readonly name: string;
  /** The lines of the head before `Host` and `Authorization`, and the body. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const id = '00000000-0000-4000-8000-000000000001';

/** Requests for a route of everybody or of every user, in which the client claims to be an administrator. */
const claims: readonly HostileRequest[] = ['/public/x', '/articles/1'].flatMap((path) =>
  ['User', 'Username', 'Roles', 'Assertion'].flatMap((part) =>
    [
      [`X-Portcullis-${part}: ADMIN`],
      [`x-portcullis-${part.toLowerCase()}: ADMIN`],
      [`X-PORTCULLIS-${part.toUpperCase()}: ADMIN`],
      [`X_Portcullis_${part}: ADMIN`],
      [`X-Portcullis_${part}: ADMIN`],
      [`X_Portcullis-${part}: ADMIN`],
      [`X-Portcullis-${part}: ADMIN`, `X-Portcullis-${part}: ${id}`],
      [`X-Portcullis-${part}: ADMIN`, `x-portcullis-${part.toLowerCase()}: ADMIN`, `X_Portcullis_${part}: ADMIN`],
      ['Connection: close, X-Portcullis-User, Authorization', `X-Portcullis-${part}: ADMIN`],
    ].map((headers) => ({ name: `claims ${headers.join(' + ')} at ${path}`, line: `GET ${path}`, headers })),
  ),
);

/** Headers that name another request than the one that is sent. */
const misleading: readonly HostileRequest[] = [
  'X-Forwarded-Uri',
  'x-forwarded-uri',
  'X_Forwarded_Uri',
  'X-Original-URL',
  'X-Original-URI',
  'X-Rewrite-URL',
  'X-Forwarded-Path',
  'X-Forwarded-Prefix',
].flatMap((header) =>
  ['/public/x', '/articles/1'].flatMap((path) => [
    { name: `${header}: ${path}`, line: 'GET /admin/x', headers: [`${header}: ${path}`] },
    { name: `${header}: ${path}, twice`, line: 'GET /admin/x', headers: [`${header}: ${path}`, `${header}: /admin/x`] },
  ]),
);

const otherMethods: readonly HostileRequest[] = [
  'X-Forwarded-Method',
  'x-forwarded-method',
  'X-HTTP-Method',
  'X-HTTP-Method-Override',
  'X-Method-Override',
].flatMap((header) =>
  ['GET', 'POST'].map((method) => ({
    name: `${header}: ${method}`,
    line: 'DELETE /articles/1',
    headers: [`${header}: ${method}`],
  })),
);

/** Methods that the table does not contain. */
const methods: readonly HostileRequest[] = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'get',
  'FOO',
].map((method) => ({ name: `method ${method}`, line: `${method} /articles/1` }));

/** Spellings of a path of administrators, and paths that lead there from one that the caller may use. */
const paths: readonly HostileRequest[] = [
  '/admin/x',
  '/ADMIN/x',
  '/Admin/x',
  '/%61dmin/x',
  '/%41DMIN/x',
  '/adm%69n/x',
  '/%2561dmin/x',
  '//admin/x',
  '///admin/x',
  '/./admin/x',
  '/admin//x',
  '/admin/./x',
  '/admin;a=b/x',
  '/admin/x;y',
  '/admin%2fx',
  '/admin%2Fx',
  '/%2fadmin/x',
  '/admin%5cx',
  '/admin\\x',
  '/\\admin\\x',
  '/admin%00/x',
  '/admin/x%00',
  '/admin/%0d%0ax',
  '/admin/x%20',
  '/%EF%BD%81dmin/x',
  '/adm%C4%B1n/x',
  '/admin%E2%80%8B/x',
  '/admin?/public/x',
  '/admin/x#/public',
  '/admin/x?a=/public/',
  '/admin',
  '/admin./x',
  '/admin%2e/x',
  '/admin%20/x',
  '/%20admin/x',
  '/admin%E3%80%80/x',
  '/admin%EF%BC%8E/x',
  ...['/public', '/articles'].flatMap((start) =>
    [
      '/../admin/x',
      '/%2e%2e/admin/x',
      '/.%2e/admin/x',
      '/%2E%2E/admin/x',
      '/..%2fadmin/x',
      '/..%2Fadmin%2Fx',
      '/%2e%2e%2fadmin/x',
      '/..%5cadmin/x',
      '/..\\admin\\x',
      '/..;/admin/x',
      '/..;a=b/admin/x',
      '/..%3b/admin/x',
      '/%252e%252e/admin/x',
      '/..%252fadmin/x',
      '/x/../../admin/x',
      '/x/%2e%2e/%2e%2e/admin/x',
      '/..%c0%afadmin/x',
      '/%c0%ae%c0%ae/admin/x',
      '/%EF%BC%8E%EF%BC%8E/admin/x',
      '/%E2%80%A5/admin/x',
      '/..%00/admin/x',
      '/..%0d%0a/admin/x',
      '//../admin/x',
      '/./../admin/x',
      '/..//admin/x',
      '/%ff/../admin/x',
      '/.../admin;/../../admin/x',
      '/..%EF%BC%8Fadmin/x',
    ].map((end) => start + end),
  ),
].map((path) => ({ name: `path ${path}`, line: `GET ${path}` }));

const absolute: readonly HostileRequest[] = [
  'http://localhost/admin/x',
  'http://other/admin/x',
  'http://localhost//admin/x',
  'https://localhost/admin/x',
  '*',
  'admin/x',
  '/public/x HTTP/1.1\r\nX: GET /admin/x',
].map((target) => ({ name: `target ${JSON.stringify(target)}`, line: `GET ${target}` }));

const hidden = 'GET /admin/x HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A second request in what one of two servers takes for the body of the first. */
const smuggled: readonly HostileRequest[] = [
  ['Content-Length: 4', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Content-Length: 4'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding:\tchunked'],
  ['Transfer-Encoding: chunked, chunked'],
  ['Content-Length: 0', `Content-Length: ${hidden.length}`],
  ['Content-Length: +0'],
  ['Content-Length: 0x5'],
].map((headers) => ({
  name: `smuggling with ${headers.join(' + ')}`,
  line: 'POST /articles/1',
  headers,
  body: `0\r\n\r\n${hidden}`,
}));

export const hostileRequests: readonly HostileRequest[] = [
  ...claims,
  ...misleading,
  ...otherMethods,
  ...methods,
  ...paths,
  ...absolute,
  ...smuggled,
];
