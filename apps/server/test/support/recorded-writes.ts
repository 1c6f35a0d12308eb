import { expect } from 'chai';
import type { RunningServer } from '../../src/server.ts';

/** A request of a test that may have changed data. */
interface Write {
  readonly id: string;
  readonly call: string;
  readonly isSuccess: boolean;
  /** The version of the resource in the response; undefined if the response has none. */
  readonly version: number | undefined;
}

/** The writes that have not been compared with events yet, by the URL of the service. */
const writes = new Map<string, Write[]>();

/** Requests with these methods change nothing. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Calls that may succeed without an event, because they may store nothing, or store only data for a later request. */
const unrecorded = [
  /^POST \/access\/v1\/evaluations?$/,
  /^POST \/api\/access\/(?:filter|what-if)$/,
  /^DELETE \/api\/users\/[^/]+\/factors$/,
  // The profile has no version, so its response does not show whether something was changed.
  /^PATCH \/api\/auth\/profile$/,
  /^POST \/api\/auth\/factors\/passkeys\/options$/,
  /^POST \/api\/auth\/factors\/totp$/,
  /^POST \/api\/auth\/passkey-login\/options$/,
  /^POST \/api\/auth\/refresh$/,
  /^POST \/api\/contents\/preview$/,
  /^POST \/api\/me\/stream\/ticket$/,
  /^POST \/api\/previews$/,
  /^POST \/api\/setup\/check$/,
  /^POST \/api\/tags\/batch$/,
  // A dry run stores nothing.
  /^POST \/api\/\w+\/\w+\/import$/,
  /^POST \/oauth2\/(?:token|introspect|revoke)$/,
];

/** The types of events that a refused request may record. */
const ofRefusals = ['session.refused', 'session.reused', 'account.locked'];

/** Records a request and whether it succeeded, unless the method is safe or the response has no request id. */
export function noteWrite(method: string, url: string, { ok, headers }: Pick<Response, 'ok' | 'headers'>): void {
  const id = headers.get('X-Request-Id');
  if (id === null || safeMethods.includes(method)) return;
  const { origin, pathname } = new URL(url);
  const noted = writes.get(origin) ?? [];
  noted.push({ id, call: `${method} ${pathname}`, isSuccess: ok, version: versionIn(headers) });
  writes.set(origin, noted);
}

/**
 * Forgets the writes of a URL. A new service may have the port of an earlier one that was ended without a comparison,
 * as a crash does.
 */
export const forgetWrites = (url: string): boolean => writes.delete(url);

/** Returns the version that the ETag of a response contains. */
function versionIn(headers: Headers): number | undefined {
  const [, version] = /^"(\d+)"$/.exec(headers.get('ETag') ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Returns the resource and the version of a write, in the form in which `changedIn` contains them. */
const versionOf = ({ call, version }: Write): string => `${uuid.exec(call)?.[0].toLowerCase()} ${version}`;

/**
 * Whether a successful write changed nothing: the response has the first version of a resource that existed before, or
 * a version that an event of another request describes.
 */
const changedNothing = (write: Write, changedIn: ReadonlySet<string>): boolean =>
  write.version !== undefined && uuid.test(write.call) && (write.version === 1 || changedIn.has(versionOf(write)));

/**
 * Expects that each successful write since the last call of this function recorded an event, unless the version of the
 * resource shows that the write changed nothing. A refused write must have
 * recorded no event, except those in `ofRefusals`, unless a successful write had the same request id. Calls in
 * `unrecorded` need no event.
 */
export async function expectEventsOfWrites({ url, database }: Pick<RunningServer, 'url' | 'database'>): Promise<void> {
  const noted = writes.get(url) ?? [];
  writes.delete(url);
  if (noted.length === 0) return;
  const { rows } = await database.pool.query(
    `SELECT request_id AS id, array_agg(type) AS types
      FROM (SELECT request_id, type FROM events UNION ALL SELECT request_id, type FROM new_events) e
      WHERE request_id = ANY ($1) GROUP BY request_id`,
    [noted.map(({ id }) => id)],
  );
  const typesById = new Map(rows.map(({ id, types }: { id: string; types: string[] }) => [id, types]));
  const versions = await database.pool.query(
    `SELECT DISTINCT subject_id || ' ' || subject_version AS version
      FROM (SELECT subject_id, subject_version FROM events UNION ALL SELECT subject_id, subject_version FROM new_events) e
      WHERE subject_version IS NOT NULL`,
  );
  const changedIn = new Set<string>(versions.rows.map(({ version }: { version: string }) => version));
  const succeeded = new Set(noted.filter(({ isSuccess }) => isSuccess).map(({ id }) => id));
  const wrong = noted.filter((write) => {
    const { id, call, isSuccess } = write;
    const types = typesById.get(id) ?? [];
    if (isSuccess)
      return (
        types.length === 0 && !unrecorded.some((pattern) => pattern.test(call)) && !changedNothing(write, changedIn)
      );
    return !succeeded.has(id) && types.some((type) => !ofRefusals.includes(type));
  });
  expect(
    wrong.map(({ call, isSuccess }) => `${call} ${isSuccess ? 'without' : 'refused with'} an event`),
  ).to.deep.equal([]);
}
