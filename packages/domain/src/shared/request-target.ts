/** The methods of requests that a table of protected routes can contain. */
export const forwardedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** A method that a gateway can ask about. */
export type ForwardedMethod = (typeof forwardedMethods)[number];

export const isForwardedMethod = (method: string): method is ForwardedMethod =>
  forwardedMethods.some((known) => known === method);

/**
 * Returns the text under which two segments are the same for a server that ignores case or normalizes Unicode. Servers
 * differ in this, so a segment that equals a segment of the table only in this form is neither the same nor another one.
 * Some servers compare in upper case, where the letters ı and i are the same, and some take İ for i.
 */
export const foldedSegment = (segment: string): string =>
  segment.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').normalize('NFKC');

/**
 * A character that servers read in different ways: a separator, a beginning of parameters, a query or a fragment, a
 * control or invisible character, or a percent sign that is still encoded after decoding.
 */
const ambiguous = /[/\\;?#\p{C}]|%[0-9a-f]{2}/iu;

/** Characters that a path can contain without being encoded (RFC 3986), except the semicolon. */
const pathForm = /^(?:\/(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})*)+$/;

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The bytes are not UTF-8.
    return undefined;
  }
}

/** Some servers ignore space around a segment, and dots at its end. So `.` and `..` are no segments either. */
const isTrimmed = (segment: string): boolean => segment.trim() === segment && !segment.endsWith('.');

const isUnambiguous = (segment: string): boolean =>
  [segment, foldedSegment(segment)].every((text) => text !== '' && isTrimmed(text) && !ambiguous.test(text));

/**
 * Returns the decoded segments of the path in a request target such as `/articles/1?page=2`. One slash at the end makes
 * no difference. Returns undefined for a target that servers could read in different ways: with an empty segment, a dot
 * at the end of a segment (also `.` and `..`), space around a segment, an encoded slash, a backslash, a semicolon, a
 * control character, bytes that are not UTF-8, or a percent sign that is encoded twice; and for a target that does not
 * begin with a slash.
 */
export function segmentsOf(target: string): readonly string[] | undefined {
  const [path = ''] = target.split('?', 1);
  if (!pathForm.test(path)) return undefined;
  if (path === '/') return [];
  const segments = path.slice(1).replace(/\/$/, '').split('/').map(decodedSegment);
  const decoded = segments.filter((segment) => segment !== undefined && isUnambiguous(segment));
  return decoded.length === segments.length ? decoded.map(String) : undefined;
}
