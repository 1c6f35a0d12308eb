import { expect } from 'chai';
import { startService, type Service } from './support/service.ts';

describe('§4: unknown query parameters', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const fieldsOf = async (path: string, prefer: string | undefined) => {
    const headers: Record<string, string> = prefer === undefined ? {} : { Prefer: prefer };
    const { status, errors } = await service.admin.send('GET', path, undefined, headers);
    return status === 200 ? [] : (errors as readonly { field: string }[]).map(({ field }) => field);
  };
  const path = '/users?pagesize=5&page=1&attributes.x=1&other=';

  it('are ignored by default', async () => {
    for (const prefer of [undefined, '', 'handling=lenient', 'handling=strictly', 'return=minimal', 'xhandling=strict'])
      expect(await fieldsOf('/users?pagesize=5', prefer), prefer).to.deep.equal([]);
  });

  it('are refused by name if the client prefers strict handling; empty ones count as missing', async () => {
    for (const prefer of [
      'handling=strict',
      'return=minimal, Handling="strict"; x=1',
      'respond-async,handling = strict',
    ])
      expect(await fieldsOf('/tags?pagesize=5&page=1&other=', prefer), prefer).to.deep.equal(['pagesize']);
    expect(await fieldsOf('/roles?x=1&x=2', 'handling=strict')).to.deep.equal(['x']);
    expect(await fieldsOf('/tags?page=1&pageSize=5&search=a', 'handling=strict')).to.deep.equal([]);
    expect(await fieldsOf(path, 'handling=strict'))
      .to.include('pagesize')
      .and.not.include('attributes.x');
  });
});
