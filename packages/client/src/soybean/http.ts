/**
 * For the front end's axios instance. The service answers a refusal with its HTTP status, and the front end looks for
 * business codes only in answers that axios does not reject.
 */
export const axiosSettings = { validateStatus: () => true };

/** As much of an axios response as is looked at; `data` is no envelope where a proxy has answered. */
interface Answered {
  readonly status: number;
  readonly data?: unknown;
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;

/** What the service says to people; undefined where it was not the service that answered. */
export function messageOf({ data }: Answered): string | undefined {
  const message = memberOf(data, 'message');
  return typeof message === 'string' ? message : undefined;
}

/** The business code as text, as the front end's settings list it; `http-502`, say, where there is none. */
export function codeOf({ data, status }: Answered): string {
  const code = memberOf(data, 'code');
  return typeof code === 'number' ? String(code) : `http-${status}`;
}
