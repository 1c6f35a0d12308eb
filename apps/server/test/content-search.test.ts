import type { ContentMatch } from '@portcullis/application/internal/contents/search-contents';
import type { Page } from '@portcullis/application/internal/ports/lists';
import { expect } from 'chai';
import { aCategory, aContent, aTag, expectSuccess } from './support/builders.ts';
import { aPerson, sharedService, unique } from './support/service.ts';

type Found = Page<ContentMatch>;

/** Returns a word of letters and digits that no other test uses. */
const aWord = (): string => unique('w').replaceAll(/[^a-z0-9]/g, '');

describe('The search in contents, searchContents rules 1 and 4', () => {
  it('returns list items with the text around the matches as plain text', async () => {
    const { api, admin } = await sharedService();
    const word = aWord();
    const tag = await aTag(admin, { name: `About ${word}` });
    const { id: categoryId } = await aCategory(admin);
    const summary = `<b>Everything</b> about ${word}.`;
    const content = await aContent(admin, {
      title: `Title ${word}`,
      summary,
      contentMd: `# ${word}\n\n权限管理系统 ${word} end`,
      tagIds: [tag.id],
      categoryId,
    });
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
    const query = `q=${word.toUpperCase()}&tagId=${tag.id}&categoryId=${categoryId}`;
    const { data } = await api.get<Found>(`/contents/search?${query}`);
    const [item, ...more] = (await api.get<Page<object>>(`/contents?categoryId=${categoryId}`)).data.items;
    expect(more).to.deep.equal([]);
    expect(data).to.deep.equal({
      items: [
        {
          ...item,
          score: 4,
          highlights: [
            { field: 'title', before: 'Title ', match: word, after: '' },
            { field: 'tag', before: 'About ', match: word, after: '' },
            { field: 'summary', before: '<b>Everything</b> about ', match: word, after: '.' },
            { field: 'body', before: '# ', match: word, after: `\n\n权限管理系统 ${word} end` },
          ],
        },
      ],
      total: 1,
      page: 1,
      pageSize: 10,
    });
    const cjk = await api.get<Found>(`/contents/search?q=${encodeURIComponent(`管理 ${word}`)}`);
    expect(cjk.data.items.map(({ id, score }) => [id, score])).to.deep.equal([[content.id, 1]]);
  });

  it('finds drafts only for editors who ask for them', async () => {
    const service = await sharedService();
    const { api, admin } = service;
    const { api: user } = await aPerson(service, ['USER']);
    const { api: moderator } = await aPerson(service, ['MODERATOR']);
    const word = aWord();
    const draft = await aContent(admin, { title: word });
    const published = await aContent(admin, { title: word });
    await expectSuccess(admin.post(`/contents/${published.id}/publish`));
    const found = async (caller: typeof api, status: string) => {
      const { data } = await caller.get<Found>(`/contents/search?q=${word}${status}`);
      expect(data.total).to.equal(data.items.length);
      return data.items.map(({ id }) => id);
    };
    for (const caller of [api, user, moderator]) {
      expect(await found(caller, '')).to.deep.equal([published.id]);
      expect(await found(caller, '&status=PUBLISHED')).to.deep.equal([published.id]);
      expect(await found(caller, '&status=DRAFT')).to.deep.equal(caller === moderator ? [draft.id] : []);
    }
    await expectSuccess(admin.post(`/contents/${published.id}/unpublish`));
    expect(await found(api, '')).to.deep.equal([]);
  });

  it('refuses a query without letters and digits, a query that is too long, and invalid parameters', async () => {
    const { api } = await sharedService();
    const wrong = [
      '',
      'q=',
      'q=%20',
      'q=%2B%2D%2F',
      `q=${'x'.repeat(201)}`,
      'q=a&q=b',
      'q=%00',
      'q=a&page=0',
      'q=a&status=X',
    ];
    for (const query of [...wrong, 'q=a&pageSize=101', 'q=a&tagId=x']) {
      expect(await api.get(`/contents/search?${query}`), query).to.include({ status: 400, code: 1005 });
    }
    const special = [
      `a'`,
      `a'b\\`,
      `a & !b | (c:*)`,
      `%_`.padStart(3, 'x'),
      '中',
      'ｶﾞ',
      'x'.repeat(200),
      'a b '.repeat(50),
    ];
    for (const q of [...special, '权限'.repeat(100), '1e5 1.5 -3', 'İstanbul ß ﬁ']) {
      expect(await api.get(`/contents/search?q=${encodeURIComponent(q)}`), q).to.include({ status: 200 });
    }
  });
});
