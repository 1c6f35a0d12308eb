import type { MediaUsage } from '@portcullis/application/internal/ports/media';
import { makeVariants } from '@portcullis/application/internal/media/make-variants';
import { moderatorRole } from '@portcullis/domain/internal/built-in';
import type { CoverView, MediaView } from '@portcullis/domain/internal/media/media';
import { defaultMediaPresets } from '@portcullis/domain/internal/media/media-file';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, startService, unique, type Service } from './support/service.ts';
import { upload } from './support/uploads.ts';

type Media = Omit<MediaView, 'createdAt' | 'updatedAt'> & { readonly createdAt: string };
interface Items {
  readonly items: readonly Media[];
  readonly total: number;
}

/** The text of a picture, as the fake inspector reads it. The texts of two pictures differ. */
const picture = (size = '1600x900'): string => `picture ${size} ${unique()}`;

describe('Files', () => {
  let service: Service;
  let admin: Api;
  before(async () => {
    service = await startService();
    ({ admin } = service);
  });
  after(() => service.stop());

  const uploaded = async (content = picture(), texts = {}): Promise<Media> => {
    const { status, data, message } = await upload<Media>(admin, content, texts);
    expect(status, message).to.equal(201);
    return data;
  };
  const made = async (file: Media): Promise<Media> => {
    while ((await makeVariants({ ...service.world, mediaPresets: defaultMediaPresets })()) > 0);
    return (await admin.get<Media>(`/media/${file.id}`)).data;
  };
  const fetched = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(`${admin.url}${path}`, { method, headers });

  describe('POST /api/media', () => {
    it('§4.15 rule 1: stores a file with a safe name, the type of its bytes, and what the uploader writes about it', async () => {
      const content = picture('800x600');
      const texts = { name: '../../Grüße\u202egnp.exe', alt: 'A bridge', title: 'Bridge', folder: 'press/2026' };
      const { status, data, headers } = await upload<Media>(admin, content, texts);
      expect([status, headers.get('ETag')]).to.deep.equal([201, '"1"']);
      expect(data).to.deep.include({
        name: 'Grüße_gnp.exe',
        type: 'image',
        mime: 'image/png',
        width: 800,
        height: 600,
        duration: null,
        alt: 'A bridge',
        title: 'Bridge',
        folder: 'press/2026',
        focus: null,
        variants: [],
        version: 1,
        url: `/media/${data.id}/gr%C3%BC%C3%9Fe_gnp.png`,
      });
      expect(data).not.to.have.any.keys('receivedSha256', 'fileName');
      expect((await admin.get(`/media/${data.id}`)).data).to.deep.equal(data);
    });

    it('§4.15 rule 3: returns the stored file with status 200 if the same user uploads the same bytes again', async () => {
      const content = picture();
      const first = await uploaded(content, { alt: 'First' });
      const { status, data } = await upload<Media>(admin, content, { name: 'other.png', alt: 'Second' });
      expect([status, data]).to.deep.equal([200, first]);
      const { api } = await aPerson(service, [moderatorRole.code]);
      expect(await upload(api, content)).to.include({ status: 201 });
    });

    it('stores concurrent uploads of the same bytes only once', async () => {
      const content = picture();
      const responses = await Promise.all(Array.from({ length: 5 }, () => upload<Media>(admin, content)));
      expect(new Set(responses.map(({ data }) => data.id)).size).to.equal(1);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 200, 200, 200, 201]);
    });

    it('refuses texts that are too long, a form without a file, and other bodies', async () => {
      const long = await upload(admin, picture(), { folder: '/absolute', title: 'x'.repeat(256) });
      expect(long).to.include({ status: 400, code: 1005 });
      expect(long.errors).to.have.length(2);
      expect(await upload(admin, undefined)).to.include({ status: 400, reason: 'validation-failed' });
      const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
      expect(await admin.post('/media', 'no form', form)).to.include({ status: 400, reason: 'malformed-body' });
      expect(await admin.post('/media', '{}')).to.include({ status: 415, reason: 'unsupported-media-type' });
    });

    it('refuses what the inspector refuses, and stores nothing', async () => {
      const before = service.world.mediaStore.stored.size;
      const statuses = {
        'media-type-unsupported': 415,
        'media-unreadable': 422,
        'media-too-large': 413,
        'media-busy': 503,
      };
      for (const [reason, status] of Object.entries(statuses)) {
        expect(await upload(admin, `${reason} ${unique()}`)).to.include({ status, reason });
      }
      expect(service.world.mediaStore.stored.size).to.equal(before);
      expect(service.world.localFiles.files.size).to.equal(0);
    });
  });

  describe('GET /api/media', () => {
    it('lists files, newest first, with filters', async () => {
      const folder = unique('folder-');
      const texts = { folder, name: `${folder}.png` };
      const [one, two] = [await uploaded(picture(), texts), await uploaded(`film 12 ${unique()}`, texts)];
      const found = async (query: string) => (await admin.get<Items>(`/media?folder=${folder}${query}`)).data;
      expect((await found('')).items.map(({ id }) => id)).to.have.members([one.id, two.id]);
      expect((await found('&type=video')).items.map(({ id, duration }) => [id, duration])).to.deep.equal([
        [two.id, 12],
      ]);
      expect((await found(`&search=${folder}`)).total).to.equal(2);
      expect((await found(`&uploaderId=${one.id}`)).total).to.equal(0);
      await admin.post('/contents', { title: 'x', contentMd: `![](${one.url})` });
      expect((await found('&unused=true')).items.map(({ id }) => id)).to.deep.equal([two.id]);
      expect((await found('&unused=false')).items.map(({ id }) => id)).to.deep.equal([one.id]);
      expect(await admin.get('/media?type=film')).to.include({ status: 400, code: 1005 });
    });
  });

  describe('PATCH and DELETE /api/media/:id', () => {
    it('changes texts and focus of the version that the client has seen', async () => {
      const file = await uploaded();
      const change = { alt: '', title: 'New', folder: null, focus: { x: 0, y: 1 } };
      const { status, data } = await admin.patch<Media>(`/media/${file.id}`, change, { 'If-Match': '"1"' });
      expect([status, data]).to.deep.equal([
        200,
        { ...file, ...change, version: 2, updatedAt: Reflect.get(data, 'updatedAt') },
      ]);
      const again = await admin.patch(`/media/${file.id}`, { title: 'Newer' }, { 'If-Match': '"1"' });
      expect(again).to.include({ status: 412, code: 1012 });
      for (const focus of [{ x: 2, y: 0 }, { x: 0 }, 'middle', [0, 1]]) {
        expect(await admin.patch(`/media/${file.id}`, { focus })).to.include({ status: 400, code: 1005 });
      }
    });

    it('makes variants again for a new focus, with new URLs', async () => {
      const file = await made(await uploaded());
      const before = file.variants.map(({ url }) => url);
      await admin.patch(`/media/${file.id}`, { title: 'Same focus' });
      expect((await made(file)).variants.map(({ url }) => url)).to.deep.equal(before);
      await admin.patch(`/media/${file.id}`, { focus: { x: 0.1, y: 0.2 } });
      const after = (await made(file)).variants.map(({ url }) => url);
      expect(after).to.deep.equal(before.map((url) => url.replace('v=1', 'v=2')));
    });

    it('§4.15 rule 5: does not delete a file that a content shows, unless an administrator forces it', async () => {
      const file = await uploaded();
      const { data: content } = await admin.post<{ id: string }>('/contents', {
        title: 'x',
        contentMd: `![](${file.url})`,
      });
      const { api: moderator } = await aPerson(service, [moderatorRole.code]);
      const refused = await moderator.delete(`/media/${file.id}`);
      expect(refused).to.include({ status: 409, reason: 'media-in-use' });
      expect(refused.errors).to.deep.equal({ usedBy: [{ contentId: content.id, isWorkingCopy: false }] });
      expect(await moderator.delete(`/media/${file.id}?force=true`)).to.include({
        status: 403,
        reason: 'role-required',
      });
      expect((await admin.get<MediaUsage>(`/media/${file.id}/usage`)).data.contents).to.have.length(1);
      expect(await admin.delete(`/media/${file.id}?force=true`)).to.include({ status: 200, data: null });
      expect(await admin.get(`/media/${file.id}`)).to.include({ status: 404, reason: 'media-not-found' });
      expect([...service.world.mediaStore.stored.keys()].some((key) => key.startsWith(file.id))).to.equal(false);
    });
  });

  describe('The picture of a content', () => {
    interface Shown {
      readonly id: string;
      readonly version: number;
      readonly coverId: string | null;
      readonly cover: CoverView | null;
      readonly brokenMedia?: readonly string[];
    }
    const created = async (fields: object): Promise<Shown> => {
      const { status, data, message } = await admin.post<Shown>('/contents', { title: unique(), ...fields });
      expect(status, message).to.equal(201);
      return data;
    };

    it('is shown wherever the content is, to visitors only if the content is published', async () => {
      const file = await made(await uploaded(picture(), { alt: 'A bridge' }));
      const cover = { url: file.url, alt: 'A bridge', width: 1600, height: 900, variants: file.variants };
      const content = await created({ coverId: file.id });
      expect(content).to.deep.include({ coverId: file.id, cover });
      const visitor = service.api;
      const read = async (api: Api) => (await api.get<Shown>(`/contents/${content.id}`)).data;
      const listed = async (api: Api, path: string) =>
        (await api.get<{ items: readonly Shown[] }>(path)).data.items.find(({ id }) => id === content.id)?.cover;
      expect(await visitor.get(`/contents/${content.id}`)).to.include({ status: 404 });
      expect(await listed(visitor, '/contents?pageSize=100')).to.equal(undefined);
      expect((await read(admin)).cover).to.deep.equal(cover);
      const published = await admin.post<Shown>(`/contents/${content.id}/publish`, {});
      expect(published.data.cover).to.deep.equal(cover);
      for (const api of [visitor, admin]) {
        expect((await read(api)).cover).to.deep.equal(cover);
        expect(await listed(api, '/contents?pageSize=100')).to.deep.equal(cover);
      }
      await admin.patch(`/media/${file.id}`, { alt: 'Another bridge' });
      expect((await read(visitor)).cover?.alt).to.equal('Another bridge');
      expect((await admin.get(`/contents/${content.id}`)).headers.get('ETag')).to.equal('"2"');
    });

    it('is a picture that exists', async () => {
      const film = await uploaded(`film 12 ${unique()}`);
      const content = await created({});
      for (const coverId of [film.id, content.id]) {
        const refused = await admin.patch(`/contents/${content.id}`, { coverId });
        expect(refused).to.include({ status: 400, code: 1005, reason: 'unknown-cover' });
        expect(refused.errors).to.deep.equal([{ field: 'coverId', message: 'There is no picture with this id' }]);
      }
    });

    it('counts as a use of the file, and editors learn that it was deleted by force', async () => {
      const [file, other] = [await uploaded(), await uploaded()];
      const { id } = await created({ coverId: file.id, contentMd: `![](${other.url})` });
      expect((await admin.delete(`/media/${file.id}`)).errors).to.deep.equal({
        usedBy: [{ contentId: id, isWorkingCopy: false }],
      });
      expect((await admin.get<MediaUsage>(`/media/${file.id}/usage`)).data.totals).to.include({ contents: 1 });
      for (const { id: removed } of [file, other]) await admin.delete(`/media/${removed}?force=true`);
      await admin.post(`/contents/${id}/publish`, {});
      const { data } = await admin.get<Shown>(`/contents/${id}`);
      const brokenMedia = [file.id, other.id].toSorted();
      expect(data).to.deep.include({ coverId: file.id, cover: null, brokenMedia });
      expect((await service.api.get<Shown>(`/contents/${id}`)).data).not.to.have.property('brokenMedia');
      // A form that sends all fields can still save the content.
      const saved = await admin.patch<Shown>(`/contents/${id}`, { coverId: file.id, title: 'New' });
      expect([saved.status, saved.data.coverId]).to.deep.equal([200, file.id]);
    });

    it('changes in a working copy, and is published with it', async () => {
      const [file, next] = [await uploaded(), await uploaded()];
      const { id } = await created({ coverId: file.id });
      const copy = await admin.put<Shown>(`/contents/${id}/draft`, { coverId: next.id });
      expect(copy.data.cover?.url).to.equal(next.url);
      expect((await admin.get<Shown>(`/contents/${id}`)).data.cover?.url).to.equal(file.url);
      const link = await admin.post<{ token: string }>(`/contents/${id}/preview-links`, { expiresIn: '1h' });
      expect((await service.api.get<Shown>(`/previews/${link.data.token}`)).data.cover?.url).to.equal(next.url);
      expect((await admin.get<MediaUsage>(`/media/${next.id}/usage`)).data.totals).to.include({ workingCopies: 1 });
      expect((await admin.post<Shown>(`/contents/${id}/draft/publish`, {})).data.cover?.url).to.equal(next.url);
    });
  });

  describe('GET /media/:id/:name', () => {
    it('sends the bytes, which may be kept for ever and cannot run', async () => {
      const content = `film 12 ${unique()}`;
      const file = await uploaded(content, { name: 'film.html' });
      const response = await fetched(file.url);
      expect([response.status, await response.text()]).to.deep.equal([200, content]);
      expect(Object.fromEntries(response.headers)).to.include({
        'content-type': 'video/mp4',
        'content-length': String(content.length),
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${file.sha256}"`,
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(response.headers.get('Content-Disposition')).to.equal(null);
      expect(response.headers.get('Vary')).to.equal(null);
    });

    it('§4.15 rule 6: sends documents as attachments', async () => {
      const file = await uploaded(`<script>alert(1)</script> ${unique()}`, { name: 'page.html' });
      const { headers } = await fetched(file.url);
      expect([headers.get('Content-Type'), headers.get('Content-Disposition')]).to.deep.equal([
        'text/plain; charset=utf-8',
        'attachment',
      ]);
      expect(file.url).to.match(/\/page\.txt$/);
    });

    it('sends parts, only headers, or nothing if the client has the file', async () => {
      const content = `film 1 ${unique()}`;
      const { url, sha256 } = await uploaded(content);
      const part = async (range: string, headers = {}) => {
        const response = await fetched(url, { Range: range, ...headers });
        return [response.status, response.headers.get('Content-Range'), await response.text()];
      };
      const size = content.length;
      expect(await part('bytes=0-3')).to.deep.equal([206, `bytes 0-3/${size}`, 'film']);
      expect(await part('bytes=5-')).to.deep.equal([206, `bytes 5-${size - 1}/${size}`, content.slice(5)]);
      expect(await part('bytes=-2')).to.deep.equal([206, `bytes ${size - 2}-${size - 1}/${size}`, content.slice(-2)]);
      expect(await part('bytes=2-9999')).to.deep.equal([206, `bytes 2-${size - 1}/${size}`, content.slice(2)]);
      expect(await part('bytes=9999-')).to.deep.equal([416, `bytes */${size}`, '']);
      const refused = await fetched(url, { Range: 'bytes=9999-' });
      expect(refused.headers.get('Cache-Control')).to.equal('no-store');
      for (const ignored of ['bytes=3-1', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-']) {
        expect(await part(ignored), ignored).to.deep.equal([200, null, content]);
      }
      expect(await part('bytes=0-3', { 'If-Range': `"${sha256}"` })).to.include(206);
      expect(await part('bytes=0-3', { 'If-Range': '"other"' })).to.include(200);
      const head = await fetched(url, {}, 'HEAD');
      expect([head.status, head.headers.get('Content-Length'), await head.text()]).to.deep.equal([
        200,
        String(size),
        '',
      ]);
      const headOfPart = await fetched(url, { Range: 'bytes=0-3' }, 'HEAD');
      expect([headOfPart.status, headOfPart.headers.get('Content-Length')]).to.deep.equal([200, String(size)]);
      expect((await fetched(url, { 'If-None-Match': `"${sha256}-gzip"` })).status).to.equal(304);
      const cached = await fetched(url, { 'If-None-Match': `W/"${sha256}"` });
      expect([cached.status, cached.headers.get('Cache-Control')]).to.deep.equal([
        304,
        'public, max-age=31536000, immutable',
      ]);
    });

    it('sends no file of another name, of another id, or that was deleted', async () => {
      const { id, url } = await uploaded();
      for (const path of [`/media/${id}/other.png`, url.replace(id, '00000000-0000-4000-8000-00000000dead')]) {
        expect((await fetched(path)).status).to.equal(404);
      }
      await admin.delete(`/media/${id}`);
      expect((await fetched(url)).status).to.equal(404);
    });

    it('§4.15 rule 2: sends a variant in WebP to clients that support it, and in another format to others', async () => {
      const file = await made(await uploaded(picture('1600x900')));
      const small = file.variants.find(({ preset }) => preset === 'small');
      expect(small).to.deep.equal({ preset: 'small', url: `${file.url}?preset=small&v=1`, width: 640, height: 360 });
      const sent = async (accept: string) => {
        const { status, headers } = await fetched(small?.url ?? '', { Accept: accept });
        return [status, ...['Content-Type', 'Cache-Control', 'Vary'].map((name) => headers.get(name))];
      };
      const forever = 'public, max-age=31536000, immutable';
      expect(await sent('image/avif,image/webp,*/*;q=0.8')).to.deep.equal([200, 'image/webp', forever, 'Accept']);
      expect(await sent('*/*')).to.deep.equal([200, 'image/png', forever, 'Accept']);
      for (const accept of ['image/webp;q=0, */*', 'image/webp; q=0.000', 'IMAGE/JPEG', 'text/html;a="image/webp"'])
        expect(await sent(accept), accept).to.deep.equal([200, 'image/png', forever, 'Accept']);
      expect(await sent('IMAGE/WebP;q=0.5')).to.include('image/webp');
      for (const url of [`${file.url}?preset=small`, `${file.url}?preset=small&v=2`])
        expect((await fetched(url)).headers.get('Cache-Control'), url).to.equal('no-cache');
    });

    it('ignores an Accept header that is too long, so that it costs no time', async () => {
      const file = await made(await uploaded(picture('1600x900')));
      const url = file.variants[0]?.url ?? '';
      const sent = async (accept: string) => (await fetched(url, { Accept: accept })).headers.get('Content-Type');
      expect(await sent(`${'image/webp,'.repeat(90)}*/*`)).to.equal('image/webp');
      expect(await sent(`image/webp,${'q=0,'.repeat(1500)}`)).to.equal('image/png');
    });

    it('sends nothing of a stored file whose length is not that of its row', async () => {
      for (const text of ['longer than before', 'film']) {
        const { id, url } = await uploaded(`film 1 ${unique()}`);
        await service.world.localFiles.useFolder(async (folder) => {
          async function* bytes() {
            yield Buffer.from(text.repeat(text.length > 4 ? 3 : 1));
          }
          await service.world.mediaStore.write(`${id}/original`, await service.world.localFiles.save(folder, bytes()));
        });
        for (const headers of [{}, { Range: 'bytes=0-1' }]) {
          const response = await fetched(url, headers);
          expect([response.status, (await response.text()).includes('film')]).to.deep.equal([500, false]);
        }
      }
    });

    it('§4.15 rule 4: sends the file itself until the variant has been made, and a smaller variant for a new preset', async () => {
      const file = await uploaded(picture('1600x900'));
      const sent = async (preset: string) => {
        const response = await fetched(`${file.url}?preset=${preset}`);
        return [response.headers.get('Cache-Control'), await response.text()];
      };
      const [cacheControl, original] = await sent('small');
      expect([cacheControl, original]).to.deep.equal(['no-cache', await (await fetched(file.url)).text()]);
      const two = defaultMediaPresets.filter(({ name }) => ['thumb', 'small'].includes(name));
      while ((await makeVariants({ ...service.world, mediaPresets: two })()) > 0);
      service.world.clock.advance(10_000);
      expect(await sent('removed')).to.deep.equal(['no-cache', original]);
    });
  });
});
