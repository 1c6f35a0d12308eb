import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';

/** A client that follows redirects with cookies like a browser, until a redirect leads to another host. */
export interface Browser {
  /** Opens a URL. @returns the last response, or the URL of another host to which the last redirect leads */
  readonly open: (address: string) => Promise<Response | URL>;
  /** The cookies by name. As in a browser, all ports of a host share their cookies. */
  readonly cookies: Map<string, string>;
}

/** The origin of the pages to which sign-ins return. No server listens there. */
export const pageOrigin = 'https://app.example.com';

let requests = 0;

/** Returns a header with a new client IP address, so that no request exceeds the rate limit of an address. */
export const anAddress = (): { readonly 'X-Forwarded-For': string } => {
  requests += 1;
  return { 'X-Forwarded-For': `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}` };
};

export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  const open: Browser['open'] = async (address) => {
    let url = new URL(address);
    for (let hops = 0; hops < 20; hops += 1) {
      if (url.hostname !== '127.0.0.1') return url;
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { Cookie, ...anAddress() } });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get('Location');
      if (location === null) return response;
      await response.body?.cancel();
      url = new URL(location, url);
    }
    return expect.fail(`The redirects of ${address} do not end.`);
  };
  return { open, cookies };
}

/** Returns a random secret of a page (the verifier) and its hash (the challenge). */
export function aSecret(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the URL at which a page begins a sign-in. */
export const startAddress = (serviceUrl: string, provider: string, challenge: string, returnTo = `${pageOrigin}/`) =>
  `${serviceUrl}/api/auth/oidc/${provider}/start?${new URLSearchParams({ return_to: returnTo, challenge }).toString()}`;
