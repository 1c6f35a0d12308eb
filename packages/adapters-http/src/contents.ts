import {
  contentSortFields,
  type ContentSortField,
  type ContentViews,
  type CreateContent,
  type DeleteContent,
  type MoveContent,
  type PublishContent,
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
  type ContentView,
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
    who: 'holder',
    anyRole: editors,
    status: 201,
    bodyLimits,
    body: ContentBody,
    handle: ({ body, caller }) => {
      refuseLargeMarkdown(body);
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
    who: 'visitor',
    editors,
    query: ContentListParameters,
    handle: async ({ query, isEditor }) => {
      if (isEditor) return contents.list(query);
      const { page, pageSize, status = 'PUBLISHED' } = query;
      return status === 'PUBLISHED' ? contents.list({ ...query, status }) : { items: [], total: 0, page, pageSize };
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id',
    who: 'visitor',
    editors,
    params: ContentPath,
    handle: async ({ params: { id }, isEditor }) => visible(await contents.find(id), isEditor),
  }),
  route({
    method: 'GET',
    path: '/contents/slug/:slug',
    who: 'visitor',
    editors,
    params: ContentSlugPath,
    handle: async ({ params: { slug }, isEditor }) => visible(await contents.findBySlug(slug), isEditor),
  }),
  route({
    method: 'PATCH',
    path: '/contents/:id',
    who: 'holder',
    anyRole: editors,
    bodyLimits,
    params: ContentPath,
    body: UpdateContentBody,
    handle: ({ params: { id }, body: { tagIds, ...change } }) => {
      refuseLargeMarkdown(change);
      return updateContent.execute({ id, change, tagIds });
    },
  }),
  route({
    method: 'POST',
    path: '/contents/:id/publish',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    handle: ({ params: { id } }) => publishContent.execute(id),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/unpublish',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    handle: ({ params: { id } }) => moveContent.execute({ id, move: 'unpublish' }),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/archive',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    handle: ({ params: { id } }) => moveContent.execute({ id, move: 'archive' }),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id',
    who: 'holder',
    anyRole: editors,
    params: ContentPath,
    handle: ({ params: { id } }) => deleteContent.execute(id),
  }),
];

/** For everybody else only what is published exists. Refuses: content-not-found. */
function visible(content: ContentView | undefined, isEditor: boolean): ContentView {
  return present(isEditor || content?.status === 'PUBLISHED' ? content : undefined, 'content-not-found');
}

function refuseLargeMarkdown({ contentMd }: { readonly contentMd?: string | null }): void {
  if (Buffer.byteLength(contentMd ?? '') <= contentLimits.markdownBytes) return;
  throw new EdgeRefusal('body-too-large', `Markdown must not be larger than ${contentLimits.markdownBytes} bytes.`);
}
