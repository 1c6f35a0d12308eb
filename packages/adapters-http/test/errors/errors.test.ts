import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { errorTable } from '../../src/responses/error-table.ts';
import { sendDocumented } from '../support/api.ts';
import { unknownId } from '../support/field-kinds.ts';
import { administrator, aPerson, startService, unique } from '../support/service.ts';
import { expectError, errorServiceOf, type ErrorService } from './error-case.ts';

/** The HTTP statuses of each code of docs/interface.md §7. */
const codes: Readonly<Record<number, readonly number[]>> = {
  1000: [400, 405, 408, 417, 431],
  1001: [401],
  1003: [403],
  1004: [404],
  1005: [400],
  1009: [409],
  1012: [412],
  1013: [413],
  1015: [415],
  1022: [422],
  1028: [428],
  1029: [429],
  1101: [401],
  1102: [401],
  1103: [401],
  1104: [404],
  1106: [409],
  1107: [409],
  1108: [403],
  1109: [400, 401],
  1110: [401],
  1111: [403],
  1112: [409],
  1113: [400],
  1114: [400],
  1115: [409],
  1116: [400],
  1117: [403],
  1118: [409],
  1201: [404],
  1202: [409],
  2000: [500],
  2001: [500, 503],
  2002: [500],
  2003: [503],
};

/**
 * A business code that means that a user already exists. The service never sends this code, because the codes 1106 and
 * 1107 tell whether the e-mail address or the user name is in use.
 */
const unusedCode = 1105;

describe('§7: errors over HTTP', () => {
  let service: ErrorService;
  before(async () => {
    service = await errorServiceOf(await startService());
  });
  after(() => service.stop());

  it('§7 condition 3: are identical for an unknown user, a wrong password and a disabled account', async () => {
    const disabled = await aPerson(service);
    await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
    const attempts = [
      { username: unique('nobody-'), password: 'wrong-password' },
      { username: administrator.username, password: 'wrong-password' },
      { email: administrator.email, password: 'wrong-password' },
      { username: disabled.username, password: disabled.password },
    ];
    for (const attempt of attempts) {
      const response = await service.api.post('/auth/login', attempt);
      expectError(response, 'invalid-credentials', 'Wrong user name or password.', null);
    }
  });

  it('are identical for an unknown refresh token and a replaced refresh token', async () => {
    type Tokens = { token: { refreshToken: string } };
    const { username, password } = service.user;
    const { data: first } = await service.api.post<Tokens>('/auth/login', { username, password });
    const { data: second } = await service.api.post<Tokens>('/auth/refresh', first.token);
    expect((await service.api.post('/auth/refresh', second.token)).status).to.equal(200);
    for (const refreshToken of ['none', first.token.refreshToken]) {
      const response = await service.api.post('/auth/refresh', { refreshToken });
      expectError(response, 'session-ended', 'Your session has ended. Please log in again.', null);
    }
  });

  it('§7 condition 5: list every missing id once, on both routes that set roles', async () => {
    const other = unknownId.replace('dead', 'beef');
    const body = { roleIds: [unknownId, administratorRole.id, other, unknownId] };
    const message = `Unknown role ids: ${unknownId}, ${other}`;
    const { admin, user } = service;
    for (const send of [admin.put(`/users/${user.id}/roles`, body), admin.patch(`/users/${user.id}`, body)]) {
      expectError(await send, 'unknown-roles', message, { missingIds: [unknownId, other] });
    }
  });

  const addresses: readonly [method: string, path: string, allow: string][] = [
    ['PUT', '/users', 'GET, POST'],
    ['POST', `/users/${unknownId}`, 'GET, PATCH, DELETE'],
    ['DELETE', `/users/${unknownId}/roles`, 'PUT'],
    ['PATCH', '/health/live', 'GET'],
  ];
  for (const [method, path, allow] of addresses) {
    it(`list the allowed methods for ${method} ${path}`, async () => {
      const { status, code, headers } = await service.admin.send(method, path);
      const allowed = (headers.get('Allow') ?? '').split(', ').filter((each) => each !== 'HEAD');
      expect({ status, code, allowed }).to.deep.equal({ status: 405, code: 1000, allowed: allow.split(', ') });
    });
  }

  it('§9: contain the path of the request, also outside of /api', async () => {
    for (const path of ['/users', '/apiusers', '/api', '/api/v1/users']) {
      const response = await sendDocumented(`${service.api.url}${path}?a=b`);
      expect(JSON.parse(response.text)).to.include({ statusCode: 404, code: 1004, path });
    }
  });

  it('have only codes and statuses from docs/interface.md', () => {
    const statuses: Record<number, number[]> = {};
    for (const { code, status } of Object.values(errorTable)) {
      statuses[code] = [...new Set([...(statuses[code] ?? []), status])].toSorted((a, b) => a - b);
    }
    expect(statuses).to.deep.equal(codes).and.not.have.property(`${unusedCode}`);
  });
});
