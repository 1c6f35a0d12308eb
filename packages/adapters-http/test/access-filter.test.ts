import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { expect } from 'chai';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

const past = '2001-01-01T00:00:00.000Z';
const ofRegion: Condition = { attr: 'resource.region', eq: { ref: 'subject.region' } };
const ofRisk: Condition = { attr: 'resource.risk', eq: { ref: 'subject.risk' } };
const own: Condition = { attr: 'resource.ownerId', eq: { ref: 'subject.id' } };

describe('POST /access/filter', () => {
  let service: Service;
  let gateway: Person;
  /** Ids of permissions by their codes. */
  const ids = new Map<string, string>();

  before(async () => {
    service = await startService();
    const attribute = { type: 'string', values: null, writableBy: 'admin' };
    const attributes = [
      { ...attribute, name: 'region', label: 'Region', readableBy: 'self' },
      { ...attribute, name: 'risk', label: 'Risk', readableBy: 'admin' },
    ];
    expect((await service.admin.put('/user-attributes', { attributes })).status).to.equal(200);
    for (const code of ['invoice.read', 'invoice.pay', 'access.evaluate']) {
      const [resource, action] = code.split('.');
      const { data } = await service.admin.post<{ id: string }>('/permissions', { code, name: code, resource, action });
      ids.set(code, data.id);
    }
    gateway = await aPerson(service, [await aRole({ 'access.evaluate': null })]);
  });
  after(() => service.stop());

  /** Creates a role that has these permissions under conditions, and returns its code. */
  async function aRole(permissions: Readonly<Record<string, Condition | null>>, draft = {}): Promise<string> {
    const code = unique('ROLE_').toUpperCase();
    const { data } = await service.admin.post<{ id: string }>('/roles', { code, name: code, ...draft });
    const grants = Object.entries(permissions).map(([each, condition]) => ({ permissionId: ids.get(each), condition }));
    const set = await service.admin.put(`/roles/${data.id}/permission-grants`, { grants });
    expect(set.status, JSON.stringify(set.errors)).to.equal(200);
    return code;
  }

  /** Creates a user of the region north who has one role for each set of permissions. */
  async function aHolder(...roles: readonly Readonly<Record<string, Condition | null>>[]): Promise<Person> {
    const person = await aPerson(service, await Promise.all(roles.map((each) => aRole(each))));
    const attributes = { region: 'north', risk: 'high' };
    expect((await service.admin.patch(`/users/${person.id}`, { attributes })).status).to.equal(200);
    return person;
  }

  const filterOf = async ({ api }: Pick<Person, 'api'>, permission: string, subject?: { readonly id: string }) => {
    const body = { permission, ...(subject && { subjectId: subject.id }) };
    const { status, code, data } = await api.post<{ filter: unknown }>('/access/filter', body);
    return status === 200 ? data.filter : [status, code];
  };
  const north = { attr: 'resource.region', eq: 'north' };

  it('returns for which resources the caller has a permission, with the values of the caller', async () => {
    const person = await aHolder({ 'invoice.read': ofRegion, 'invoice.pay': null });
    expect(await filterOf(person, 'invoice.read')).to.deep.equal(north);
    expect(await filterOf(person, 'invoice.read', person)).to.deep.equal(north);
    expect(await filterOf(person, 'invoice.pay')).to.equal(true);
    for (const code of ['user.read', 'no.such', "x' OR true --"])
      expect(await filterOf(person, code), code).to.equal(false);
    const both = await aHolder({ 'invoice.read': ofRegion }, { 'invoice.read': own });
    expect(await filterOf(both, 'invoice.read'))
      .to.have.deep.property('any')
      .with.deep.members([north, { attr: 'resource.ownerId', eq: both.id }]);
    const all = await aHolder({ 'invoice.read': ofRegion }, { 'invoice.read': null });
    expect(await filterOf(all, 'invoice.read')).to.equal(true);
    expect(await filterOf({ api: service.api }, 'invoice.read')).to.deep.equal([401, 1001]);
  });

  it('returns the filter of another user only to callers with access.evaluate', async () => {
    const [person, other] = [await aHolder({ 'invoice.read': ofRegion }), await aHolder()];
    expect(await filterOf(other, 'invoice.read', person)).to.deep.equal([403, 1003]);
    expect(await filterOf({ api: service.admin }, 'invoice.read', person)).to.deep.equal([403, 1003]);
    expect(await filterOf(gateway, 'invoice.read', person)).to.deep.equal(north);
    expect(await filterOf(gateway, 'invoice.read', other)).to.equal(false);
    expect(await filterOf(gateway, 'invoice.read', { id: ids.get('invoice.read') ?? '' })).to.equal(false);
    expect(await filterOf(gateway, 'invoice.read', { id: 'no id' })).to.deep.equal([400, 1005]);
  });

  it('returns false for disabled users, and follows roles that end, are disabled or require a factor', async () => {
    const code = await aRole({ 'invoice.read': ofRegion });
    const { data } = await service.admin.get<{ items: { id: string }[] }>(`/roles?code=${code}`);
    const roleId = data.items[0]?.id ?? '';
    const person = await aPerson(service, [code]);
    const path = `/users/${person.id}`;
    await service.admin.patch(path, { attributes: { region: 'north' } });
    const filters = async () => [
      await filterOf(gateway, 'invoice.read', person),
      await filterOf(person, 'invoice.read'),
    ];
    expect(await filters()).to.deep.equal([north, north]);
    await service.admin.patch(`/roles/${roleId}`, { requiresFactor: true });
    expect(await filters()).to.deep.equal([false, false]);
    await service.admin.patch(`/roles/${roleId}`, { requiresFactor: false, status: 0 });
    expect(await filters()).to.deep.equal([false, false]);
    await service.admin.patch(`/roles/${roleId}`, { status: 1 });
    expect(await filters()).to.deep.equal([north, north]);
    await service.admin.put(`${path}/role-grants`, { grants: [{ roleId, validUntil: past }] });
    expect(await filters()).to.deep.equal([false, false]);
    await service.admin.put(`${path}/role-grants`, { grants: [{ roleId }] });
    await service.admin.patch(path, { status: 0 });
    expect(await filters()).to.deep.equal([false, [401, 1103]]);
  });

  it('shows no attribute that the caller cannot read, but to callers with access.evaluate', async () => {
    const risky = await aHolder({ 'invoice.read': { any: [ofRisk, own] } });
    expect(await filterOf(risky, 'invoice.read')).to.deep.equal([403, 1003]);
    expect(await filterOf(risky, 'invoice.read', risky)).to.deep.equal([403, 1003]);
    expect(await filterOf(gateway, 'invoice.read', risky)).to.deep.equal({
      any: [
        { attr: 'resource.risk', eq: 'high' },
        { attr: 'resource.ownerId', eq: risky.id },
      ],
    });
    const all = await aHolder({ 'invoice.read': ofRisk }, { 'invoice.read': null });
    expect(await filterOf(all, 'invoice.read')).to.equal(true);
    const evaluating = await aHolder({ 'invoice.read': ofRisk, 'access.evaluate': null });
    expect(await filterOf(evaluating, 'invoice.read')).to.deep.equal({ attr: 'resource.risk', eq: 'high' });
  });

  it('returns to an API key what the key has, even if it is read-only', async () => {
    const person = await aHolder({ 'invoice.read': ofRegion, 'invoice.pay': null, 'access.evaluate': null });
    const other = await aHolder({ 'invoice.read': ofRegion });
    const keyOf = async (permissions: readonly string[]): Promise<Pick<Person, 'api'>> => {
      const body = { name: unique('key'), permissions, readOnly: true };
      return { api: service.api.as((await person.api.post<{ key: string }>('/api-keys', body)).data.key) };
    };
    const key = await keyOf(['invoice.read']);
    expect(await filterOf(key, 'invoice.read')).to.deep.equal(north);
    expect(await filterOf(key, 'invoice.read', person)).to.deep.equal(north);
    expect(await filterOf(key, 'invoice.pay')).to.equal(false);
    expect(await filterOf(key, 'invoice.read', other)).to.deep.equal([403, 1003]);
    expect(await filterOf(await keyOf(['access.evaluate']), 'invoice.read', other)).to.deep.equal(north);
  });
});
