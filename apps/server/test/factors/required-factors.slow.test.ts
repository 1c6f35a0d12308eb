import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import fc from 'fast-check';
import { totpCodeOf } from '../../src/adapters/totp-codes.ts';
import type { Api } from '../support/api.ts';
import { aMenu, aPermission, aRole, expectSuccess } from '../support/builders.ts';
import { administrator, logInAs, startService, unique, type Service } from '../support/service.ts';
import { refreshTokensOf, type Tokens } from '../support/sessions.ts';

interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

interface OpenSession {
  readonly tokens: Tokens;
  readonly api: Api;
}

describe('§2.3: roles that require a factor', () => {
  let service: Service;
  before(async () => {
    service = await startService({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') });
  });
  after(() => service.stop());

  const aHolder = async (...roleIds: string[]): Promise<Person> => {
    const account = { username: unique('user-'), password: unique('password-') };
    const email = `${account.username}@example.com`;
    const { data } = await service.admin.post<{ id: string }>('/users', { ...account, email, roleIds });
    return { ...account, id: data.id };
  };

  /** Logs in, with a recovery code if one is given. */
  const open = async ({ username, password }: Omit<Person, 'id'>, code?: string): Promise<OpenSession> => {
    const first = await service.api.post<{ token: Tokens }>('/auth/login', { username, password });
    if (code === undefined) return { tokens: first.data.token, api: service.api.as(first.data.token.accessToken) };
    const { challenge } = first.errors as { challenge: string };
    const { token } = await expectSuccess(
      service.api.post<{ token: Tokens }>('/auth/login/factor', { challenge, code }),
    );
    return { tokens: token, api: service.api.as(token.accessToken) };
  };

  const enrol = async (api: Api, { password }: Pick<Person, 'password'>) => {
    const { id, secret } = await expectSuccess(
      api.post<{ id: string; secret: string }>('/auth/factors/totp', { currentPassword: password }),
    );
    const code = totpCodeOf(secret, Math.floor(Date.now() / 30_000));
    const path = '/auth/factors/totp/confirm';
    return {
      id,
      codes: (await expectSuccess(api.post<{ recoveryCodes: string[] }>(path, { id, code }))).recoveryCodes,
    };
  };

  /** Creates a role that requires a second factor and grants a menu and the permission to list roles. */
  const aRequiringRole = async () => {
    const permissions = await expectSuccess(
      service.admin.get<{ items: { id: string; code: string }[] }>('/permissions?pageSize=100'),
    );
    const links = {
      permissionIds: permissions.items.filter(({ code }) => code === 'role.read').map(({ id }) => id),
      menuIds: [(await aMenu(service.admin)).id],
    };
    return aRole(service.admin, links, { requiresFactor: true });
  };

  /**
   * Returns for each effect of the role whether the caller has it: access to a route, roles and permissions in the
   * profile, permissions in GET /auth/permissions, and menus.
   */
  const gains = async (api: Api): Promise<readonly boolean[]> => {
    const profile = await expectSuccess(api.get<{ roles: string[]; permissions: string[] }>('/auth/profile'));
    const { permissions } = await expectSuccess(api.get<{ permissions: string[] }>('/auth/permissions'));
    const routes = await expectSuccess(api.get<object[]>('/menus/user-routes'));
    const lists = [profile.roles, profile.permissions, permissions, routes].map(({ length }) => length > 0);
    return [(await api.get('/roles')).status === 200, ...lists];
  };
  const all = Array.from({ length: 5 }, () => true);
  const none = Array.from({ length: 5 }, () => false);

  it('grant nothing without a factor, which the user can add in the same session', async () => {
    const role = await aRequiringRole();
    const person = await aHolder(role.id);
    const [here, elsewhere] = [await open(person), await open(person)];
    expect(await gains(here.api)).to.deep.equal(none);
    const { id, codes } = await enrol(here.api, person);
    expect([await gains(here.api), await gains(elsewhere.api)]).to.deep.equal([all, none]);
    const tokens = await refreshTokensOf(service.api, here.tokens);
    expect(await gains(service.api.as(tokens.accessToken))).to.deep.equal(all);
    expect(await gains((await open(person, codes[0])).api)).to.deep.equal(all);
    expect(await here.api.delete(`/auth/factors/${id}`)).to.include({ status: 409, code: 1115, reason: 'last-factor' });
    await expectSuccess(service.admin.patch(`/roles/${role.id}`, { requiresFactor: false }));
    expect(await gains(elsewhere.api)).to.deep.equal(all);
    await expectSuccess(here.api.delete(`/auth/factors/${id}`));
    await expectSuccess(service.admin.patch(`/roles/${role.id}`, { requiresFactor: true }));
    expect(await gains(here.api)).to.deep.equal(none);
  });

  it('are marked in GET /users/:id/access for administrators', async () => {
    const permission = await aPermission(service.admin);
    const role = await aRole(service.admin, { permissionIds: [permission.id] }, { requiresFactor: true });
    const person = await aHolder(role.id);
    const { roles, permissions } = await expectSuccess(
      service.admin.get<{ roles: object[]; permissions: object[] }>(`/users/${person.id}/access`),
    );
    expect(roles).to.have.length(1);
    expect(roles[0]).to.include({ code: role.code, requiresFactor: true });
    expect(permissions[0]).to.include({ code: permission.code, granted: true, needsFactor: true });
  });

  it('can include ADMIN without locking out the administrators', async () => {
    const other = await aHolder(administratorRole.id);
    const path = `/roles/${administratorRole.id}`;
    await expectSuccess(service.admin.patch(path, { requiresFactor: true }));
    expect(await service.admin.patch(path, { requiresFactor: false })).to.include({ status: 403, code: 1003 });
    const { api } = await open(other);
    expect((await api.get('/auth/factors')).status).to.equal(200);
    await enrol(api, other);
    await expectSuccess(api.patch(path, { requiresFactor: false }));
    expect((await (await logInAs(service.api, administrator)).get('/audit-logs')).status).to.equal(200);
  });

  it('grant nothing in a session without a factor, in random sequences of steps', async () => {
    const steps = ['require', 'release', 'log in', 'refresh', 'enrol', 'reset'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 6 }), async (sequence) => {
        const role = await aRequiringRole();
        const person = await aHolder(role.id);
        let [session, codes, isRequired, proved] = [await open(person), [] as readonly string[], true, false];
        for (const step of sequence) {
          if (step === 'require' || step === 'release') {
            isRequired = step === 'require';
            await expectSuccess(service.admin.patch(`/roles/${role.id}`, { requiresFactor: isRequired }));
          }
          if (step === 'log in') {
            session = await open(person, codes[0]);
            proved = codes.length > 0;
            codes = codes.slice(1);
          }
          if (step === 'refresh') {
            const tokens = await refreshTokensOf(service.api, session.tokens);
            session = { tokens, api: service.api.as(tokens.accessToken) };
          }
          if (step === 'enrol' && codes.length === 0) {
            codes = (await enrol(session.api, person)).codes;
            proved = true;
          }
          if (step === 'reset') {
            await expectSuccess(service.admin.delete(`/users/${person.id}/factors`));
            [codes, proved] = [[], false];
          }
          expect(await gains(session.api), sequence.join(', ')).to.deep.equal(!isRequired || proved ? all : none);
        }
      }),
      { numRuns: 8 },
    );
  });
});
