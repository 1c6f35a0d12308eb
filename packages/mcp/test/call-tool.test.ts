import { readFileSync } from 'node:fs';
import { PortcullisError } from '@portcullis/client';
import { expect } from 'chai';
import { callTool, type ToolClient } from '../src/call-tool.ts';
import { readApi } from '../src/document.ts';

const api = readApi(JSON.parse(readFileSync(new URL('../../../adapters-http/openapi.json', import.meta.url), 'utf8')));
const id = 'a0000000-0000-4000-8000-000000000001';

interface SentRequest {
  readonly request: string;
  readonly header: unknown;
}

/** Calls a tool of a service that has these responses, by method and path. Anything else does not exist. */
async function call(name: string, args: object, responses: Readonly<Record<string, unknown>> = {}) {
  const sent: SentRequest[] = [];
  const client = {
    request: async (verb: 'get', path: string, options?: { readonly params?: { readonly header?: unknown } }) => {
      const request = `${verb} ${path}`;
      sent.push({ request, header: options?.params?.header });
      if (request in responses) return responses[request];
      throw new PortcullisError({ verb, path }, new Response(null, { status: 404 }), null);
    },
  } as unknown as ToolClient;
  const answer = await callTool(name, { ...args }, api, client).catch((error: unknown) => ({
    content: [],
    structuredContent: undefined,
    error,
  }));
  const text = answer.content.map((each) => ('text' in each ? each.text : '')).join('\n');
  return { ...answer, text, error: 'error' in answer ? String(answer.error) : undefined, sent };
}

describe('A call of a tool', () => {
  it('names the entry that was deleted', async () => {
    const { text, structuredContent } = await call(
      'delete',
      { type: 'tag', id, version: 1 },
      { 'delete /api/tags/{id}': null },
    );
    expect(structuredContent).to.include({ type: 'tag', id });
    expect(text).to.include(id).and.not.include('null');
  });

  it('is not sent with fields that the entry does not have, or without fields to change', async () => {
    const misspelt = await call('create', { type: 'content', fields: { title: 'Hi', content: '# Hi' } });
    expect(misspelt.error).to.include('`fields` has no "content". It has title, slug,');
    const empty = await call('update', { type: 'tag', id, version: 1 });
    expect(empty.error).to.include('`fields` is missing');
    expect([...misspelt.sent, ...empty.sent]).to.deep.equal([]);
  });

  it('is not sent with a cursor that no answer contains', async () => {
    const { error, sent } = await call('list', { type: 'user', cursor: 'next' });
    expect(error).to.include('`cursor` must be the `nextCursor` of an answer.');
    expect(sent).to.deep.equal([]);
  });

  describe('that changes a working copy', () => {
    const [read, save] = ['get /api/contents/{id}/draft', 'put /api/contents/{id}/draft'];
    const change = (version: number, responses: object) =>
      call('update', { type: 'content', action: 'draft', id, version, fields: { title: 'New' } }, { ...responses });

    it('begins it with the version 0', async () => {
      const { structuredContent, sent } = await change(0, { [save]: { id, version: 1 } });
      expect(structuredContent).to.include({ id, version: 1 });
      expect(sent).to.deep.include({ request: save, header: {} });
    });

    it('does not begin it if there is one', async () => {
      const { error, sent } = await change(0, { [read]: { id, version: 3 }, [save]: { id, version: 4 } });
      expect(error).to.include('There is a working copy already.');
      expect(sent.map(({ request }) => request)).to.deep.equal([read]);
    });

    it('sends the version of the copy that was read', async () => {
      const { sent } = await change(3, { [save]: { id, version: 4 } });
      expect(sent).to.deep.equal([{ request: save, header: { 'If-Match': '"3"' } }]);
    });
  });
});
