import { extname } from 'node:path';
import type { Context, Middleware } from 'koa';
import { matchesEtag } from '../responses/etags.ts';
import { HttpError, unknownRoute } from '../responses/http-error.ts';
import type { SiteFile, SiteFiles } from './site-files.ts';

/** The pages that the service serves outside `/api`. */
export interface SiteOptions {
  /** The version of the product. */
  readonly version: string;
  /** The built console. 'off' if the console is not served, undefined if it has not been built. */
  readonly console: SiteFiles | 'off' | undefined;
  /** The origin from which browsers load uploaded files. Default: that of the service. */
  readonly mediaOrigin?: string | undefined;
}

/**
 * The Content Security Policy of the console. The console may load files only from this server, images also from
 * `data:` URLs, and uploaded files also from the origin that serves them. Its pages cannot contain inline scripts or
 * styles, and other pages cannot frame them.
 */
const contentSecurityPolicy = (mediaOrigin: string): string => {
  const media = ["'self'", ...(mediaOrigin === '' ? [] : [mediaOrigin])].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "font-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
};

/** The page of the console that is only shown in a frame of the console. */
const picturesPage = 'parts/pictures.html';

/**
 * The policy of the page into which the console writes a text with pictures of other hosts. The page runs no scripts, and
 * its links open other windows.
 */
const picturesPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const consolePath = '/admin/';
const [docs, openapi] = ['/api/docs', '/api/openapi.json'];

/**
 * Serves the console below `/admin/`. `/` redirects browsers to the console. If the console is off or has not been
 * built, `/` redirects them to the API reference. Other clients get JSON with the version of the product and the URLs
 * of the console, the API reference and the API document (docs/interface.md §4.8).
 */
export function serveSite({ version, console, mediaOrigin = '' }: SiteOptions): Middleware {
  const policy = contentSecurityPolicy(mediaOrigin);
  const isServed = typeof console === 'object';
  const entryPoints = { name: 'Portcullis', version, docs, openapi, console: isServed ? consolePath : null };
  return async (ctx, next) => {
    const { path } = ctx;
    const isConsole = path === '/admin' || path.startsWith(consolePath);
    if (path === '/') {
      checkMethod(ctx, '/');
      sendEntryPoints(ctx, entryPoints);
    } else if (isConsole && console !== 'off') {
      checkMethod(ctx, '/admin');
      if (!isServed) throw new HttpError('unknown-route', 'The console has not been built: run npm run build.');
      if (path === '/admin') redirect(ctx, consolePath);
      else sendFile(ctx, { files: console, policy }, path.slice(consolePath.length));
    } else {
      await next();
    }
  };
}

function checkMethod(ctx: Context, route: string): void {
  ctx['_matchedRoute'] = route;
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const allowed = 'GET, HEAD';
  throw new HttpError('method-not-allowed', `This address takes ${allowed}.`, { headers: { Allow: allowed } });
}

/** Redirects browsers to the console or the API reference. Other clients get the URLs as JSON. */
function sendEntryPoints(ctx: Context, entryPoints: { readonly console: string | null }): void {
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') === 'html') {
    redirect(ctx, entryPoints.console ?? docs);
    return;
  }
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = entryPoints;
}

function redirect(ctx: Context, to: string): void {
  ctx.set('Cache-Control', 'no-cache');
  ctx.redirect(`${to}${ctx.search}`);
}

const assets = 'assets/';

/** Below these paths are only files, and no screens of the console. */
const folders = [assets, 'parts/', 'scripts/'];

/**
 * Sends a file. Files below `assets/` have a hash in their names and can be cached forever. For a path outside of
 * `folders` without a file, `index.html` is sent, because the path may be a route of the console.
 */
function sendFile(ctx: Context, { files, policy }: { files: SiteFiles; policy: string }, path: string): void {
  const name = files.has(path) || folders.some((folder) => path.startsWith(folder)) ? path : 'index.html';
  const file = files.get(name);
  if (file === undefined) throw unknownRoute();
  // Browsers replace the headers of a cached page with the headers of a response with status 304. So the policy is also
  // sent with this status. Otherwise, the default `Content-Security-Policy` would replace it.
  ctx.set('Content-Security-Policy', name === picturesPage ? picturesPolicy : policy);
  if (name === picturesPage) ctx.set('X-Frame-Options', 'SAMEORIGIN');
  ctx.set('Cache-Control', name.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', `W/"${file.etag}"`);
  ctx.vary('Accept-Encoding');
  if (matchesEtag(ctx.get('If-None-Match'), file.etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = extname(name);
  ctx.body = encoded(ctx, file);
}

/**
 * Returns the first compressed copy that the client accepts, and sets Content-Encoding. If the client accepts none,
 * returns the uncompressed file.
 */
function encoded(ctx: Context, { contents, compressed }: SiteFile): Buffer {
  for (const encoding of ['br', 'gzip'] as const) {
    const copy = compressed[encoding];
    if (copy === undefined || ctx.acceptsEncodings(encoding, 'identity') !== encoding) continue;
    ctx.set('Content-Encoding', encoding);
    return copy;
  }
  return contents;
}
