import { expect } from 'chai';
import { passwordCost } from '../src/config/limits.ts';
import { sendDocumented, type ApiResponse, type Api } from './support/api.ts';
import { aPerson, sharedService, startService, unique, type Person, type Service } from './support/service.ts';

/** Number of client IP addresses that `anAddress` has returned. */
let addresses = 0;
const anAddress = (): string => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

describe('Login (§4.1)', () => {
  let service: Service;
  let api: Api;
  let person: Person;

  before(async () => {
    service = await startService({ TRUST_PROXY: '1' });
    ({ api } = service);
  });
  after(() => service.stop());
  beforeEach(async () => {
    person = await aPerson(service);
  });

  const wrong = 'not the password';
  const logIn = (fields: object, address: string): Promise<ApiResponse<unknown>> =>
    api.post('/auth/login', fields, { 'X-Forwarded-For': address });
  const loginStatus = async (fields: object, address: string): Promise<readonly [status: number, code: number]> => {
    const { status, code } = await logIn(fields, address);
    return [status, code];
  };
  /** Logs in `times` times with a wrong password and with each of `names` in turn, and expects 401 each time. */
  const fail = async (times: number, address: string, ...names: readonly object[]): Promise<void> => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      const fields = { ...names[attempt % names.length], password: wrong };
      expect(await loginStatus(fields, address), `attempt ${attempt + 1}`).to.deep.equal([401, 1101]);
    }
  };
  const right = (): object => ({ username: person.username, password: person.password });

  it('sends the same bytes for an unknown user, a wrong password and a disabled account', async () => {
    const disabled = await aPerson(service);
    await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
    const tries = [
      { username: unique('nobody-'), password: wrong },
      { email: `${unique()}@example.com`, password: wrong },
      { username: person.username, password: wrong },
      { username: disabled.username, password: disabled.password },
      { username: disabled.username, password: wrong },
    ];
    const seen = await Promise.all(tries.map((fields) => bytesOf(service.server.url, fields)));
    expect(new Set(seen)).to.have.lengthOf(1);
    expect(seen[0]).to.match(/^401 /).and.include('"code":1101');
  });

  it('refuses the 11th attempt for one account from one address with 429, 1029 and Retry-After', async () => {
    const address = anAddress();
    await fail(10, address, { username: person.username });
    const { status, code, headers } = await logIn(right(), address);
    expect([status, code]).to.deep.equal([429, 1029]);
    expect(Number(headers.get('Retry-After'))).to.be.within(800, 900);
    expect(headers.get('RateLimit-Policy')).to.equal('"login";q=10;w=900');
    expect(headers.get('RateLimit')).to.match(/^"login";r=0;t=\d+$/);
  });

  it('accepts the owner from another address while one address is limited', async () => {
    const address = anAddress();
    await fail(10, address, { username: person.username });
    expect(await loginStatus(right(), address)).to.deep.equal([429, 1029]);
    expect(await loginStatus(right(), anAddress())).to.deep.equal([200, 0]);
    expect(await loginStatus(right(), address)).to.deep.equal([429, 1029]);
  });

  it('accepts other accounts from the limited address', async () => {
    const address = anAddress();
    await fail(10, address, { username: person.username });
    const { username, password } = await aPerson(service);
    expect(await loginStatus({ username, password }, address)).to.deep.equal([200, 0]);
  });

  it('resets the number of failures after a success', async () => {
    const address = anAddress();
    for (let round = 0; round < 2; round += 1) {
      await fail(9, address, { username: person.username });
      expect(await loginStatus(right(), address)).to.deep.equal([200, 0]);
    }
  });

  it('counts all names of an account together, ignoring case', async () => {
    const { username, email } = person;
    const names = [{ username }, { email }, { username: email }, { username: username.toUpperCase() }];
    const address = anAddress();
    await fail(10, address, ...names);
    for (const name of names) {
      expect(await loginStatus({ ...name, password: person.password }, address)).to.deep.equal([429, 1029]);
    }
  });

  it('counts concurrent attempts like consecutive attempts', async () => {
    const address = anAddress();
    const fields = { username: person.username, password: wrong };
    const responses = await Promise.all(Array.from({ length: 25 }, () => logIn(fields, address)));
    expect(responses.filter(({ status }) => status === 401)).to.have.lengthOf(10);
    expect(responses.filter(({ status }) => status === 429)).to.have.lengthOf(15);
    expect(await loginStatus(right(), address)).to.deep.equal([429, 1029]);
  });

  it('limits unknown names as well, so that a limit does not reveal whether an account exists', async () => {
    const address = anAddress();
    const username = unique('nobody-');
    await fail(10, address, { username });
    expect(await loginStatus({ username, password: wrong }, address)).to.deep.equal([429, 1029]);
  });

  it('refuses guesses from all addresses after 100 failures in an hour', async () => {
    for (let from = 0; from < 10; from += 1) await fail(10, anAddress(), { username: person.username });
    expect(await loginStatus({ username: person.username, password: wrong }, anAddress())).to.deep.equal([429, 1029]);
  });

  it('uses the last address in X-Forwarded-For, which the trusted proxy wrote', async () => {
    const address = anAddress();
    const through = (claimed: string) => `${claimed}, ${address}`;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const fields = { username: person.username, password: wrong };
      expect((await logIn(fields, through(anAddress()))).status).to.equal(401);
    }
    expect(await loginStatus(right(), through(anAddress()))).to.deep.equal([429, 1029]);
  });

  it('refuses logins with 429 when 64 are waiting for a password hash', async () => {
    const { api: unhurried, stop } = await startService({}, undefined, [], passwordCost);
    const responses = await Promise.all(
      Array.from({ length: 150 }, () =>
        unhurried.post('/auth/login', { username: unique('nobody-'), password: wrong }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    // A fast machine completes some logins before the last ones arrive, so the number of refusals varies. On a machine
    // with two or more cores, at least 66 logins are not refused: 64 wait, and one is being verified on each core.
    expect(refused.length).to.be.within(1, 150 - 66);
    expect(responses.filter(({ status }) => status === 401)).to.have.lengthOf(150 - refused.length);
    for (const { code, headers } of refused) {
      expect(code).to.equal(1029);
      expect(headers.get('Retry-After')).to.equal('1');
    }
    await stop();
  });

  it('ignores every address header if no proxy is trusted', async () => {
    const shared = await sharedService();
    const { username } = await aPerson(shared);
    const claims = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Client-IP', 'True-Client-IP'];
    const attempt = async (): Promise<number> => {
      const headers = Object.fromEntries(claims.map((name) => [name, anAddress()]));
      return (await shared.api.post('/auth/login', { username, password: wrong }, headers)).status;
    };
    for (let count = 0; count < 10; count += 1) expect(await attempt()).to.equal(401);
    expect(await attempt()).to.equal(429);
  });
});

/** Sends a login, and returns the complete response as text, without the date and the timestamp. */
async function bytesOf(url: string, fields: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': anAddress(), 'X-Request-Id': 'same' };
  const response = await sendDocumented(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fields),
  });
  const heads = [...response.headers].filter(([name]) => name !== 'date');
  const body = response.text.replace(/"timestamp":"[^"]*"/, '');
  return `${response.status} ${JSON.stringify(heads)} ${body}`;
}
