/**
 * Settings for the axios instance of the front end. The front end reads business codes only from responses that axios does not
 * reject, so axios must accept every HTTP status.
 */
export const axiosSettings = { validateStatus: () => true };

/** The properties of an axios response that are used here. `data` has no envelope if the response is from a proxy. */
interface AxiosResponse {
  readonly status: number;
  readonly data?: unknown;
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;

/** The message of the service; undefined if the response is not from the service. */
export function messageOf({ data }: AxiosResponse): string | undefined {
  const message = memberOf(data, 'message');
  return typeof message === 'string' ? message : undefined;
}

/** The business code as text, as in the settings of the front end. Without one, the HTTP status, such as `http-502`. */
export function codeOf({ data, status }: AxiosResponse): string {
  const code = memberOf(data, 'code');
  return typeof code === 'number' ? String(code) : `http-${status}`;
}
