import type { Overview } from '@portcullis/application/internal/ports/overview';
import type { SystemState } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import { expect } from 'chai';
import { aContent, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { aPerson, sharedService } from './support/service.ts';

type OverviewResponse = Wire<Overview> & { readonly system: SystemState };

describe('GET /overview', () => {
  it('has the same totals as the lists', async () => {
    const { admin } = await sharedService();
    await aContent(admin);
    const { id } = await aContent(admin);
    await expectSuccess(admin.post(`/contents/${id}/publish`));
    const overview = await expectSuccess(admin.get<OverviewResponse>('/overview'));
    const total = async (path: string) => (await expectSuccess(admin.get<{ total: number }>(path))).total;
    for (const list of ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags'] as const)
      expect(overview[list].total, list).to.equal(await total(`/${list}`));
    for (const list of ['users', 'roles', 'menus'] as const)
      expect(overview[list].enabled, list).to.equal(await total(`/${list}?status=1`));
    const { drafts, published, archived } = overview.contents;
    expect(drafts).to.equal(await total('/contents?status=DRAFT'));
    expect(published).to.equal(await total('/contents?status=PUBLISHED'));
    expect(archived).to.equal(await total('/contents?status=ARCHIVED'));
  });

  it('shows the latest logins and role changes', async () => {
    const service = await sharedService();
    const { admin } = service;
    const person = await aPerson(service);
    await expectSuccess(admin.patch(`/users/${person.id}`, { roleIds: [(await aRole(admin)).id] }));
    const { lastLogins, lastChanges } = await expectSuccess(admin.get<OverviewResponse>('/overview'));
    expect(lastLogins.find(({ userId }) => userId === person.id)).to.include({
      username: person.username,
      address: '127.0.0.1',
    });
    const change = lastChanges.find(({ resourceId }) => resourceId === person.id);
    expect(change).to.include({ event: 'user.roles.set', username: 'admin', resourceName: person.username });
    expect((await admin.get(`/audit-logs/${change?.id}`)).data).to.include({ resourceId: person.id });
  });

  it('shows the state of the database, the load and the limits', async () => {
    const { admin, databaseUrl } = await sharedService();
    const { system } = await expectSuccess(admin.get<OverviewResponse>('/overview'));
    expect(system.database.kind).to.equal(databaseUrl === undefined ? 'embedded' : 'postgresql');
    const { inUse, idle } = system.database.connections;
    expect(inUse + idle).to.be.greaterThan(0);
    expect(system.replicas).to.deep.equal([]);
    expect(system.load.passwords).to.have.all.keys('running', 'waiting');
    expect(system.limits).to.deep.include({ name: 'set-user-roles', calls: 10, seconds: 60 });
    expect(system).to.include({ hasMailServer: false, hasPublicUrl: false });
    expect(system.figures.length).to.equal(60);
    expect(Math.max(...system.figures.map(({ requests }) => requests))).to.be.greaterThan(0);
    expect(system.version).to.match(/^\d+\.\d+\.\d+/);
  });

  it('requires the role ADMIN', async () => {
    const service = await sharedService();
    const moderator = await aPerson(service, ['MODERATOR']);
    expect(await moderator.api.get('/overview')).to.include({ status: 403, reason: 'role-required' });
  });
});
