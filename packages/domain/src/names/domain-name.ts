/**
 * The class of URLs, which browsers and Node provide. The types of ECMAScript do not contain it. Its parser converts
 * domains to ASCII as Unicode Technical Standard 46 describes, without the transitional rules.
 */
declare const URL: new (url: string) => { readonly hostname: string };

/**
 * Matches the characters of ASCII that a domain may contain, and all characters beyond ASCII. The other characters of
 * ASCII have a meaning in URLs.
 */
const allowedCharacters = /^[A-Za-z0-9.\u{80}-\u{10ffff}-]+$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const maxLength = 253;

/**
 * Returns the labels of a domain in ASCII and lower case. Domains that the domain name system does not distinguish have
 * equal labels.
 * @returns undefined if the text is no domain of an e-mail address; an IP address is none
 */
export function asciiLabels(domain: string): readonly string[] | undefined {
  if (!allowedCharacters.test(domain)) return undefined;
  const ascii = hostnameOf(domain);
  const labels = ascii.split('.');
  const isValid =
    ascii.length <= maxLength && labels.every((each) => label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isValid ? labels : undefined;
}

/** Returns the domain in ASCII, or an empty text if it cannot be converted. */
function hostnameOf(domain: string): string {
  const suffix = '.a';
  try {
    // Without the suffix, a domain that consists of numbers would be parsed as an IP address.
    return new URL(`http://${domain}${suffix}`).hostname.slice(0, -suffix.length);
  } catch {
    return '';
  }
}
