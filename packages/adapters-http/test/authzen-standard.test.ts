import { expect } from 'chai';
import {
  certificationCases,
  certificationFixture,
  gatewayCases,
  inexpressibleCertification,
  inexpressibleScenarios,
  inexpressibleTodo,
  invalidBodies,
  singleEvaluations,
  todoCases,
  todoFixture,
  type Case,
  type Fixture,
} from './support/authzen-cases.ts';
import type { Api } from './support/api.ts';
import { aPerson, startService, unique, type Service } from './support/service.ts';

interface Evaluated {
  readonly decision?: boolean;
  readonly evaluations?: readonly { readonly decision: boolean }[];
}

const evaluationPath = '/access/v1/evaluation';
const evaluationsPath = '/access/v1/evaluations';

/** Creates a permission, and returns its id. */
async function aPermission({ admin }: Service, code: string, resource: string, action: string): Promise<string> {
  const { data, message } = await admin.post<{ id: string }>('/permissions', { code, name: code, resource, action });
  expect(data, message).to.include({ code });
  return data.id;
}

/** Creates a role with these permissions, and returns its id. */
async function aRole({ admin }: Service, code: string, permissionIds: readonly string[]): Promise<string> {
  const { data } = await admin.post<{ id: string }>('/roles', { code, name: code });
  expect((await admin.post(`/roles/${data.id}/permissions`, { permissionIds })).status).to.equal(200);
  return data.id;
}

/** Creates the permissions, roles and users of a fixture. */
async function load(service: Service, { roles, users }: Fixture): Promise<void> {
  const permissionIds = new Map<string, string>();
  const roleIds = new Map<string, string>();
  for (const [code, granted] of Object.entries(roles)) {
    for (const [resource, action] of granted) {
      const permission = `${resource}.${action}`;
      if (!permissionIds.has(permission))
        permissionIds.set(permission, await aPermission(service, permission, resource, action));
    }
    const ids = granted.map(([resource, action]) => permissionIds.get(`${resource}.${action}`) ?? '');
    roleIds.set(code, await aRole(service, code, ids));
  }
  for (const [username, codes] of Object.entries(users)) {
    const account = { username, email: `${unique('fixture-')}@example.com`, password: unique('a-long-password-') };
    const body = { ...account, roleIds: codes.map((code) => roleIds.get(code)) };
    const { status, message } = await service.admin.post('/users', body);
    expect(status, message).to.equal(201);
  }
}

describe('AuthZEN Authorization API 1.0', () => {
  let service: Service;
  let pep: Api;
  before(async () => {
    service = await startService();
    await load(service, certificationFixture);
    await load(service, todoFixture);
    const permission = await aPermission(service, 'access.evaluate', 'access', 'evaluate');
    await aRole(service, 'DECISIONS', [permission]);
    const { api } = await aPerson(service, ['DECISIONS']);
    const body = { name: 'gateway', permissions: ['access.evaluate'], readOnly: true };
    const { data } = await api.post<{ key: string }>('/api-keys', body);
    pep = service.api.as(data.key);
  });
  after(() => service.stop());

  async function check(path: string, { body, expected }: Case): Promise<void> {
    const { status, headers, data, message } = await pep.post<Evaluated>(path, body);
    expect(status, message).to.equal(200);
    expect(headers.get('Content-Type')).to.equal('application/json');
    if (typeof expected === 'boolean') {
      expect(data).to.deep.equal({ decision: expected });
      return;
    }
    expect(data).to.have.all.keys('evaluations');
    expect(data.evaluations).to.have.length(expected.length);
    for (const [index, each] of expected.entries())
      expect(data.evaluations?.[index]?.decision, `evaluation ${index}`).to.be.oneOf(
        each === 'any' ? [true, false] : [each],
      );
  }

  const pathOf = ({ expected }: Case): string => (typeof expected === 'boolean' ? evaluationPath : evaluationsPath);

  describe('the certification scenario', () => {
    for (const each of certificationCases) it(each.name, () => check(pathOf(each), each));
    for (const each of singleEvaluations) it(each.name, () => check(evaluationsPath, each));

    for (const [name, body] of invalidBodies) {
      it(`${name} is refused with a text`, async () => {
        for (const path of [evaluationPath, evaluationsPath]) {
          const { status, headers, data } = await pep.post<string>(path, body);
          expect({ status, type: headers.get('Content-Type') }).to.deep.equal({
            status: 400,
            type: 'text/plain; charset=utf-8',
          });
          expect(data).to.match(/^[A-Z\w].+\.$/);
        }
      });
    }

    it('c-2-4-3: refuses another content type', async () => {
      const [{ body } = expect.fail('There is no case.')] = certificationCases;
      for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
        expect((await pep.post(evaluationPath, body, { 'Content-Type': type })).status, type).to.equal(400);
    });

    it('c-2-5: repeats the request id, and works without one', async () => {
      const [{ body } = expect.fail('There is no case.')] = certificationCases;
      for (const id of ['bfe9eb29-ab87-4ca3-be83-a1d5d8305716', 'any text: of {a client}']) {
        const { headers } = await pep.post(evaluationPath, body, { 'X-Request-ID': id });
        expect(headers.get('X-Request-ID')).to.equal(id);
      }
      expect((await pep.post(evaluationPath, body)).headers.get('X-Request-ID')).to.have.length(36);
    });

    it('c-2-6: decides the same request in the same way', async () => {
      const [first = expect.fail('There is no case.')] = certificationCases;
      for (let count = 0; count < 5; count += 1) await check(evaluationPath, first);
    });

    it('c-6: announces the two endpoints, and no others', async () => {
      const { status, headers, data } = await service.api.get('/.well-known/authzen-configuration');
      expect({ status, type: headers.get('Content-Type') }).to.deep.equal({ status: 200, type: 'application/json' });
      expect(data).to.deep.equal({
        policy_decision_point: 'https://id.example.com',
        access_evaluation_endpoint: 'https://id.example.com/access/v1/evaluation',
        access_evaluations_endpoint: 'https://id.example.com/access/v1/evaluations',
      });
    });
  });

  describe('the interoperability data', () => {
    for (const each of todoCases) it(each.name, () => check(pathOf(each), each));
    for (const each of gatewayCases) it(each.name, () => check(pathOf(each), each));
  });

  it('is tested with every case that roles and permissions can express', () => {
    expect(todoCases).to.have.length(38);
    expect(gatewayCases).to.have.length(25);
    for (const reasons of [inexpressibleCertification, inexpressibleTodo, inexpressibleScenarios])
      for (const reason of Object.values(reasons)) expect(reason).to.match(/\.$/);
    expect(Object.keys(inexpressibleTodo)).to.deep.equal([
      'morty can_update_todo',
      'morty can_delete_todo',
      'summer can_update_todo',
      'summer can_delete_todo',
      'morty can_update_todo, together',
    ]);
  });
});
