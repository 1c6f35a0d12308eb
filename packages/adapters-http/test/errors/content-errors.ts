import { unknownId } from '../support/field-kinds.ts';
import { unique } from '../support/service.ts';
import { fields, missing, notFound, twice, type ErrorCase } from './error-case.ts';

/** Errors of the routes for contents, categories and tags. */
export const contentErrors = {
  'content-not-found': notFound('content', '/contents'),
  'slug-taken': [
    409,
    1202,
    'This slug is already in use.',
    null,
    twice('/contents', () => ({ title: 'x', slug: unique() }), 'slug'),
  ],
  'slug-unacceptable': [
    400,
    1005,
    "The slug must consist of letters, digits, '-', '_', '.' and '~', and must not be '.' or '..'.",
    fields('slug'),
    ({ admin }) => admin.post('/contents', { title: 'x', slug: '../../etc' }),
  ],
  'content-move-refused': [
    409,
    1009,
    'Content that is ARCHIVED cannot be changed this way.',
    null,
    async ({ admin, created }) => {
      const id = await created('/contents', { title: unique() });
      await admin.post(`/contents/${id}/archive`);
      return admin.post(`/contents/${id}/unpublish`);
    },
  ],
  'revision-not-found': [
    404,
    1201,
    'This revision does not exist.',
    null,
    ({ admin }) => admin.get(`/contents/${unknownId}/revisions/1`),
  ],
  'working-copy-not-found': [
    404,
    1201,
    'This working copy does not exist.',
    null,
    ({ admin }) => admin.get(`/contents/${unknownId}/draft`),
  ],
  'working-copy-outdated': [
    409,
    1009,
    'The content has changed since this working copy began.',
    null,
    async ({ admin, created }) => {
      const id = await created('/contents', { title: unique() });
      await admin.put(`/contents/${id}/draft`, { title: unique() });
      await admin.patch(`/contents/${id}`, { title: unique() });
      return admin.post(`/contents/${id}/draft/publish`);
    },
  ],
  'preview-link-not-found': [
    404,
    1201,
    'This preview link does not exist.',
    null,
    ({ api }) => api.get('/previews/unknown'),
  ],
  'batch-refused': [
    409,
    1009,
    'Some of the contents cannot be changed.',
    fields('ids'),
    ({ admin }) => admin.post('/contents/batch', { ids: [unknownId], action: 'publish', atomic: true }),
  ],
  'batch-versions-changed': [
    412,
    1012,
    'Some of the contents have been changed.',
    fields('ids'),
    async ({ admin, created }) => {
      const id = await created('/contents', { title: unique() });
      return admin.post('/contents/batch', { ids: [id], action: 'publish', atomic: true, versions: { [id]: 9 } });
    },
  ],
  'schedule-unacceptable': [
    400,
    1005,
    'publishAt must be in the future.',
    fields('publishAt'),
    async ({ admin, created }) => {
      const id = await created('/contents', { title: unique() });
      return admin.put(`/contents/${id}/schedule`, { publishAt: '2001-01-01T00:00:00Z' });
    },
  ],
  'unknown-tags': [
    400,
    1000,
    `Unknown tag ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post('/contents', { title: 'x', tagIds: [unknownId] }),
  ],
  'unknown-category': [
    400,
    1000,
    `Unknown category ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post('/contents', { title: 'x', categoryId: unknownId }),
  ],
  'unknown-cover': [
    400,
    1005,
    'coverId: There is no picture with this id.',
    fields('coverId'),
    ({ admin }) => admin.post('/contents', { title: 'x', coverId: unknownId }),
  ],
  'category-not-found': notFound('category', '/categories'),
  'unknown-parent-category': [
    400,
    1005,
    'The parent category does not exist.',
    fields('parentId'),
    ({ admin }) => admin.post('/categories', { name: unique(), parentId: unknownId }),
  ],
  'category-in-use': [
    409,
    1009,
    'This category still holds categories or contents.',
    null,
    async ({ admin, created }) => {
      const categoryId = await created('/categories', { name: unique() });
      await created('/contents', { title: unique(), categoryId });
      return admin.delete(`/categories/${categoryId}`);
    },
  ],
  'category-cycle': [
    409,
    1009,
    'A category cannot be below itself.',
    null,
    async ({ admin, created }) => {
      const id = await created('/categories', { name: unique() });
      return admin.patch(`/categories/${id}`, { parentId: id });
    },
  ],
  'category-too-deep': [
    409,
    1009,
    'Categories may be nested 16 levels deep.',
    null,
    async ({ admin, created }) => {
      let parentId: string | null = null;
      for (let depth = 1; depth <= 16; depth++) parentId = await created('/categories', { name: unique(), parentId });
      return admin.post('/categories', { name: unique(), parentId });
    },
  ],
  'tag-not-found': notFound('tag', '/tags'),
  'tag-name-taken': [
    409,
    1202,
    'A tag with this name already exists.',
    null,
    twice('/tags', () => ({ name: unique() }), 'name'),
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
