import type { ImportedUser } from '../../src/imports/check-user-rows.ts';
import type { ImportedContent } from '../../src/imports/import-contents.ts';
import type { ImportedRow } from '../../src/imports/report.ts';

/** A row of an imported file with a user without a password, whose names contain the number of the row. */
export const aUserRow = (row: number, fields: Partial<ImportedUser> = {}): ImportedRow<ImportedUser> => ({
  row,
  sourceId: `source-${row}`,
  value: {
    username: `user-${row}`,
    email: `user-${row}@example.com`,
    emailVerified: false,
    nickName: null,
    phone: null,
    gender: null,
    status: 1,
    attributes: {},
    roles: [],
    passwordHash: null,
    createdAt: null,
    ...fields,
  },
});

/** A row of an imported file with a draft in Markdown, whose title and slug contain the number of the row. */
export const aContentRow = (row: number, fields: Partial<ImportedContent> = {}): ImportedRow<ImportedContent> => ({
  row,
  sourceId: `source-${row}`,
  value: {
    title: `Title ${row}`,
    slug: `slug-${row}`,
    summary: null,
    editorType: 'MARKDOWN',
    contentMd: '# Hello',
    contentHtml: null,
    contentRaw: null,
    status: 'DRAFT',
    author: null,
    tags: [],
    cover: null,
    category: [],
    createdAt: null,
    updatedAt: null,
    publishedAt: null,
    publishAt: null,
    unpublishAt: null,
    ...fields,
  },
});

/** Returns the items one after another, as an import reads them. */
export async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
