import type { Page } from '@portcullis/application/internal/ports/lists';
import type { UserView } from '@portcullis/application/internal/ports/users';
import { openDatabase } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aRole, expectSuccess, type Wire } from './support/builders.ts';
import { processesOnOneDatabase } from './support/processes.ts';
import { administrator, aUserWithRoles, anAdministrator, unique, type ServiceClients } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

const processCount = 4;
/** How often a test repeats each race of concurrent requests; `npm run test:long -- stress` repeats races more often. */
const rounds = 5;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describeOnPostgres('an empty PostgreSQL database', (adminUrl) => {
  it('is migrated once by processes that open it at the same time', async () => {
    const { url, drop } = await temporaryDatabase(adminUrl);
    const opened = await Promise.allSettled(numbers(8).map(() => openDatabase({ url, poolSize: 1 })));
    const databases = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await Promise.all(databases.map(({ close }) => close()));
    await drop();
    expect(databases).to.have.lengthOf(opened.length);
  });
});

/** Several processes on one database show that the business rules do not depend on the memory of one process. */
describeOnPostgres('four processes on one PostgreSQL database', (adminUrl) => {
  const entrance = processesOnOneDatabase(adminUrl, processCount, { REGISTER_RATE_LIMIT: '1000000' });

  it('all become ready, with one administrator and one set of built-in data', async () => {
    const ready = await Promise.all(numbers(processCount).map((index) => entrance(index).api.get('/health/ready')));
    expect(ready.map(({ status }) => status)).to.deep.equal(numbers(processCount).map(() => 200));
    const { admin } = entrance();
    const administrators = await expectSuccess(admin.get<Page<UserView>>('/users?roleCode=ADMIN'));
    expect(administrators.items.map(({ username }) => username)).to.deep.equal([administrator.username]);
    const permissions = await expectSuccess(admin.get<Page<Permission>>('/permissions?pageSize=100'));
    expect(permissions.items.filter(({ isSystem }) => isSystem)).to.have.lengthOf(20);
    const roles = await expectSuccess(admin.get<Page<Role>>('/roles?pageSize=100'));
    expect(roles.items.filter(({ isSystem }) => isSystem)).to.have.lengthOf(3);
    expect((await expectSuccess(admin.get<Page<unknown>>('/menus'))).total).to.equal(8);
  });

  it('§4.4 role setting, rules 2 and 3: thirty concurrent changes of one user form one chain of records', async () => {
    const { admin } = entrance();
    const roles = await Promise.all(numbers(5).map(() => aRole(admin)));
    const { id } = await aUserWithRoles(entrance());
    // Thirty different subsets of the five roles. None of them is empty.
    const sets = numbers(30).map((set) =>
      roles.filter((_, bit) => ((set + 1) >> bit) % 2 === 1).map((role) => role.id),
    );
    // PUT accepts only ten calls a minute from one caller, so PATCH is used as well. The two routes lock the row of the
    // user in different ways.
    const [one, two] = [await anAdministrator(entrance(0)), await anAdministrator(entrance(1))];
    const responses = await Promise.all(
      sets.map((roleIds, index) => {
        if (index % 3 === 0) return entrance(index).admin.patch(`/users/${id}`, { roleIds });
        return (index % 3 === 1 ? one : two).api.put(`/users/${id}/roles`, { roleIds });
      }),
    );
    expect(responses.map(({ status }) => status)).to.deep.equal(sets.map(() => 200));

    const { items } = await expectSuccess(
      admin.get<Page<Wire<AuditRecord>>>(`/audit-logs?resourceId=${id}&pageSize=100`),
    );
    const changes = items.map(({ payload }) => payload).filter(({ after }) => after.length > 0);
    const afterOf = new Map(changes.map(({ before, after }) => [before.join(), after.join()]));
    expect(afterOf.size).to.equal(sets.length);
    let state = '';
    for (const _ of sets) state = afterOf.get(state) ?? 'the chain is broken';
    const final = (await expectSuccess(admin.get<UserView>(`/users/${id}`))).roles.map((role) => role.id);
    expect(final.toSorted().join()).to.equal(state);
    expect(sets.map((set) => set.toSorted().join())).to.include(state);
  });

  const anAccount = (fields: object) => {
    const username = unique('racer-');
    return { username, email: `${username}@example.com`, password: `password-${username}`, ...fields };
  };
  type Contest = (entrance: ServiceClients, prize: string) => ReturnType<Api['post']>;
  const contests: Readonly<Record<string, readonly [code: number, enter: Contest]>> = {
    'registrations of one e-mail': [
      1106,
      ({ api }, prize) => api.post('/auth/register', anAccount({ email: `${prize}@example.com` })),
    ],
    'registrations of one username': [
      1107,
      ({ api }, prize) => api.post('/auth/register', anAccount({ username: prize })),
    ],
    'permissions of one code': [
      1202,
      ({ admin }, code) => admin.post('/permissions', { code, name: unique('N'), resource: 'r', action: 'a' }),
    ],
    'contents of one slug': [1202, ({ admin }, slug) => admin.post('/contents', { title: 'Contest', slug })],
  };
  for (const [contest, [code, enter]] of Object.entries(contests)) {
    it(`let one of ten ${contest} succeed and refuse the others, in ${rounds} rounds`, async () => {
      for (const _ of numbers(rounds)) {
        const prize = unique('prize-');
        const responses = await Promise.all(numbers(10).map((index) => enter(entrance(index), prize)));
        const told = responses.map((response) => `${response.status} ${response.code}`).toSorted();
        expect(told).to.deep.equal(['201 0', ...numbers(9).map(() => `409 ${code}`)]);
      }
    });
  }

  it('number the slugs of ten contents with the same title without a gap', async () => {
    const title = unique('Title ');
    const make = (index: number) => entrance(index).admin.post<ContentView>('/contents', { title });
    const responses = await Promise.all(numbers(10).map(make));
    const slug = title.toLowerCase().replace(' ', '-');
    const expected = [slug, ...numbers(9).map((index) => `${slug}-${index + 2}`)];
    expect(responses.map(({ data }) => data.slug)).to.have.members(expected);
  });

  it('do not deadlock when roles are set while one of them is deleted', async () => {
    const { admin } = entrance();
    for (const round of numbers(rounds)) {
      const [kept, gone] = [await aRole(admin), await aRole(admin)];
      const { id } = await aUserWithRoles(entrance(), kept, gone);
      const set = (index: number, roleIds: readonly string[]) =>
        entrance(round + index).admin.patch(`/users/${id}`, { roleIds });
      const responses = await Promise.all([
        set(0, [gone.id, kept.id]),
        set(1, [kept.id]),
        entrance(round + 2).admin.delete(`/roles/${gone.id}`),
        set(3, [kept.id, gone.id]),
        set(4, []),
        set(5, [gone.id]),
      ]);
      for (const { status } of responses) expect(status).to.be.oneOf([200, 400]);
      const { roles } = await expectSuccess(admin.get<UserView>(`/users/${id}`));
      expect(roles.map((role) => role.id)).not.to.include(gone.id);
    }
  });

  it('keep an administrator when the last two administrators remove each other at the same time', async () => {
    const { admin } = entrance();
    const { id: rootId } = await expectSuccess(admin.get<{ id: string }>('/auth/profile'));
    const { items } = await expectSuccess(admin.get<Page<UserView>>('/users?roleCode=ADMIN&pageSize=100'));
    for (const { id } of items) if (id !== rootId) await expectSuccess(admin.patch(`/users/${id}`, { roleIds: [] }));
    for (const _ of numbers(rounds)) {
      const [one, two] = [await anAdministrator(entrance(0)), await anAdministrator(entrance(1))];
      await expectSuccess(one.api.patch(`/users/${rootId}`, { roleIds: [] }));
      const responses = await Promise.all([
        one.api.patch(`/users/${two.id}`, { roleIds: [] }),
        two.api.patch(`/users/${one.id}`, { status: 0 }),
      ]);
      expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(1);
      for (const { status } of responses) expect(status).to.be.oneOf([200, 401, 403, 409]);
      const survivor = responses[0].status === 200 ? one : two;
      await expectSuccess(survivor.api.patch(`/users/${rootId}`, { roleIds: [administratorRole.id] }));
      await expectSuccess(admin.patch(`/users/${survivor.id}`, { roleIds: [] }));
    }
  });
});
