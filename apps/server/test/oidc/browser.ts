import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';

/** Follows redirects as a browser does, with cookies, until it leaves the machine. */
export interface Browser {
  /** Opens an address. @returns the last response, or the address outside of this machine to which the last redirect leads */
  readonly open: (address: string) => Promise<Response | URL>;
  /** The cookies by their names, over all ports of this machine. */
  readonly cookies: Map<string, string>;
}

/** Where the pages of the tests are. Nothing listens there. */
export const pageOrigin = 'https://app.example.com';

let requests = 0;

/** A header that gives a request a client address of its own, so that no limit of an address is reached. */
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
    return expect.fail(`There is no end to the redirects of ${address}.`);
  };
  return { open, cookies };
}

/** The secret of a page, and its hash. */
export function aSecret(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address at which a page begins a sign-in. */
export const startAddress = (serviceUrl: string, provider: string, challenge: string, returnTo = `${pageOrigin}/`) =>
  `${serviceUrl}/api/auth/oidc/${provider}/start?${new URLSearchParams({ return_to: returnTo, challenge }).toString()}`;
