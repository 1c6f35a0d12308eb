import { contentPermissions, type ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aCategory, aContent, aTag, contentPermissionIds, createResource, expectSuccess } from './support/builders.ts';
import { aPerson, aUserWithRoles, sharedService, unique } from './support/service.ts';

interface Prepared {
  readonly content: string;
  readonly category: string;
  readonly tag: string;
}

type Send = (api: Api, prepared: Prepared) => Promise<{ readonly status: number }>;

/** The permission that opens each operation beside the roles ADMIN and MODERATOR. */
const operations: readonly (readonly [operation: string, code: ContentPermissionCode, send: Send])[] = [
  ['POST /contents', 'content.create', (api) => api.post('/contents', { title: unique(), contentMd: '.' })],
  ['GET /contents/:id of a draft', 'content.read-drafts', (api, { content }) => api.get(`/contents/${content}`)],
  [
    'GET /contents/:id/revisions',
    'content.read-drafts',
    (api, { content }) => api.get(`/contents/${content}/revisions`),
  ],
  [
    'GET /contents/:id/preview-links',
    'content.read-drafts',
    (api, { content }) => api.get(`/contents/${content}/preview-links`),
  ],
  ['PATCH /contents/:id', 'content.update', (api, { content }) => api.patch(`/contents/${content}`, { summary: 's' })],
  ['PUT working copy', 'content.update', (api, { content }) => api.put(`/contents/${content}/draft`, {})],
  ['POST preview link', 'content.update', (api, { content }) => api.post(`/contents/${content}/preview-links`, {})],
  ['POST publish', 'content.publish', (api, { content }) => api.post(`/contents/${content}/publish`)],
  ['POST archive', 'content.publish', (api, { content }) => api.post(`/contents/${content}/archive`)],
  ['DELETE schedule', 'content.publish', (api, { content }) => api.delete(`/contents/${content}/schedule`)],
  ['batch: publish', 'content.publish', (api, { content }) => api.post('/contents/batch', batch('publish', content))],
  ['batch: delete', 'content.delete', (api, { content }) => api.post('/contents/batch', batch('delete', content))],
  ['DELETE /contents/:id', 'content.delete', (api, { content }) => api.delete(`/contents/${content}`)],
  ['POST /categories', 'category.manage', (api) => api.post('/categories', { name: unique() })],
  [
    'PATCH /categories/:id',
    'category.manage',
    (api, { category }) => api.patch(`/categories/${category}`, { order: 2 }),
  ],
  ['DELETE /categories/:id', 'category.manage', (api, { category }) => api.delete(`/categories/${category}`)],
  ['POST /tags', 'tag.manage', (api) => api.post('/tags', { name: unique() })],
  ['POST /tags/batch', 'tag.manage', (api) => api.post('/tags/batch', { names: [unique()] })],
  ['DELETE /tags/:id', 'tag.manage', (api, { tag }) => api.delete(`/tags/${tag}`)],
];

const batch = (action: string, id: string) => ({ action, ids: [id] });

/** The permission, and the one to read drafts if the permission opens operations on them. */
const codesWith = (code: ContentPermissionCode): readonly ContentPermissionCode[] =>
  code === 'content.update' || code === 'content.publish' || code === 'content.delete'
    ? [code, 'content.read-drafts']
    : [code];

/** Returns a client of a user whose only role grants `codesWith`. */
async function holderOf(code: ContentPermissionCode): Promise<Api> {
  const service = await sharedService();
  const role = await createResource<{ id: string }>(service.admin, '/roles', {
    code: unique('R').toUpperCase(),
    name: unique(),
  });
  const permissionIds = await contentPermissionIds(service.admin, codesWith(code));
  await expectSuccess(service.admin.post(`/roles/${role.id}/permissions`, { permissionIds }));
  return (await aUserWithRoles(service, role)).api;
}

async function prepare(): Promise<Prepared> {
  const { admin } = await sharedService();
  const made = await Promise.all([aContent(admin), aCategory(admin), aTag(admin)]);
  const [content = '', category = '', tag = ''] = made.map(({ id }) => id);
  return { content, category, tag };
}

const isOpen = (status: number): boolean => status !== 403 && status !== 404;

describe('The permissions for contents', () => {
  const holders = new Map<ContentPermissionCode, Api>();
  let user: Api;
  before(async () => {
    for (const { code } of contentPermissions) holders.set(code, await holderOf(code));
    user = (await aPerson(await sharedService())).api;
  });

  for (const [operation, code, send] of operations) {
    it(`${operation} is open to holders of ${code}, and to no others`, async () => {
      // A request that is refused changes nothing, so the next one can have the same entities.
      let prepared = await prepare();
      expect(isOpen((await send(user, prepared)).status)).to.equal(false);
      const open: string[] = [];
      for (const [held, api] of holders) {
        const { status } = await send(api, prepared);
        if (isOpen(status)) {
          open.push(held);
          prepared = await prepare();
        } else expect(status, held).to.equal(operation.includes('of a draft') ? 404 : 403);
      }
      expect(open).to.deep.equal([...holders.keys()].filter((held) => codesWith(held).includes(code)));
    });
  }

  it('let holders of content.read-drafts list and search contents of every status', async () => {
    const { admin } = await sharedService();
    const { id } = await aContent(admin);
    for (const [code, api] of holders) {
      const { data } = await api.get<{ items: { id: string }[] }>(
        '/contents?status=DRAFT&sortBy=createdAt&sortOrder=desc',
      );
      expect(
        data.items.some((item) => item.id === id),
        code,
      ).to.equal(codesWith(code).includes('content.read-drafts'));
    }
  });
});
