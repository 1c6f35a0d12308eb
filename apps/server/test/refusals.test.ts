import { expect } from 'chai';
import type { Answer } from './support/api.ts';
import { aContent, aPermission, aRole, aTag, unknownId } from './support/builders.ts';
import { aPerson, sharedService, unique, type Person, type Service } from './support/service.ts';

const account = () => ({ username: unique(), email: `${unique()}@example.com`, password: unique('password-') });

type Case = readonly [
  status: number,
  code: number,
  request: (world: Service, person: Person) => Promise<Answer<unknown>>,
];

/** Refusals that routes share, where no other test comes to them: by the route, and what is wrong. */
const cases: Readonly<Record<string, Case>> = {
  'PATCH /auth/profile, an e-mail in use': [
    409,
    1106,
    async (service, { email }) => (await aPerson(service)).api.patch('/auth/profile', { email }),
  ],
  'PUT /auth/password, a short password': [
    400,
    1005,
    (_, { api, password }) => api.put('/auth/password', { currentPassword: password, newPassword: 'short' }),
  ],
  'PATCH /permissions/:id, a name in use': [
    409,
    1202,
    async ({ admin }) => {
      const [{ name }, { id }] = [await aPermission(admin), await aPermission(admin)];
      return admin.patch(`/permissions/${id}`, { name });
    },
  ],
  'PATCH /roles/:id, a code in use': [
    409,
    1202,
    async ({ admin }) => {
      const [{ code }, { id }] = [await aRole(admin), await aRole(admin)];
      return admin.patch(`/roles/${id}`, { code });
    },
  ],
  'POST /users, a short password': [
    400,
    1005,
    ({ admin }) => admin.post('/users', { ...account(), password: 'short' }),
  ],
  'POST /users, an e-mail in use': [409, 1106, ({ admin }, { email }) => admin.post('/users', { ...account(), email })],
  'POST /users, a user name in use': [
    409,
    1107,
    ({ admin }, { username }) => admin.post('/users', { ...account(), username }),
  ],
  'PATCH /contents/:id, an unknown category': [
    400,
    1000,
    async ({ admin }) => admin.patch(`/contents/${(await aContent(admin)).id}`, { categoryId: unknownId }),
  ],
  'PATCH /tags/:id, a slug in use': [
    409,
    1202,
    async ({ admin }) => {
      const [{ slug }, { id }] = [await aTag(admin), await aTag(admin)];
      return admin.patch(`/tags/${id}`, { slug });
    },
  ],
};

describe('§7: refusals, route by route', () => {
  for (const [name, [status, code, request]] of Object.entries(cases)) {
    it(`${name}: ${status}, ${code}`, async () => {
      const service = await sharedService();
      expect(await request(service, await aPerson(service))).to.include({ status, code });
    });
  }
});
