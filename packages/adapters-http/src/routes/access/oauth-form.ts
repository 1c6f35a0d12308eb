import type { DataOf } from '../../validation/request.ts';
import { object, text } from '../../validation/schema.ts';
import type { ErrorReport } from '../../responses/error-report.ts';
import { RawResponse } from '../../responses/response-data.ts';
import type { StandardForm } from '../standard-form.ts';

const errorSchema = object({
  error: { ...text, description: 'The code of the error (RFC 6749 §5.2).' },
  error_description: { ...text, description: 'A sentence for developers.' },
});

/** The errors with a code of their own. RFC 6749 has one code for all invalid requests. */
const codes: Readonly<Record<number, string>> = {
  401: 'invalid_client',
  403: 'insufficient_scope',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

const codeOf = ({ status }: ErrorReport): string =>
  codes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request');

/** All failed authentications have the same description, which does not say what is wrong. */
const descriptionOf = ({ status, message }: ErrorReport): string =>
  status === 401 ? 'The client could not be authenticated.' : message.replaceAll(/["\\]|[^ -~]/g, "'");

const media = { 'Content-Type': 'application/json' };

/** Returns the response to a request for another grant than the one that is offered, with status 400. */
export const unsupportedGrantType = (offered: string): RawResponse => {
  const error: DataOf<typeof errorSchema> = {
    error: 'unsupported_grant_type',
    error_description: `grant_type must be ${offered}.`,
  };
  return new RawResponse(Buffer.from(JSON.stringify(error)), media, 400);
};

/**
 * The form of the responses of OAuth (RFC 6749 §5.2).
 * @param challenge the value of `WWW-Authenticate` in responses with status 401
 */
export const oauthForm = (challenge: string): StandardForm => ({
  errorMedia: 'application/json',
  errorSchema,
  errorOf: (report) => ({
    status: report.status,
    headers: { ...media, ...(report.status === 401 && { 'WWW-Authenticate': challenge }) },
    body: { error: codeOf(report), error_description: descriptionOf(report) },
  }),
});
