import { expect } from 'chai';
import { withHiddenTexts, type HiddenTexts } from './support/hidden-texts.ts';
import { expectNothingHidden, publicResponses } from './support/leak-fuzzer.ts';

describe('drafts, working copies, scheduled, withdrawn, archived and removed texts', () => {
  let texts: HiddenTexts;
  before(async () => {
    texts = await withHiddenTexts();
  });
  after(() => texts.service.stop());

  it('change no public response and no ETag when a working copy is saved', async () => {
    const before = await publicResponses(texts);
    await texts.saveWorkingCopies();
    expect(await publicResponses(texts)).to.deep.equal(before);
  });

  it('are in no response to a reader', async () => {
    const statuses = await expectNothingHidden(texts, 200, 1);
    for (const status of [200, 304, 400, 404]) expect(statuses).to.include(status);
  });

  it('are in no response to an administrator if their content was deleted, except in the bin', async () => {
    const { service, removed, slugs, hiddenTag, categoryId, previewTokens } = texts;
    const ofContents = /^\/(?:contents|previews|feeds|tags|categories)/;
    const reads = service.server.routes.filter(({ method, path }) => method === 'GET' && ofContents.test(path));
    const values: Readonly<Record<string, string>> = { id: removed, slug: 'removed', from: '1', to: '2', version: '1' };
    const query = `q=${slugs[0]?.split('-')[0]}&pageSize=100&limit=100`;
    const headers = { Authorization: `Bearer ${service.admin.token}` };
    // An error response repeats the path of its request, which has the id.
    const isShown = async (path: string) => {
      const response = await fetch(`${service.server.url}/api${path}`, { headers });
      const text = await response.text();
      return (response.ok && text.includes(removed)) || text.includes('removedcopy');
    };
    const showing: string[] = [];
    for (const { path } of reads) {
      const tokens = path.includes(':token') ? previewTokens : [''];
      const places = path.includes(':slug') ? slugs : [removed];
      for (const [token, place] of tokens.flatMap((each) => places.map((other) => [each, other] as const))) {
        const address = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
          name === 'token'
            ? token
            : name === 'slug'
              ? place
              : (values[name] ?? expect.fail(`A value for ${name} is missing.`)),
        );
        for (const filter of ['', `&tagId=${hiddenTag}`, `&categoryId=${categoryId}`])
          if (await isShown(`${address}?${query}${filter}`)) showing.push(path);
      }
    }
    expect([...new Set(showing)]).to.deep.equal(['/contents/removed']);
  });
});
