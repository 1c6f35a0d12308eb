import { expect } from 'chai';
import { errorTable } from '../../src/responses/error-table.ts';
import type { ApiResponse } from '../support/api.ts';
import { unknownId } from '../support/field-kinds.ts';
import { aPerson, type Person, type Service } from '../support/service.ts';

export type Reason = keyof typeof errorTable;

/**
 * The expected `errors` of a response: null, one `{ field, message }` for each name in `fields`, or ids that do not
 * exist.
 */
type Details = null | { readonly fields: readonly string[] } | { readonly missingIds: readonly string[] };

export interface ErrorService extends Service {
  /** A user with the role USER only. */
  readonly user: Person;
  /** Creates a record and returns its id. */
  readonly created: (path: string, body: object) => Promise<string>;
}

export async function errorServiceOf(service: Service): Promise<ErrorService> {
  const created: ErrorService['created'] = async (path, body) => {
    const { data, status, message } = await service.admin.post<{ id: string }>(path, body);
    expect(status, message).to.equal(201);
    return data.id;
  };
  return { ...service, user: await aPerson(service), created };
}

/** An error response of docs/interface.md and a request that causes it. */
export type ErrorCase = readonly [
  status: number,
  code: number,
  message: string,
  details: Details,
  request: (service: ErrorService) => Promise<ApiResponse<unknown>>,
];

export const missing = { missingIds: [unknownId] };
export const fields = (...names: readonly string[]): Details => ({ fields: names });

export const notFound = (noun: string, path: string, method = 'GET'): ErrorCase => [
  404,
  1201,
  `This ${noun} does not exist.`,
  null,
  ({ admin }) => admin.send(method, `${path}/${unknownId}`),
];

/** Creates a record, and then sends a request that creates a second record with the same value in one field. */
export const twice =
  (path: string, body: () => Readonly<Record<string, unknown>>, field: string): ErrorCase[4] =>
  async ({ admin, created }) => {
    const first = body();
    await created(path, first);
    return admin.post(path, { ...body(), [field]: first[field] });
  };

/** Matches SQL, stack traces and file names, which no response may contain. */
const internals = /select|insert|relation|column|constraint|postgres|sqlstate|node_modules|secret|\.[jt]s\b|\/\w+\//i;

export function expectError(response: ApiResponse<unknown>, reason: Reason, message: string, details: Details): void {
  const { status, code } = errorTable[reason];
  expect(response).to.include({ status, code, reason, message });
  expect(JSON.stringify([response.message, response.errors])).not.to.match(internals);
  if (details === null || 'missingIds' in details) {
    expect(response.errors).to.deep.equal(details);
  } else {
    expect(response.errors).to.be.an('array').with.lengthOf(details.fields.length);
    for (const [index, field] of details.fields.entries()) {
      expect(response.errors).to.have.nested.property(`[${index}].field`, field);
      expect(response.errors).to.have.nested.property(`[${index}].message`).that.matches(/\S/);
    }
  }
}
