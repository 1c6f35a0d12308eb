/**
 * Settings for the axios instance of the front end. The front end reads business codes only from responses that axios
 * does not reject, so axios must accept every HTTP status.
 * @example
 * const request = { baseURL: '/api', ...axiosSettings };
 * console.log(request.validateStatus()); // true
 */
export const axiosSettings = { validateStatus: () => true };

/** The properties of an axios response that are used here. `data` has no envelope if the response is from a proxy. */
interface AxiosResponse {
  readonly status: number;
  readonly data?: unknown;
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;

/** Returns `Phone: must consist of digits` for the field `phone` and the message `phone must consist of digits`. */
function fieldMessage(error: unknown, labelOf: (field: string) => string | undefined): string | undefined {
  const [field, message] = [memberOf(error, 'field'), memberOf(error, 'message')];
  if (typeof field !== 'string' || typeof message !== 'string') return undefined;
  const text = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  return `${labelOf(field) ?? field}: ${text}`;
}

/**
 * Returns the message of the service, or undefined if the response is not from the service. For invalid values, the
 * message contains the error of each field.
 * @param labelOf returns the label of a field in the forms of the front end
 * @example
 * const data = { code: 1005, message: 'Invalid values.', errors: [{ field: 'phone', message: 'phone must be a text' }] };
 * console.log(messageOf({ status: 400, data }, () => 'Telephone')); // Telephone: must be a text
 */
export function messageOf(
  { data }: AxiosResponse,
  labelOf: (field: string) => string | undefined = () => undefined,
): string | undefined {
  const errors = memberOf(data, 'errors');
  const lines = Array.isArray(errors) ? errors.map((error) => fieldMessage(error, labelOf)) : [];
  const named = lines.filter((line) => line !== undefined);
  if (named.length > 0) return named.join('; ');
  const message = memberOf(data, 'message');
  return typeof message === 'string' ? message : undefined;
}

/**
 * If a call was refused because the row has changed since it was read, returns the names of the changed fields. The
 * array is empty if the service does not know the fields. For every other response, returns undefined.
 * @example
 * const data = { code: 1012, errors: { changedFields: ['nickName'] } };
 * console.log(conflictOf({ status: 412, data })); // [ 'nickName' ]
 */
export function conflictOf({ data }: AxiosResponse): readonly string[] | undefined {
  if (memberOf(data, 'code') !== 1012) return undefined;
  const fields = memberOf(memberOf(data, 'errors'), 'changedFields');
  return Array.isArray(fields) ? fields.map(String) : [];
}

/**
 * Returns the challenge for the next attempt after a failed step of a login. This is the challenge in the response, or
 * `present` if `present` is still valid. Returns an empty text if the user must begin the login again.
 * @example
 * const data = { code: 1110, errors: { challenge: 'c2' } };
 * console.log(challengeAfter({ status: 401, data }, 'c1')); // c2
 */
export function challengeAfter(response: AxiosResponse | undefined, present: string): string {
  const code = memberOf(response?.data, 'code');
  if (code === 1110) return String(memberOf(memberOf(response?.data, 'errors'), 'challenge'));
  return response === undefined || (code === 1109 && response.status === 400) || code === 1005 ? present : '';
}

/**
 * Returns the business code as a string, because the settings of the front end list the codes as strings. Without a
 * business code, returns the HTTP status, such as `http-502`.
 * @example
 * console.log(codeOf({ status: 404, data: { code: 1104 } }), codeOf({ status: 502 })); // 1104 http-502
 */
export function codeOf({ data, status }: AxiosResponse): string {
  const code = memberOf(data, 'code');
  return typeof code === 'number' ? String(code) : `http-${status}`;
}
