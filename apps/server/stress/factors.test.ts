import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { logInAs, unique } from '../test/support/service.ts';
import { inParallel, tally } from './support/load.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const uses = 10_000;
const atOnce = 200;

describe('Second factors across two processes', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  const codeOf = (secret: string, later: number): string => totpCodeOf(secret, Math.floor(Date.now() / 30_000) + later);

  /**
   * Adds open login challenges directly to the database. Real logins would spend most of the time on password hashes.
   */
  async function challengesOf(userId: string, count: number): Promise<readonly string[]> {
    const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'));
    await cluster.query(
      `INSERT INTO login_challenges (token_hash, user_id, failures, expires_at)
        SELECT unnest($1::text[]), $2, 0, now() + interval '1 hour'`,
      [hashes, userId],
    );
    return tokens;
  }

  async function enrolled() {
    const account = { username: unique('user-'), password: unique('password-') };
    const { data } = await cluster.admin.post<{ id: string }>('/users', {
      ...account,
      email: `${unique()}@example.com`,
    });
    const api = await logInAs(cluster.api, account);
    const { data: app } = await api.post<{ id: string; secret: string }>('/auth/factors/totp', {
      currentPassword: account.password,
    });
    const { data: confirmed } = await api.post<{ recoveryCodes: string[] }>('/auth/factors/totp/confirm', {
      id: app.id,
      code: codeOf(app.secret, 0),
    });
    return { userId: data.id, secret: app.secret, recoveryCodes: confirmed.recoveryCodes };
  }

  /**
   * Uses one code many times, each time for a different login challenge.
   * @returns how often each status was returned
   */
  async function useOften(userId: string, code: string): Promise<Readonly<Record<string, number>>> {
    const challenges = await challengesOf(userId, uses);
    const responses = await inParallel(uses, atOnce, (index) => {
      const { api } = cluster.servers[index % 2] ?? cluster.servers[0];
      return api.post('/auth/login/factor', { challenge: challenges[index] ?? '', code });
    });
    return tally(responses.map(({ status }) => status));
  }

  /** Deletes the counters of attempts with codes, for all accounts, again and again until `stopped` is aborted. */
  async function liftLimit(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) await cluster.query("DELETE FROM rate_limits WHERE key LIKE 'factor%'");
  }

  const sessionsOf = async (userId: string): Promise<number> =>
    (await cluster.query('SELECT FROM sessions WHERE user_id = $1', [userId])).length;

  it(`open one session for ${uses} uses of one correct code`, async () => {
    const { userId, secret } = await enrolled();
    const before = await sessionsOf(userId);
    const statuses = await useOften(userId, codeOf(secret, 1));
    printMeasurement(`${uses} uses of one code of an app, ${atOnce} at once`, JSON.stringify(statuses));
    expect(statuses['200']).to.equal(1);
    expect(await sessionsOf(userId)).to.equal(before + 1);
  });

  it(`open one session for ${uses} uses of one recovery code, even without the limit on wrong codes`, async () => {
    const { userId, recoveryCodes } = await enrolled();
    const before = await sessionsOf(userId);
    const lifting = new AbortController();
    const lifted = liftLimit(lifting.signal);
    const statuses = await useOften(userId, recoveryCodes[0] ?? '');
    lifting.abort();
    await lifted;
    printMeasurement(`${uses} uses of one recovery code, ${atOnce} at once, without a limit`, JSON.stringify(statuses));
    expect(statuses['200']).to.equal(1);
    expect(statuses['400'] ?? 0, 'codes that were compared').to.be.above(uses / 10);
    expect(await sessionsOf(userId)).to.equal(before + 1);
  });
});
