import { isId } from '@portcullis/domain/internal/shared/ids';
import { readyRoleCodes, type ReadyRoleCode } from '@portcullis/domain/internal/roles/ready-roles';
import { aCategory, aContent, given } from '@portcullis/testing';
import { expect } from 'chai';
import type { ApiResponse } from './support/api.ts';
import { aPerson, startService, type Person, type Service } from './support/service.ts';

describe('The ready roles', () => {
  let service: Service;
  const section = aCategory();
  const below = aCategory({ parentId: section.id });
  const elsewhere = aCategory();
  const people = new Map<ReadyRoleCode, Person>();

  const holder = (code: ReadyRoleCode): Person => {
    const person = people.get(code);
    if (person === undefined) throw new Error(`${code} was not added`);
    return person;
  };
  /** Adds a content that the person has written, or that nobody has written. */
  async function stored(author: Person | undefined, fields: Parameters<typeof aContent>[0] = {}) {
    const authorId = author !== undefined && isId<'User'>(author.id) ? author.id : null;
    const content = aContent({ authorId, ...fields });
    await given(service.world, { contents: [content] });
    return content.id;
  }
  const published = { status: 'PUBLISHED', publishedAt: new Date('2020-01-01T00:00:00.000Z') } as const;
  const statusOf = async (sent: Promise<ApiResponse<unknown>>): Promise<number> => (await sent).status;

  before(async () => {
    service = await startService({ stepUpMaxAge: 0 });
    await given(service.world, { categories: [section, below, elsewhere] });
    for (const code of readyRoleCodes) {
      const { status } = await service.admin.post('/ready-roles', { code });
      expect(status, code).to.equal(201);
      people.set(code, await aPerson(service, [code]));
    }
    const set = await service.admin.patch(`/users/${holder('SECTION_EDITOR').id}`, {
      attributes: { section: section.id },
    });
    expect(set.status).to.equal(200);
  });
  after(() => service.stop());

  for (const code of ['AUTHOR', 'PUBLISHER'] as const)
    it(`${code}: creates contents, and reads, changes and deletes own drafts, but no others`, async () => {
      const person = holder(code);
      const created = await person.api.post<{ id: string }>('/contents', { title: 'Mine', categoryId: elsewhere.id });
      expect(created.status).to.equal(201);
      const mine = `/contents/${created.data.id}`;
      expect(await statusOf(person.api.get(mine))).to.equal(200);
      expect(await statusOf(person.api.patch(mine, { title: 'Still mine' }))).to.equal(200);
      expect(await statusOf(person.api.put(`${mine}/draft`, { title: 'Later' }))).to.equal(200);
      expect(await statusOf(person.api.delete(mine))).to.equal(200);

      const theirs = `/contents/${await stored(undefined)}`;
      expect(await statusOf(person.api.get(theirs))).to.equal(404);
      expect(await statusOf(person.api.patch(theirs, { title: 'x' }))).to.equal(404);
      expect(await statusOf(person.api.delete(theirs))).to.equal(404);
      const live = `/contents/${await stored(undefined, published)}`;
      expect(await statusOf(person.api.get(live))).to.equal(200);
      expect(await statusOf(person.api.delete(live))).to.equal(403);
      const ownLive = `/contents/${await stored(person, published)}`;
      expect(await statusOf(person.api.patch(ownLive, { title: 'x' }))).to.equal(403);
      expect(await statusOf(person.api.delete(ownLive))).to.equal(403);
      expect(await statusOf(person.api.post('/categories', { name: 'x', parentId: below.id }))).to.equal(403);
    });

  it('AUTHOR: publishes nothing', async () => {
    const person = holder('AUTHOR');
    expect(await statusOf(person.api.post(`/contents/${await stored(person)}/publish`))).to.equal(403);
  });

  it('PUBLISHER: publishes, unpublishes, schedules and archives own contents, and no others', async () => {
    const { api } = holder('PUBLISHER');
    const mine = `/contents/${await stored(holder('PUBLISHER'))}`;
    for (const action of ['publish', 'unpublish', 'archive'])
      expect(await statusOf(api.post(`${mine}/${action}`)), action).to.equal(200);
    const later = `/contents/${await stored(holder('PUBLISHER'))}/schedule`;
    expect(await statusOf(api.put(later, { publishAt: '2999-01-01T00:00:00.000Z' }))).to.equal(200);
    expect(await statusOf(api.post(`/contents/${await stored(undefined)}/publish`))).to.equal(404);
    const live = `/contents/${await stored(undefined, published)}`;
    expect(await statusOf(api.post(`${live}/archive`))).to.equal(403);
  });

  it('SECTION_EDITOR: does everything with the contents of the section, whoever wrote them, and nothing elsewhere', async () => {
    const { api } = holder('SECTION_EDITOR');
    for (const { id: categoryId } of [section, below]) {
      const [one, live] = [
        await stored(undefined, { categoryId }),
        await stored(undefined, { categoryId, ...published }),
      ];
      expect(await statusOf(api.get(`/contents/${one}`))).to.equal(200);
      expect(await statusOf(api.patch(`/contents/${one}`, { title: 'Better' }))).to.equal(200);
      expect(await statusOf(api.post(`/contents/${one}/publish`))).to.equal(200);
      expect(await statusOf(api.post('/contents', { title: 'New', categoryId }))).to.equal(201);
      expect(await statusOf(api.patch(`/contents/${live}`, { categoryId: elsewhere.id }))).to.equal(403);
      expect(await statusOf(api.delete(`/contents/${live}`))).to.equal(200);
    }
    for (const categoryId of [elsewhere.id, null]) {
      const [one, live] = [
        await stored(undefined, { categoryId }),
        await stored(undefined, { categoryId, ...published }),
      ];
      expect(await statusOf(api.get(`/contents/${one}`))).to.equal(404);
      expect(await statusOf(api.post('/contents', { title: 'New', categoryId }))).to.equal(403);
      expect(await statusOf(api.delete(`/contents/${live}`))).to.equal(403);
    }
  });

  it('SECTION_EDITOR: manages the categories below the section, but not the section itself', async () => {
    const { api } = holder('SECTION_EDITOR');
    const made = await api.post<{ id: string }>('/categories', { name: 'Sub-section', parentId: section.id });
    expect(made.status).to.equal(201);
    expect(await statusOf(api.patch(`/categories/${made.data.id}`, { name: 'Renamed' }))).to.equal(200);
    expect(await statusOf(api.patch(`/categories/${made.data.id}`, { parentId: elsewhere.id }))).to.equal(403);
    expect(await statusOf(api.delete(`/categories/${made.data.id}`))).to.equal(200);
    expect(await statusOf(api.patch(`/categories/${section.id}`, { name: 'Mine' }))).to.equal(403);
    expect(await statusOf(api.delete(`/categories/${section.id}`))).to.equal(403);
    expect(await statusOf(api.post('/categories', { name: 'Elsewhere', parentId: elsewhere.id }))).to.equal(403);
  });

  it('SECTION_EDITOR: reaches nothing without the attribute, which users cannot write', async () => {
    const { api } = await aPerson(service, ['SECTION_EDITOR']);
    expect(await statusOf(api.patch('/auth/profile', { attributes: { section: section.id } }))).to.equal(400);
    expect(await statusOf(api.post('/contents', { title: 'x', categoryId: section.id }))).to.equal(403);
    const one = await stored(undefined, { categoryId: section.id });
    expect(await statusOf(api.get(`/contents/${one}`))).to.equal(404);
  });
});
