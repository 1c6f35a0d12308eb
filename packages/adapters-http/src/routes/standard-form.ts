import type { JsonSchema } from '../validation/json-schema.ts';
import type { ErrorReport } from '../responses/error-report.ts';
import type { ResponseHeaders } from '../responses/response-data.ts';

/** An error response in the form of a standard. */
interface StandardError {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string | object;
}

/**
 * The form of the bodies of routes that another standard than docs/interface.md §2.1 defines. A successful response
 * consists of the data without the envelope.
 */
export interface StandardForm {
  /** Whether responses repeat every `X-Request-Id` of printable ASCII characters. Default: only short ones of letters. */
  readonly echoesRequestId?: true;
  /** Returns the response to an error. The headers of the error, such as `Retry-After`, are sent in addition. */
  readonly errorOf: (error: ErrorReport) => StandardError;
  /** The media type and the schema of errors, for the API document. */
  readonly errorMedia: string;
  readonly errorSchema: JsonSchema;
}
