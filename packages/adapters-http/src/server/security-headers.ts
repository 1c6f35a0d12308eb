/**
 * Headers of every response. Browsers must not show the response in a frame, guess its type, run scripts in it, or send
 * its URL as the referrer. Pages that need scripts have a different `Content-Security-Policy`.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};
