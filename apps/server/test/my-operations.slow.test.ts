import { builtInPermissions, contentPermissions } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { contentPermissionIds, createResource, expectSuccess } from './support/builders.ts';
import { describedRoutes } from './support/contract.ts';
import { aPerson, anAdministrator, aUserWithRoles, sharedService, unique } from './support/service.ts';

interface Operation {
  readonly id: string;
  readonly when: string;
}

// A service whose tokens are signed with a secret has no routes of OAuth.
const authorized = describedRoutes.filter(
  ({ access, operation }) => access === 'authorized' && operation !== 'introspectToken',
);

const refusedKeys = ['api-key-refused', 'api-key-read-only'];

/** Returns the ids of the authorized operations that the service does not refuse because of roles or permissions. */
async function permittedTo(api: Api): Promise<readonly string[]> {
  const permitted: string[] = [];
  for (const { operation, method, path, standard } of authorized) {
    const { status, reason } = await api.send(
      method,
      path.replaceAll(/:\w+/g, 'unknown'),
      method === 'GET' ? undefined : {},
    );
    if (status !== 403) permitted.push(operation);
    else if (standard === undefined)
      expect(['role-required', 'permission-required', ...refusedKeys], operation).to.include(reason);
  }
  return permitted;
}

const idsIn = async (api: Api, query = ''): Promise<readonly string[]> =>
  (await api.get<readonly Operation[]>(`/auth/operations${query}`)).data.map(({ id }) => id);

/** Returns a client of a user who has these permissions of contents, by default all, and no built-in role. */
async function anAuthor(codes?: readonly string[]): Promise<Api> {
  const service = await sharedService();
  const draft = { code: unique('R').toUpperCase(), name: unique() };
  const role = await createResource<{ id: string }>(service.admin, '/roles', draft);
  const permissionIds = await contentPermissionIds(service.admin, codes);
  await expectSuccess(service.admin.post(`/roles/${role.id}/permissions`, { permissionIds }));
  return (await aUserWithRoles(service, role)).api;
}

/** Returns a client with a key of an administrator that lists all permissions. */
async function anApiKey(readOnly: boolean): Promise<Api> {
  const service = await sharedService();
  // Keys can be created only soon after a login, and the first administrator may have logged in long ago.
  const { api } = await anAdministrator(service);
  const permissions = [...builtInPermissions, ...contentPermissions].map(({ code }) => code);
  const { key } = await createResource<{ key: string }>(api, '/api-keys', { name: unique(), permissions, readOnly });
  return api.as(key);
}

describe('GET /auth/operations', () => {
  const people: readonly (readonly [who: string, () => Promise<Api>])[] = [
    ['a user', async () => (await aPerson(await sharedService())).api],
    ['a moderator', async () => (await aPerson(await sharedService(), ['MODERATOR'])).api],
    ['a user with all permissions of contents', () => anAuthor()],
    ['an API key', () => anApiKey(false)],
    ['an API key that can only read', () => anApiKey(true)],
  ];
  for (const [who, person] of people) {
    it(`lists for ${who} exactly the operations that the service does not refuse`, async () => {
      const api = await person();
      const listed = new Set(await idsIn(api));
      const ofRules = authorized.filter(({ operation }) => listed.has(operation)).map(({ operation }) => operation);
      expect(ofRules).to.have.members(await permittedTo(api));
      expect([...listed]).to.include.members(['getMyOperations', 'getMyPermissions', 'listContents', 'getReadiness']);
      expect(listed.has('getProfile')).to.equal((await api.get('/auth/profile')).status === 200);
    });
  }

  it('lists every operation for an administrator', async () => {
    const { admin } = await sharedService();
    // Operations of other standards need a permission that an installation does not have from the beginning.
    const own = authorized.filter(({ standard }) => standard === undefined);
    expect(await idsIn(admin)).to.include.members(own.map(({ operation }) => operation));
    expect(await idsIn(admin)).not.to.include('evaluateAccess');
  });

  it('says for which operations the caller may call them only about some resources', async () => {
    const service = await sharedService();
    const some = async (api: Api) =>
      (await api.get<readonly Operation[]>('/auth/operations')).data.filter(({ when }) => when !== 'always');
    const person = await aPerson(service);
    const ownFilter = { id: 'filterAccess', when: 'some' };
    expect(await some(person.api)).to.have.deep.members([{ id: 'getUserAccess', when: 'some' }, ownFilter]);
    expect(await some(service.admin)).to.deep.equal([ownFilter]);
    expect(await person.api.get(`/users/${person.id}/access`)).to.include({ status: 200 });
    expect(await some(await anApiKey(false))).to.deep.equal([ownFilter]);
  });

  it('says `some` for changes of contents that the caller may not all read', async () => {
    const ids = 'createContent,previewContent,updateContent,publishContent,deleteContent,saveWorkingCopy,updateTag';
    const whenFor = async (...codes: readonly string[]) => {
      const { data } = await (await anAuthor(codes)).get<readonly Operation[]>(`/auth/operations?ids=${ids}`);
      return Object.fromEntries(data.map(({ id, when }) => [id, when]));
    };
    const changes = ['content.create', 'content.update', 'content.publish', 'content.delete', 'tag.manage'];
    const always = { createContent: 'always', previewContent: 'always', updateTag: 'always' };
    expect(await whenFor(...changes)).to.deep.equal({
      ...always,
      updateContent: 'some',
      publishContent: 'some',
      deleteContent: 'some',
      saveWorkingCopy: 'some',
    });
    expect(await whenFor(...changes, 'content.read-drafts')).to.deep.equal({
      ...always,
      updateContent: 'always',
      publishContent: 'always',
      deleteContent: 'always',
      saveWorkingCopy: 'always',
    });
  });

  it('lists only the requested operations', async () => {
    const { admin, api } = await sharedService();
    expect(await idsIn(admin, '?ids=updateUser,unknown,listTags')).to.have.members(['updateUser', 'listTags']);
    expect(await api.get('/auth/operations')).to.include({ status: 401 });
  });
});
