import { createClient, ifVersion, tokensInMemory, type Client } from '@portcullis/client';
import { expect } from 'chai';

const [id, other] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];

/** Creates a client, and a function that returns the `If-Match` of the last request. */
function aClient(answers: Readonly<Record<string, unknown>>) {
  let sent: Request | undefined;
  const client = createClient({
    baseUrl: 'http://service.test',
    tokens: tokensInMemory(),
    fetch: async (request) => {
      sent = request;
      const data = answers[`${request.method} ${new URL(request.url).pathname}`] ?? null;
      return Response.json({ code: 0, message: 'Success', data });
    },
  });
  return { client, ifMatch: () => sent?.headers.get('If-Match') ?? null };
}

describe('The versions that the client has read', () => {
  const params = { path: { id } };
  const body = { name: 'Rust' };

  it('are sent with a change of a resource of a list, a page or a tree, or of one that was read or created', async () => {
    const reads: readonly ((client: Client) => Promise<unknown>)[] = [
      (client) => client.get('/api/tags/{id}', { params }),
      (client) => client.get('/api/tags'),
      (client) => client.get('/api/categories/tree'),
      (client) => client.post('/api/tags', { body }),
    ];
    const tag = { id, version: 7 };
    const answers = {
      [`GET /api/tags/${id}`]: tag,
      'GET /api/tags': { items: [{ id: other, version: 1 }, tag] },
      'GET /api/categories/tree': [{ id: other, version: 1, children: [{ ...tag, children: [] }] }],
      'POST /api/tags': tag,
    };
    for (const read of reads) {
      const { client, ifMatch } = aClient(answers);
      await read(client);
      expect(ifMatch()).to.equal(null);
      await client.patch('/api/tags/{id}', { params, body });
      expect(ifMatch()).to.equal('"7"');
    }
  });

  it('are those of the last response, and are forgotten when a change returns none', async () => {
    const { client, ifMatch } = aClient({
      [`GET /api/users/${id}`]: { id, version: 3 },
      [`PATCH /api/users/${id}`]: { id, version: 4 },
    });
    await client.get('/api/users/{id}', { params });
    await client.patch('/api/users/{id}', { params, body: { nickName: 'Ada' } });
    await client.put('/api/users/{id}/roles', { params, body: { roleIds: [] } });
    expect(ifMatch()).to.equal('"4"');
    await client.delete('/api/users/{id}', { params });
    expect(ifMatch()).to.equal(null);
  });

  it('do not replace a header of the caller', async () => {
    const { client, ifMatch } = aClient({ [`GET /api/tags/${id}`]: { id, version: 3 } });
    await client.get('/api/tags/{id}', { params });
    await client.patch('/api/tags/{id}', { params: { ...params, header: ifVersion(2) }, body });
    expect(ifMatch()).to.equal('"2"');
    await client.get('/api/tags/{id}', { params });
    await client.patch('/api/tags/{id}', { params, body, headers: { 'If-Match': '*' } });
    expect(ifMatch()).to.equal('*');
  });

  it('are not confused with the version of a working copy, which has the id of its content', async () => {
    const { client, ifMatch } = aClient({
      [`GET /api/contents/${id}`]: { id, version: 5 },
      [`GET /api/contents/${id}/draft`]: { id, version: 1 },
    });
    await client.get('/api/contents/{id}', { params });
    await client.get('/api/contents/{id}/draft', { params });
    await client.put('/api/contents/{id}/draft', { params, body: { title: 'A' } });
    expect(ifMatch()).to.equal(null);
    await client.get('/api/contents/{id}', { params });
    await client.patch('/api/contents/{id}', { params, body: { title: 'A' } });
    expect(ifMatch()).to.equal('"5"');
  });
});
