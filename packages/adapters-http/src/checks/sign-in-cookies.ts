/** The cookies of a request by name, in the order of the header `Cookie`. */
export type Cookies = ReadonlyMap<string, string>;

/** Parses the header `Cookie`. If a name occurs more than once, the first value counts. */
export function parseCookies(header: string): Cookies {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

/**
 * Lifetime of a cookie, in seconds. The cookie lasts longer than the sign-in, which expires after 10 minutes. A user
 * who returns too late can therefore be redirected, with an error, to the page that began the sign-in.
 */
const cookieSeconds = 3600;

/** Maximum number of sign-ins that one browser can have open. A further sign-in ends the oldest one. */
const maxOpen = 4;
/**
 * Maximum length of the cookies of earlier sign-ins together, in characters. Browsers send the cookies with every
 * request, and Node.js refuses requests whose headers have more than 16 KiB.
 */
const maxLength = 6000;

/**
 * Number of characters of the state that are in the name of a cookie. The value contains the whole state, encrypted.
 */
const idLength = 16;

/** The cookies with which one browser stores the states of its open sign-ins. */
export interface SignInCookies {
  /** Returns the value of the cookie of a sign-in; undefined if the browser has not begun this sign-in. */
  readonly find: (cookies: Cookies, state: string) => string | undefined;
  /** Returns the headers `Set-Cookie` that store a new sign-in and remove the oldest ones if there are too many. */
  readonly begin: (cookies: Cookies, state: string, sealed: string) => readonly string[];
  /** Returns the header `Set-Cookie` that removes the cookie of a sign-in. */
  readonly end: (state: string) => string;
}

/**
 * Each sign-in has its own cookie, so that two tabs can sign in at the same time.
 * @param isSecure true if browsers connect with TLS. Browsers accept a cookie with the prefix `__Host-` only from the
 * host itself, so other hosts of the domain cannot set it. The prefix requires TLS.
 */
export function signInCookies(isSecure: boolean): SignInCookies {
  const prefix = `${isSecure ? '__Host-' : ''}portcullis-sign-in-`;
  const nameOf = (state: string): string => `${prefix}${state.slice(0, idLength)}`;
  const header = (name: string, value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const remove = (name: string): string => header(name, '', 0);
  return {
    find: (cookies, state) => cookies.get(nameOf(state)),
    begin: (cookies, state, sealed) => [
      header(nameOf(state), sealed, cookieSeconds),
      ...excessCookies([...cookies].filter(([name]) => name.startsWith(prefix))).map(remove),
    ],
    end: (state) => remove(nameOf(state)),
  };
}

/** Returns the names of the earlier sign-ins that must end. Browsers send the oldest cookie first (RFC 6265). */
function excessCookies(earlier: readonly (readonly [name: string, value: string])[]): readonly string[] {
  let length = 0;
  return earlier.toReversed().flatMap(([name, value], index) => {
    length += name.length + value.length;
    return index < maxOpen - 1 && length <= maxLength ? [] : [name];
  });
}
