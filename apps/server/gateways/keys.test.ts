import { expect } from 'chai';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { startCluster, type Cluster, type ServerProcess } from '../stress/support/processes.ts';
import { partsOf } from '../test/support/jwt.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { aPrivateKey } from '../test/support/private-keys.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { openSession, refreshTokensOf, type Tokens } from '../test/support/sessions.ts';
import { rounds } from './support/measure.ts';

type Processes = readonly [ServerProcess, ServerProcess];

const profileStatus = async ({ api }: ServerProcess, token: string): Promise<number> =>
  (await api.as(token).get('/auth/profile')).status;

describe('Two processes', () => {
  const kinds: readonly (readonly [single: string, list: string, keys: readonly [string, string]])[] = [
    ['JWT_SECRET', 'JWT_SECRETS', ['a'.repeat(32), 'b'.repeat(32)]],
    ['JWT_PRIVATE_KEY', 'JWT_PRIVATE_KEYS', [aPrivateKey(), aPrivateKey()]],
  ];

  for (const [single, list, [old, next]] of kinds) {
    it(`accept the tokens of each other while they are restarted one by one to replace the key in ${list}`, async () => {
      const cluster = await startCluster({ JWT_SECRET: '', [single]: old });
      const restarted = async (server: ServerProcess, keys: string): Promise<ServerProcess> => {
        const started = await cluster.start({ [single]: '', [list]: keys });
        await server.stop();
        return started;
      };
      try {
        let processes: Processes = cluster.servers;
        const person = await aPerson(cluster);
        let first = await openSession(processes[0].api, person);
        const firstAccess = first.accessToken;
        let last: Tokens = first;
        // Like a resource server, this reads the keys again only if a token names an unknown one.
        const keys = createRemoteJWKSet(new URL('https://id.example.com/.well-known/jwks.json'), {
          cooldownDuration: 0,
          [customFetch]: (_url, init) => fetch(`${processes[1].url}/.well-known/jwks.json`, init),
        });

        /** Logs in at each process, and expects that both processes and a resource server accept the tokens. */
        const expectAccepted = async (step: string): Promise<void> => {
          for (const server of processes) {
            last = await openSession(server.api, person);
            const statuses = await Promise.all(processes.map((each) => profileStatus(each, last.accessToken)));
            expect(statuses, step).to.deep.equal([200, 200]);
            if (single === 'JWT_PRIVATE_KEY') await jwtVerify(last.accessToken, keys, { typ: 'at+jwt' });
          }
        };
        /** Expects that the session of the first login goes on, whichever process the client asks. */
        const expectFirstSession = async (step: string): Promise<void> => {
          for (const server of processes) {
            expect(await profileStatus(server, firstAccess), step).to.equal(200);
            first = await refreshTokensOf(server.api, first);
          }
        };

        await expectAccepted('the old key');
        for (const step of [`${old},${next}`, `${next},${old}`]) {
          const [one, other] = processes;
          processes = [await restarted(one, step), other];
          await expectAccepted('one process has the new list');
          await expectFirstSession('one process has the new list');
          processes = [processes[0], await restarted(other, step)];
          await expectAccepted('both processes have the new list');
          await expectFirstSession('both processes have the new list');
        }
        const kids = [firstAccess, last.accessToken].map((token) => partsOf(token)[0]['kid']);
        expect(kids[0]).not.to.equal(kids[1]);

        const [one, other] = processes;
        processes = [await restarted(one, next), other];
        await expectAccepted('one process has only the new key');
        const statuses = () => Promise.all(processes.map((server) => profileStatus(server, firstAccess)));
        expect(await statuses()).to.deep.equal([401, 200]);
        processes = [processes[0], await restarted(other, next)];
        await expectAccepted('both processes have only the new key');
        expect(await statuses()).to.deep.equal([401, 401]);
      } finally {
        await cluster.stop();
      }
    });
  }

  describe('with an API key and its tokens', () => {
    let cluster: Cluster;
    let introspector: string;
    let roleId: string;

    before(async () => {
      cluster = await startCluster({ JWT_SECRET: '', JWT_PRIVATE_KEY: aPrivateKey() });
      const { admin } = cluster;
      const permission = { code: 'token.introspect', name: 'x', resource: 'token', action: 'introspect' };
      const { data: made } = await admin.post<{ id: string }>('/permissions', permission);
      const [read] = await cluster.query<{ id: string }>(`SELECT id FROM permissions WHERE code = 'user.read'`);
      const { data: role } = await admin.post<{ id: string }>('/roles', { code: 'SERVICES', name: 'Services' });
      roleId = role.id;
      await admin.post(`/roles/${roleId}/permissions`, { permissionIds: [made.id, read?.id] });
      introspector = (await aKey(['token.introspect'])).key;
    });
    after(() => cluster.stop());

    async function aKey(permissions: readonly string[]) {
      const username = unique('service-');
      const account = { kind: 'SERVICE', username, email: `${username}@example.com`, roleIds: [roleId] };
      const { data: owner } = await cluster.admin.post<{ id: string }>('/users', account);
      const body = { name: 'key', ownerId: owner.id, permissions };
      const { data } = await cluster.admin.post<{ apiKey: { id: string }; key: string }>('/api-keys', body);
      return { id: data.apiKey.id, key: data.key, ownerId: owner.id };
    }

    type Key = Awaited<ReturnType<typeof aKey>>;

    const basicOf = ({ id, key }: Key) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;

    const form = async (
      index: 0 | 1,
      path: string,
      authorization: string,
      fields: Readonly<Record<string, string>>,
    ) => {
      const response = await fetch(`${cluster.servers[index].url}/oauth2/${path}`, {
        method: 'POST',
        headers: { Authorization: authorization },
        body: new URLSearchParams(fields),
      });
      return JSON.parse(await response.text());
    };

    const ends: Readonly<
      Record<string, readonly [withKey: boolean, end: (key: Key, token: string) => Promise<unknown>]>
    > = {
      'its tokens are revoked': [false, (key, token) => form(0, 'revoke', basicOf(key), { token })],
      'the key gets a new secret': [true, ({ id }) => cluster.admin.post(`/api-keys/${id}/rotate`)],
      'the key is deleted': [true, ({ id }) => cluster.admin.delete(`/api-keys/${id}`)],
      'the key revokes itself': [true, (key) => form(0, 'revoke', basicOf(key), { token: key.key })],
      'the owner is disabled': [true, ({ ownerId }) => cluster.admin.patch(`/users/${ownerId}`, { status: 0 })],
    };

    const each = Math.ceil(rounds / Object.keys(ends).length);
    for (const [what, [endsKey, end]] of Object.entries(ends)) {
      it(`the other process refuses both from the next request on when ${what}, ${each} times`, async () => {
        const other = cluster.servers[1];
        let stale = 0;
        for (let round = 0; round < each; round += 1) {
          const key = await aKey(['user.read']);
          const { access_token: token } = await form(0, 'token', basicOf(key), { grant_type: 'client_credentials' });
          const isActive = async (sent: string) =>
            (await form(1, 'introspect', `Bearer ${introspector}`, { token: sent })).active;
          const statusOf = async (sent: string) => (await other.api.as(sent).get('/users?pageSize=1')).status;
          expect([await statusOf(token), await statusOf(key.key), await isActive(token)]).to.deep.equal([
            200,
            200,
            true,
          ]);
          await end(key, token);
          const statuses = [await statusOf(token), await statusOf(key.key)];
          const active = [await isActive(token), await isActive(key.key)];
          if (statuses[0] !== 401 || active[0] !== false) stale += 1;
          expect([statuses[1], active[1]]).to.deep.equal(endsKey ? [401, false] : [200, true]);
        }
        printMeasurement(`other process: stale when ${what}`, `${stale} of ${each}`);
        expect(stale).to.equal(0);
      });
    }
  });
});
