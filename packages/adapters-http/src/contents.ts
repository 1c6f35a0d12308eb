import {
  contentSortFields,
  type ContentSortField,
  type ContentViews,
  type CreateContent,
  type DeleteContent,
  type MoveContent,
  type PublishedContent,
  type PublishContent,
  type ReadContent,
  type UpdateContent,
} from '@portcullis/application';
import {
  contentLimits,
  contentStatuses,
  editorTypes,
  present,
  type CategoryId,
  type ContentId,
  type ContentStatus,
  type EditorType,
  type TagId,
  type UserId,
} from '@portcullis/domain';
import { editors } from './access.ts';
import { EdgeRefusal } from './edge-refusal.ts';
import type { BodyLimits } from './json-body.ts';
import { Ids, LongText, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';
import { nothing, pageOf } from './schema.ts';
import { contentSchema, contentListItemSchema } from './schemas/contents.ts';
import { fitsInto } from './text-slices.ts';
import { Versioned } from './versioned.ts';

class ContentPath {
  @Uuid() id!: ContentId;
}

class ContentSlugPath {
  @Text(contentLimits.slug) slug!: string;
}

class ContentListParameters extends ListParameters {
  @Optional() @OneOf(contentStatuses) status?: ContentStatus;
  @Optional() @Uuid() categoryId?: CategoryId;
  @Optional() @Uuid() tagId?: TagId;
  @Optional() @OneOf(editorTypes) editorType?: EditorType;
  @Optional() @Uuid() authorId?: UserId;
  @Optional() @OneOf(contentSortFields) sortBy?: ContentSortField;
}

class ContentBody {
  @Text(contentLimits.title) title!: string;
  @Optional() @Text(contentLimits.slug) slug?: string;
  @Nullable() @Text(contentLimits.summary) summary?: string | null;
  @Optional() @OneOf(editorTypes) editorType?: EditorType;
  @Nullable() @LongText() contentMd?: string | null;
  @Nullable() @LongText() contentHtml?: string | null;
  @Nullable() @LongText() contentRaw?: string | null;
  @Nullable() @Uuid() categoryId?: CategoryId | null;
  @Optional() @Ids() tagIds?: TagId[];
}

class UpdateContentBody extends partial(ContentBody) {}

export interface ContentRoutes {
  readonly createContent: CreateContent;
  readonly updateContent: UpdateContent;
  readonly publishContent: PublishContent;
  readonly moveContent: MoveContent;
  readonly deleteContent: DeleteContent;
  readonly contents: ContentViews;
  /** Of the routes that take Markdown. */
  readonly bodyLimits: BodyLimits;
}

/** Specification, section 4.6. */
export const contentRoutes = ({
  createContent,
  updateContent,
  publishContent,
  moveContent,
  deleteContent,
  contents,
  bodyLimits,
}: ContentRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/contents',
    operation: 'createContent',
    summary: 'Write a content',
    description:
      '`contentHtml` is made from `contentMd` for MARKDOWN and UPLOAD. Without `slug` one is made from the title.',
    who: 'holder',
    anyRole: editors,
    status: 201,
    bodyLimits,
    takesLong: 'document',
    body: ContentBody,
    data: contentSchema,
    refuses: ['slug-unacceptable', 'slug-taken', 'unknown-category', 'unknown-tags', 'too-many-requests'],
    handle: async ({ body, caller }) => {
      await refuseLargeMarkdown(body);
      const { summary = null, editorType = 'MARKDOWN', categoryId = null, tagIds = [], ...rest } = body;
      const { contentMd = null, contentHtml = null, contentRaw = null, ...named } = rest;
      const bodies = { contentMd, contentHtml, contentRaw };
      return createContent.execute({
        ...named,
        summary,
        editorType,
        categoryId,
        tagIds,
        ...bodies,
        authorId: caller.id,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/contents',
    operation: 'listContents',
    summary: 'List contents',
    description:
      'Without the role ADMIN or MODERATOR only what is PUBLISHED exists. `search` looks in title, summary and slug; `categoryId` counts with all categories below it.',
    who: 'visitor',
    editors,
    query: ContentListParameters,
    data: pageOf(contentListItemSchema),
    handle: async ({ query, isEditor }) => {
      if (isEditor) return contents.list(query);
      const { page, pageSize, status = 'PUBLISHED' } = query;
      return status === 'PUBLISHED' ? contents.list({ ...query, status }) : { items: [], total: 0, page, pageSize };
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id',
    operation: 'getContent',
    summary: 'Read a content',
    description:
      'Without the role ADMIN or MODERATOR only what is PUBLISHED exists. Of answers over 1 MB few are sent at once: others wait, for at most 5 s. A content that is changed meanwhile ends its connection.',
    who: 'visitor',
    editors,
    params: ContentPath,
    data: contentSchema,
    refuses: ['content-not-found', 'too-many-requests'],
    handle: async ({ params: { id }, isEditor, known }) =>
      known === undefined ? visible(await contents.find(id), isEditor) : kept(await contents.published({ id }, known)),
  }),
  route({
    method: 'GET',
    path: '/contents/slug/:slug',
    operation: 'getContentBySlug',
    summary: 'Read a content by its slug',
    description:
      'Without the role ADMIN or MODERATOR only what is PUBLISHED exists. Of answers over 1 MB few are sent at once: others wait, for at most 5 s. A content that is changed meanwhile ends its connection.',
    who: 'visitor',
    editors,
    params: ContentSlugPath,
    data: contentSchema,
    refuses: ['content-not-found', 'too-many-requests'],
    handle: async ({ params: { slug }, isEditor, known }) =>
      known === undefined
        ? visible(await contents.findBySlug(slug), isEditor)
        : kept(await contents.published({ slug }, known)),
  }),
  route({
    method: 'PATCH',
    path: '/contents/:id',
    operation: 'updateContent',
    summary: 'Change a content',
    description:
      'With `contentMd`, `contentHtml` is made anew for MARKDOWN and UPLOAD. A changed title does not change the slug.',
    who: 'holder',
    anyRole: editors,
    bodyLimits,
    takesLong: 'document',
    params: ContentPath,
    body: UpdateContentBody,
    data: contentSchema,
    refuses: [
      'content-not-found',
      'slug-unacceptable',
      'slug-taken',
      'unknown-category',
      'unknown-tags',
      'too-many-requests',
    ],
    handle: async ({ params: { id }, body: { tagIds, ...change } }) => {
      await refuseLargeMarkdown(change);
      return updateContent.execute({ id, change, tagIds });
    },
  }),
  route({
    method: 'POST',
    path: '/contents/:id/publish',
    operation: 'publishContent',
    summary: 'Publish a content',
    description: 'From DRAFT or ARCHIVED.',
    who: 'holder',
    anyRole: editors,
    takesLong: 'document',
    params: ContentPath,
    data: contentSchema,
    refuses: ['content-not-found', 'too-many-requests'],
    handle: ({ params: { id } }) => publishContent.execute(id),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/unpublish',
    operation: 'unpublishContent',
    summary: 'Make a published content a draft again',
    description: 'From PUBLISHED.',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    data: contentSchema,
    refuses: ['content-not-found', 'content-move-refused'],
    handle: ({ params: { id } }) => moveContent.execute({ id, move: 'unpublish' }),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/archive',
    operation: 'archiveContent',
    summary: 'Archive a content',
    description: 'From DRAFT or PUBLISHED.',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    data: contentSchema,
    refuses: ['content-not-found'],
    handle: ({ params: { id } }) => moveContent.execute({ id, move: 'archive' }),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id',
    operation: 'deleteContent',
    summary: 'Delete a content',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    data: nothing,
    refuses: ['content-not-found'],
    handle: ({ params: { id } }) => deleteContent.execute(id),
  }),
];

/** What a visitor may keep. Refuses: content-not-found. */
function kept(published: PublishedContent | undefined): Versioned<ReadContent> {
  const { version, content } = present(published, 'content-not-found');
  return new Versioned(version, content);
}

/** For everybody else only what is published exists. Refuses: content-not-found. */
function visible(content: ReadContent | undefined, isEditor: boolean): ReadContent {
  return present(isEditor || content?.status === 'PUBLISHED' ? content : undefined, 'content-not-found');
}

async function refuseLargeMarkdown({ contentMd }: { readonly contentMd?: string | null }): Promise<void> {
  if (await fitsInto(contentLimits.markdownBytes, contentMd ?? '')) return;
  throw new EdgeRefusal('body-too-large', `Markdown must not be larger than ${contentLimits.markdownBytes} bytes.`);
}
