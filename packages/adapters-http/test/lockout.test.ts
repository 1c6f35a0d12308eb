import { expect } from 'chai';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

type Outcome = readonly [status: number, code: number];

const loggedIn: Outcome = [200, 0];
const wrong: Outcome = [401, 1101];
const refused: Outcome = [429, 1029];

let networks = 0;
/** Returns the first four groups of a new /64 network, in the range reserved for documentation. */
const aNetwork = (): string => `2001:db8:${((networks += 1)).toString(16)}:1`;

describe('Client addresses in rate limits', () => {
  let service: Service;
  let owner: Person;

  before(async () => {
    service = await startService({ trustProxy: 1, registerCalls: 300 });
  });
  after(() => service.stop());
  beforeEach(async () => {
    owner = await aPerson(service);
  });

  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const attempt = async (address: string, password: string): Promise<Outcome> => {
    const { username } = owner;
    const { status, code } = await service.api.post('/auth/login', { username, password }, from(address));
    return [status, code];
  };
  const logIn = (address: string) => attempt(address, owner.password);
  const fail = (address: string) => attempt(address, 'not the password');
  /** Sends 100 wrong passwords, 10 from each of 10 networks. */
  async function failEverywhere(): Promise<void> {
    for (let count = 0; count < 10; count += 1) {
      const network = aNetwork();
      for (let host = 1; host <= 10; host += 1) expect(await fail(`${network}::${host}`)).to.deep.equal(wrong);
    }
  }

  it('count as one client in a /64 network: 30 of 330 registrations are rejected', async () => {
    const network = aNetwork();
    const statuses: number[] = [];
    for (let host = 1; host <= 330; host += 1) {
      const account = {
        username: unique('name-'),
        email: `${unique()}@example.com`,
        password: unique(),
        role: 'ADMIN',
      };
      statuses.push((await service.api.post('/auth/register', account, from(`${network}::${host}`))).status);
    }
    // These registrations request the role ADMIN. They are rejected without hashing the password, but the rate limit
    // still counts them.
    expect(statuses.filter((status) => status === 403)).to.have.lengthOf(300);
    expect(statuses.slice(300)).to.deep.equal(Array.from({ length: 30 }, () => 429));
  });

  it('of other networks are not locked out by 100 wrong passwords from one /64 network', async () => {
    const network = aNetwork();
    for (let host = 1; host <= 100; host += 1) {
      expect(await fail(`${network}::${host}`)).to.deep.equal(host <= 10 ? wrong : refused);
    }
    expect(await logIn(`${aNetwork()}::1`)).to.deep.equal(loggedIn);
  });

  it('count as one client in every spelling', async () => {
    const network = aNetwork();
    const spellings = [`${network}::1`, `${network}:0:0:0:1`, `${network.toUpperCase()}::ffff`, `${network}::1%eth0`];
    for (let count = 0; count < 10; count += 1) {
      expect(await fail(spellings[count % spellings.length] ?? '')).to.deep.equal(wrong);
    }
    for (const spelling of spellings) expect(await logIn(spelling)).to.deep.equal(refused);
  });

  it('count as IPv4 addresses if they are IPv4-mapped IPv6 addresses', async () => {
    for (let count = 0; count < 10; count += 1) expect(await fail('::ffff:203.0.113.1')).to.deep.equal(wrong);
    for (const spelling of ['203.0.113.1', '::ffff:cb00:7101']) expect(await logIn(spelling)).to.deep.equal(refused);
    expect(await logIn('::ffff:203.0.113.2')).to.deep.equal(loggedIn);
  });

  it('from which the owner has logged in are not locked by 100 failures from other addresses', async () => {
    const home = aNetwork();
    expect(await logIn(`${home}::1`)).to.deep.equal(loggedIn);
    await failEverywhere();
    expect(await logIn(`${aNetwork()}::1`)).to.deep.equal(refused);
    expect(await logIn(`${home}::2`)).to.deep.equal(loggedIn);
  });

  it('from which the owner has logged in have a separate limit of 20 failures per hour', async () => {
    const address = `${aNetwork()}::1`;
    expect(await logIn(address)).to.deep.equal(loggedIn);
    for (const failures of [9, 9]) {
      for (let count = 0; count < failures; count += 1) expect(await fail(address)).to.deep.equal(wrong);
      expect(await logIn(address)).to.deep.equal(loggedIn);
    }
    expect([await fail(address), await fail(address)]).to.deep.equal([wrong, wrong]);
    const { status, headers } = await service.api.post(
      '/auth/login',
      { username: owner.username, password: owner.password },
      from(address),
    );
    expect([status, headers.get('RateLimit-Policy')]).to.deep.equal([429, '"login-known-address";q=20;w=3600']);
    expect(await logIn(`${aNetwork()}::1`)).to.deep.equal(loggedIn);
  });

  it('are all unlocked when an administrator sets the password', async () => {
    const home = `${aNetwork()}::1`;
    expect(await logIn(home)).to.deep.equal(loggedIn);
    for (let count = 0; count < 10; count += 1) expect(await fail(home)).to.deep.equal(wrong);
    await failEverywhere();
    const elsewhere = `${aNetwork()}::1`;
    expect([await logIn(home), await logIn(elsewhere)]).to.deep.equal([refused, refused]);
    const password = unique('password-');
    expect((await service.admin.put(`/users/${owner.id}/password`, { password })).status).to.equal(200);
    expect(await attempt(home, password)).to.deep.equal(loggedIn);
    expect(await attempt(elsewhere, password)).to.deep.equal(loggedIn);
  });

  it('stay locked when the owner changes the password', async () => {
    const closed = `${aNetwork()}::1`;
    for (let count = 0; count < 10; count += 1) expect(await fail(closed)).to.deep.equal(wrong);
    const newPassword = unique('password-');
    const change = { currentPassword: owner.password, newPassword };
    expect((await owner.api.put('/auth/password', change)).status).to.equal(200);
    expect(await attempt(closed, newPassword)).to.deep.equal(refused);
  });

  it('are shown completely, not as networks, in the list of sessions', async () => {
    const address = `${aNetwork()}::abcd`;
    expect(await logIn(address)).to.deep.equal(loggedIn);
    const { data } = await owner.api.get<{ items: { ipAddress: string }[] }>('/auth/sessions');
    expect(data.items.map(({ ipAddress }) => ipAddress)).to.include(address);
  });
});
