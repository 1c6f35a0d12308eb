import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, startService, type Service } from './support/service.ts';

describe('GET /auth/operations, in memory', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const whenOf = async (api: Api) => {
    const { data } = await api.get<readonly { id: string; when: string }[]>('/auth/operations?ids=getUserAccess');
    return data.map(({ when }) => when);
  };

  it('says that everybody but administrators may read the access of some users only', async () => {
    const [person, moderator] = [await aPerson(service), await aPerson(service, ['MODERATOR'])];
    expect(await whenOf(person.api)).to.deep.equal(['some']);
    expect(await whenOf(moderator.api)).to.deep.equal(['some']);
    expect(await whenOf(service.admin)).to.deep.equal(['always']);
  });
});
