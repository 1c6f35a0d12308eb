import { expect } from 'chai';
import { aPerson, anAdministrator, startService, type Person, type Service } from './support/service.ts';

interface Page {
  readonly total: number;
}

describe('The audit trail (§2.8, §6)', () => {
  let service: Service;
  let person: Person;
  const sql = (text: string): Promise<unknown> => service.server.database.pool.query(text);

  const recordsOf = async ({ id }: Person): Promise<number> =>
    (await service.admin.get<Page>(`/audit-logs?resourceId=${id}`)).data.total;
  const rolesOf = async ({ id }: Person): Promise<readonly string[]> =>
    (await service.admin.get<{ roles: { code: string }[] }>(`/users/${id}`)).data.roles.map(({ code }) => code);

  before(async () => {
    service = await startService();
    person = await aPerson(service);
  });
  after(() => service.stop());

  for (const statement of [
    `UPDATE audit_records SET event = 'other'`,
    'UPDATE audit_records SET id = id WHERE false',
    'DELETE FROM audit_records',
    'TRUNCATE audit_records',
    'TRUNCATE audit_records CASCADE',
  ]) {
    it(`refuses ${statement}, even for the owner of the table`, async () => {
      const before = await recordsOf(person);
      const refusal = await sql(statement).then(
        () => 'none',
        ({ message }: Error) => message,
      );
      expect(refusal).to.equal('audit records are append-only');
      expect(await recordsOf(person))
        .to.equal(before)
        .and.be.above(0);
    });
  }

  it('has no route that changes or deletes a record', async () => {
    const { data } = await service.admin.get<{ items: { id: string }[] }>('/audit-logs');
    const path = `/audit-logs/${data.items[0]?.id}`;
    const { admin } = service;
    const responses = [admin.delete(path), admin.put(path, {}), admin.patch(path, {}), admin.post('/audit-logs', {})];
    for (const { status } of await Promise.all(responses)) expect(status).to.equal(405);
  });

  it('keeps the records of a deleted user', async () => {
    const gone = await aPerson(service);
    const before = await recordsOf(gone);
    await service.admin.delete(`/users/${gone.id}`);
    expect(await recordsOf(gone))
      .to.equal(before)
      .and.be.above(0);
  });

  describe('when a record cannot be written', () => {
    before(async () => {
      await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$`);
      await sql('CREATE TRIGGER fail BEFORE INSERT ON audit_records EXECUTE FUNCTION fail()');
    });
    after(() => sql('DROP TRIGGER fail ON audit_records'));

    it('rolls back the roles that PUT set, and returns 500, 2001', async () => {
      const { status, code } = await service.admin.put(`/users/${person.id}/roles`, { roleIds: [] });
      expect([status, code]).to.deep.equal([500, 2001]);
      expect(await rolesOf(person)).to.deep.equal(['USER']);
    });

    it('rolls back everything that PATCH changed', async () => {
      const change = { nickName: 'Changed', roleIds: [] };
      const { status, code } = await service.admin.patch(`/users/${person.id}`, change);
      expect([status, code]).to.deep.equal([500, 2001]);
      const { data } = await service.admin.get<{ nickName: string | null }>(`/users/${person.id}`);
      expect(data.nickName).to.equal(null);
      expect(await rolesOf(person)).to.deep.equal(['USER']);
    });

    it('does not affect other requests', async () => {
      const { status } = await service.admin.patch(`/users/${person.id}`, { phone: '+44 20' });
      expect(status).to.equal(200);
      expect((await person.api.get('/auth/profile')).status).to.equal(200);
    });
  });

  describe('when the change fails after the record is written', () => {
    before(async () => {
      await sql(`CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'too late'; END $$`);
      await sql(`CREATE CONSTRAINT TRIGGER fail_late AFTER DELETE ON user_roles DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_late()`);
    });
    after(() => sql('DROP TRIGGER fail_late ON user_roles'));

    it('has no record of a change that was rolled back', async () => {
      const before = await recordsOf(person);
      const { status, code } = await service.admin.put(`/users/${person.id}/roles`, { roleIds: [] });
      expect([status, code]).to.deep.equal([500, 2001]);
      expect(await rolesOf(person)).to.deep.equal(['USER']);
      expect(await recordsOf(person)).to.equal(before);
    });
  });

  describe('when records can be written again', () => {
    it('adds a record for the next change', async () => {
      const administrator = await anAdministrator(service);
      const before = await recordsOf(person);
      const { status } = await administrator.api.put(`/users/${person.id}/roles`, { roleIds: [] });
      expect([status, await recordsOf(person)]).to.deep.equal([200, before + 1]);
    });
  });
});
