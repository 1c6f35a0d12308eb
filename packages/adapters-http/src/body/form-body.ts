import type { Context } from 'koa';
import { decodeForm } from '../checks/basic-credentials.ts';
import { HttpError } from '../responses/http-error.ts';
import { isEncoded, malformedForm, readBytes, receiveBody, type BodyLimits } from './receive-body.ts';

/** The media type of forms, which the endpoints of OAuth accept. */
export const formMedia = 'application/x-www-form-urlencoded';

/** Maximum number of parameters in a form. */
const maxParameters = 50;

/**
 * Returns the function that reads and decodes a form in the body of a request. The function has the same limits as the
 * reader of JSON.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, malformed-body
 */
export function formBodyReader(limits: BodyLimits) {
  return (ctx: Context): Promise<unknown> =>
    receiveBody(ctx, limits, {
      refuseOtherTypes: (isEmpty) => {
        if (isEmpty || (!isEncoded(ctx) && ctx.request.is(formMedia) === formMedia)) return;
        throw new HttpError('unsupported-media-type', `The body must be ${formMedia}.`);
      },
      read: async (length) => parametersIn(await readBytes(ctx.req, length, limits.maxBytes, malformedForm)),
    });
}

/**
 * Returns the parameters of a form by name. A parameter without a value counts as missing (RFC 6749 §3.2).
 * @throws {HttpError} malformed-body, also if a parameter occurs twice
 */
function parametersIn(bytes: Buffer): Readonly<Record<string, string>> {
  const parts = bytes
    .toString('latin1')
    .split('&')
    .filter((part) => part !== '');
  if (parts.length > maxParameters)
    throw new HttpError('malformed-body', `The form has more than ${maxParameters} parameters.`);
  const parameters = new Map<string, string>();
  for (const part of parts) {
    const end = part.includes('=') ? part.indexOf('=') : part.length;
    const [name, value] = [decodeForm(part.slice(0, end)), decodeForm(part.slice(end + 1))];
    if (name === undefined || value === undefined || /[^ -~]/.test(part)) throw malformedForm();
    if (parameters.has(name)) throw new HttpError('malformed-body', 'A parameter of the form occurs twice.');
    parameters.set(name, value);
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}
