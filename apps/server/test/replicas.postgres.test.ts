import type { Page } from '@portcullis/application';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aCategory, aContent, aTag, expectSuccess } from './support/builders.ts';
import { aPerson, startService, unique, type Service } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

/**
 * Creates a published content, a category and a tag with this slug. `title` is different in the primary and in the
 * replica, so that a response shows which database was read.
 */
async function publish(admin: Api, slug: string, title: string): Promise<void> {
  const { id } = await aContent(admin, { slug, title });
  await expectSuccess(admin.post(`/contents/${id}/publish`));
  await aCategory(admin, { slug, name: title });
  await aTag(admin, { slug, name: title });
}

/** The "replica" is a database that another service filled, so its data differs from that of the primary. */
describeOnPostgres('a service with a read replica', (adminUrl) => {
  const slug = unique('on-both-');
  let copy: TemporaryDatabase;
  let filler: Service;
  let service: Service;

  before(async () => {
    copy = await migratedDatabase(adminUrl);
    filler = await startService({ DATABASE_URL: copy.url });
    await publish(filler.admin, slug, 'From the replica');
    service = await startService({ DATABASE_REPLICA_URLS: copy.url });
    await publish(service.admin, slug, 'From the primary');
    while ((await titleFor(service.api)) !== 'From the replica')
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
  after(async () => {
    await service?.stop();
    await filler?.stop();
    await copy?.drop();
  });

  const titleFor = async (api: Api): Promise<string> =>
    (await api.get<ContentView>(`/contents/slug/${slug}`)).data.title;

  const publicReads: Readonly<Record<string, (data: never) => unknown>> = {
    [`/contents/slug/${slug}`]: ({ title }: { title: string }) => title,
    '/contents': ({ items }: Page<{ title: string }>) => items[0]?.title,
    [`/categories/slug/${slug}`]: ({ name }: { name: string }) => name,
    '/categories': ({ items }: Page<{ name: string }>) => items[0]?.name,
    '/categories/tree': ([root]: readonly { name: string }[]) => root?.name,
    [`/tags/slug/${slug}`]: ({ name }: { name: string }) => name,
    '/tags': ({ items }: Page<{ name: string }>) => items[0]?.name,
    '/tags/popular': ([first]: readonly { name: string }[]) => first?.name,
  };

  for (const [path, nameIn] of Object.entries(publicReads)) {
    it(`reads GET ${path.replace(slug, ':slug')} from the replica without a token, and from the primary with a token`, async () => {
      const { api: user } = await aPerson(service, ['USER']);
      const named = async (api: Api) => nameIn((await api.get<never>(path)).data);
      expect(await named(service.api)).to.equal('From the replica');
      for (const known of [service.admin, user]) expect(await named(known)).to.equal('From the primary');
    });
  }

  it('reads a file from the primary that the replica does not have yet', async () => {
    const form = new FormData();
    form.append('file', new Blob([slug]), 'notes.txt');
    const headers = { Authorization: `Bearer ${service.admin.token}` };
    const uploaded = await fetch(`${service.server.url}/api/media`, { method: 'POST', headers, body: form });
    const { data }: { data: { url: string } } = Object(await uploaded.json());
    const read = await fetch(`${service.server.url}${data.url}`);
    expect([read.status, await read.text()]).to.deep.equal([200, slug]);
  });

  it('never uses the replica for access checks: the sessions and roles in the replica have no effect', async () => {
    const person = await aPerson(service, ['ADMIN']);
    expect(await person.api.get('/audit-logs')).to.include({ status: 200 });
    await expectSuccess(service.admin.put(`/users/${person.id}/roles`, { roleIds: [] }));
    expect(await person.api.get('/audit-logs')).to.include({ status: 403 });
    expect(await filler.admin.at(service.server.url).get('/auth/profile')).to.include({ status: 401 });
    expect(await service.api.get('/menus/constant-routes')).to.include({ status: 200 });
  });

  it('reads from the primary when the replica is unavailable', async () => {
    await filler.stop();
    await copy.drop();
    for (let read = 0; read < 20; read += 1) expect(await titleFor(service.api)).to.equal('From the primary');
  });
});
