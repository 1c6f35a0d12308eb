/**
 * Matches characters that XML 1.0 cannot contain, even escaped: most control characters, lone surrogates, U+FFFE and
 * U+FFFF.
 */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Escapes a text for an element or an attribute in double quotes. Characters that XML cannot contain are removed. */
export const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"\r]/g, (character) => entities[character] ?? '');

/** Returns an element that contains a text. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';
