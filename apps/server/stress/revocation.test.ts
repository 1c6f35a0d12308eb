import { expect } from 'chai';
import type { Api } from '../test/support/api.ts';
import { aPerson, type Person } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { inParallel, tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const rounds = 2000;

/** The paths of some lists, each with the permission that it requires. */
const guarded = [
  ['user.read', '/users'],
  ['role.read', '/roles'],
  ['menu.read', '/menus'],
] as const;

/**
 * `give` and `take` give and revoke a grant at one process. `ask` sends the other process a request that needs the
 * grant, and returns the status of the response.
 */
interface Grant {
  readonly give: () => Promise<unknown>;
  readonly take: () => Promise<unknown>;
  readonly ask: () => Promise<number>;
}

describe('Revocation across two processes', () => {
  let cluster: Cluster;
  let admin: Api;
  let elsewhere: Api;

  before(async () => {
    cluster = await startCluster();
    ({ admin } = cluster);
    elsewhere = cluster.servers[1].api;
  });
  after(() => cluster.stop());

  interface Holding {
    readonly person: Person;
    readonly roleId: string;
    readonly permissionId: string;
    readonly code: string;
    readonly path: string;
    /** A client in a session of the user at the first process. */
    readonly owner: Api;
    readonly ask: () => Promise<number>;
  }

  /** Creates a user with one role, which grants permission to read one list. */
  async function aHolder(lane: number): Promise<Holding> {
    const [code, path] = guarded[lane] ?? guarded[0];
    const [permission] = await cluster.query<{ id: string }>('SELECT id FROM permissions WHERE code = $1', [code]);
    const role = { code: `LANE_${Date.now()}_${lane}`, name: `Lane ${Date.now()} ${lane}` };
    const { data } = await admin.post<{ id: string }>('/roles', role);
    const permissionId = permission?.id ?? '';
    await admin.post(`/roles/${data.id}/permissions`, { permissionIds: [permissionId] });
    const person = await aPerson(cluster, []);
    await admin.patch(`/users/${person.id}`, { roleIds: [data.id] });
    const { accessToken } = await openSession(cluster.api, person);
    const ask = async () => (await elsewhere.as(accessToken).get(path)).status;
    const owner = cluster.api.as(accessToken);
    return { person, roleId: data.id, permissionId, code, path, owner, ask };
  }

  const kinds: Readonly<Record<string, (holding: Holding) => Grant>> = {
    'roles of a user': ({ person, roleId, ask }) => ({
      give: () => admin.patch(`/users/${person.id}`, { roleIds: [roleId] }),
      take: () => admin.patch(`/users/${person.id}`, { roleIds: [] }),
      ask,
    }),
    'permissions of a role': ({ roleId, permissionId, ask }) => ({
      give: () => admin.post(`/roles/${roleId}/permissions`, { permissionIds: [permissionId] }),
      take: () => admin.post(`/roles/${roleId}/permissions`, { permissionIds: [] }),
      ask,
    }),
    'a role that ends': ({ person, ask }) => {
      const setEnd = (end: string) =>
        cluster.query(`UPDATE user_roles SET valid_until = ${end} WHERE user_id = $1`, [person.id]);
      return {
        give: () => setEnd('NULL'),
        take: async () => {
          await setEnd("clock_timestamp() + interval '2 ms'");
          await cluster.query('SELECT pg_sleep(0.003)');
        },
        ask,
      };
    },
    'status of a permission': ({ permissionId, ask }) => ({
      give: () => admin.patch(`/permissions/${permissionId}`, { status: 1 }),
      take: () => admin.patch(`/permissions/${permissionId}`, { status: 0 }),
      ask,
    }),
    'status of a user': ({ person, path }) => {
      let caller = elsewhere;
      return {
        // The sessions of a user end when the user is disabled.
        give: async () => {
          await admin.patch(`/users/${person.id}`, { status: 1 });
          caller = elsewhere.as((await openSession(cluster.api, person)).accessToken);
        },
        take: () => admin.patch(`/users/${person.id}`, { status: 0 }),
        ask: async () => (await caller.get(path)).status,
      };
    },
    'an API key': ({ code, path, owner }) => {
      let key: { readonly apiKey: { readonly id: string }; readonly key: string } | undefined;
      return {
        give: async () => {
          const { data } = await owner.post<{ apiKey: { id: string }; key: string }>('/api-keys', {
            name: path,
            permissions: [code],
          });
          key = data;
        },
        take: () => owner.delete(`/api-keys/${key?.apiKey.id}`),
        ask: async () => (await elsewhere.as(key?.key ?? '').get(path)).status,
      };
    },
    'a session': ({ person, path }) => {
      let caller = elsewhere;
      return {
        give: async () => (caller = elsewhere.as((await openSession(cluster.api, person)).accessToken)),
        take: () => cluster.api.as(caller.token).post('/auth/logout'),
        ask: async () => (await caller.get(path)).status,
      };
    },
  };

  for (const [kind, grant] of Object.entries(kinds)) {
    it(`refuses all ${rounds} requests that follow a revocation: ${kind}`, async () => {
      const lanes = await Promise.all(guarded.map(async (_guard, lane) => grant(await aHolder(lane))));
      const given: number[] = [];
      const taken: number[] = [];
      await inParallel(lanes.length, lanes.length, async (lane) => {
        const { give, take, ask } = lanes[lane] ?? expect.fail('no such lane');
        for (let round = lane; round < rounds; round += lanes.length) {
          await give();
          given.push(await ask());
          await take();
          taken.push(await ask());
        }
        await give();
      });
      const stale = taken.filter((status) => status !== 401 && status !== 403).length;
      printMeasurement(`stale after revoking ${kind}`, `${stale} of ${taken.length}`);
      expect(stale, JSON.stringify(tally(taken))).to.equal(0);
      expect(tally(given)).to.deep.equal({ 200: rounds });
    });
  }
});
