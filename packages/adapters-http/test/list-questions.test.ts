import { isId } from '@portcullis/domain/internal/shared/ids';
import { aCategory, aContent, aTag } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

interface Item {
  readonly id: string;
  readonly expanded?: Readonly<Record<string, Item | readonly Item[]>>;
}

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
}

const fieldsIn = (errors: unknown): unknown =>
  Array.isArray(errors) ? errors.map((error: { field: string }) => error.field) : errors;

describe('Questions to built-in lists', () => {
  let service: Service;
  let author: Person;
  const mark = unique('Asked');
  const [category, tag] = [aCategory(), aTag()];
  const [draft, shown] = [
    aContent({ title: `${mark} draft`, categoryId: category.id }),
    aContent({ title: `${mark} shown`, categoryId: category.id, status: 'PUBLISHED', publishedAt: new Date(0) }),
  ];
  before(async () => {
    service = await startService();
    author = await aPerson(service, []);
    const authorId = isId<'User'>(author.id) ? author.id : null;
    const contents = [{ ...draft, authorId }, shown];
    await given(service.world, { categories: [category], tags: [tag], contents, contentTags: [[shown.id, [tag.id]]] });
  });
  after(() => service.stop());

  const page = async (api: Api, path: string): Promise<Page> => {
    const { data, status, errors } = await api.get<Page>(path);
    expect(status, JSON.stringify(errors)).to.equal(200);
    return data;
  };
  const ids = async (api: Api, path: string) => (await page(api, path)).items.map(({ id }) => id);
  const mine = `/contents?title.contains=${mark}`;

  it('filter by short forms and a condition, beside the parameters that exist', async () => {
    expect(await ids(service.admin, `${mine}&sort=title`)).to.deep.equal([draft.id, shown.id]);
    expect(await ids(service.admin, `${mine}&sort=-status,-title`)).to.deep.equal([shown.id, draft.id]);
    expect(await ids(service.admin, `${mine}&status=DRAFT`)).to.deep.equal([draft.id]);
    expect(await ids(service.admin, `${mine}&status.ne=DRAFT&tagIds=${tag.id}`)).to.deep.equal([shown.id]);
    expect(await ids(service.admin, `/users?username=${author.username.slice(1)}`)).to.deep.equal([author.id]);
    expect(await ids(service.admin, `/users?username.eq=${author.username.slice(1)}`)).to.deep.equal([]);
    expect(await ids(service.admin, `/users?username.eq=${author.username}&status.in=0,1`)).to.deep.equal([author.id]);
    const made = await page(service.admin, `/events?subjectId.eq=${author.id}&type=user.created`);
    expect(made.items.length).to.equal(1);
  });

  it('show a visitor nothing else than without a filter', async () => {
    expect(await ids(service.api, mine)).to.deep.equal([shown.id]);
    expect(await ids(service.api, `${mine}&status.eq=DRAFT`)).to.deep.equal([]);
    const own = encodeURIComponent('{"attr":"resource.authorId","eq":{"ref":"subject.id"}}');
    expect(await ids(service.api, `${mine}&filter=${own}`)).to.deep.equal([]);
    const notOwn = encodeURIComponent('{"not":{"attr":"resource.authorId","eq":{"ref":"subject.id"}}}');
    expect(await ids(service.api, `${mine}&filter=${notOwn}`)).to.deep.equal([]);
    expect(await page(service.admin, `${mine}&filter=${own}`)).to.deep.include({ total: 0 });
  });

  it('refuse what cannot be compared, by the name of the parameter', async () => {
    for (const [path, name] of [
      ['/contents?title.gte=1&status.like=x', 'status.like'],
      ['/contents?other.eq=1', 'other.eq'],
      ['/contents?createdAt.gt=soon', 'createdAt.gt'],
      ['/contents?filter=x', 'filter'],
      ['/contents?sort=title,other', 'sort'],
      ['/users?status.eq=on', 'status.eq'],
      ['/users?expand=author', 'expand'],
      ['/events?fields=other', 'fields'],
      ['/events?type=content*', 'type'],
      ['/events?type=content.', 'type'],
    ] as const) {
      const { status, code, errors } = await service.admin.get(path);
      expect([status, code, fieldsIn(errors)], path).to.deep.equal([400, 1005, [name]]);
    }
  });

  it('choose fields, and add the entries that the caller may read', async () => {
    const path = `${mine}&sort=title&fields=title&expand=author,category,tags`;
    const [first, second] = (await page(service.admin, path)).items;
    expect(Object.keys(first ?? {}).toSorted()).to.deep.equal(['expanded', 'title']);
    expect(first?.expanded).to.have.nested.property('author.username', author.username);
    expect(first?.expanded).to.have.nested.property('category.id', category.id);
    expect([second?.expanded?.['author'], second?.expanded?.['tags']]).to.have.nested.property('[1][0].id', tag.id);
    const [visible] = (await page(service.api, path)).items;
    expect(Object.keys(visible?.expanded ?? {})).to.have.members(['category', 'tags']);
    const [own] = (await page(author.api, `${path}&status=PUBLISHED`)).items;
    expect(Object.keys(own?.expanded ?? {})).to.have.members(['category', 'tags']);
    const [user] = (await page(service.admin, `/users?username.eq=admin&fields=id&expand=roles`)).items;
    expect(user?.expanded).to.have.nested.property('roles[0].code', 'ADMIN');
    const [event] = (await page(service.admin, `/events?limit=1&expand=actor`)).items;
    expect(event?.expanded).to.have.nested.property('actor.id');
  });
});
