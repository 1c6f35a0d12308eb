import {
  tagSortFields,
  type CreateTag,
  type CreateTags,
  type DeleteTag,
  type TagSortField,
  type TagViews,
  type UpdateTag,
} from '@portcullis/application';
import { present, tagLimits, type TagId } from '@portcullis/domain';
import { editors } from './access.ts';
import { Integer, Nullable, OneOf, Optional, Text, Texts, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import { partial } from './read.ts';
import { route, type Route } from './route.ts';

class TagPath {
  @Uuid() id!: TagId;
}

class TagSlugPath {
  @Text(tagLimits.slug) slug!: string;
}

class TagListParameters extends ListParameters {
  @Optional() @OneOf(tagSortFields) sortBy?: TagSortField;
}

const maxPopular = 100;

class PopularTagsParameters {
  @Integer(1, maxPopular) limit = 10;
}

class TagBody {
  @Text(tagLimits.name) name!: string;
  @Optional() @Text(tagLimits.slug) slug?: string;
  @Nullable() @Text(tagLimits.description) description?: string | null;
}

class UpdateTagBody extends partial(TagBody) {}

class TagBatchBody {
  @Texts(tagLimits.name, tagLimits.batch) names!: string[];
}

export interface TagRoutes {
  readonly createTag: CreateTag;
  readonly createTags: CreateTags;
  readonly updateTag: UpdateTag;
  readonly deleteTag: DeleteTag;
  readonly tags: TagViews;
}

/** Specification, section 4.6; the eight tag endpoints as decided. */
export const tagRoutes = ({ createTag, createTags, updateTag, deleteTag, tags }: TagRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/tags',
    who: 'holder',
    anyRole: editors,
    status: 201,
    body: TagBody,
    handle: async ({ body: { description = null, ...body } }) => {
      const { id } = await createTag.execute({ ...body, description });
      return present(await tags.find(id), 'tag-not-found');
    },
  }),
  route({
    method: 'POST',
    path: '/tags/batch',
    who: 'holder',
    anyRole: editors,
    status: 201,
    body: TagBatchBody,
    handle: async ({ body: { names } }) => tags.findAll(await createTags.execute(names)),
  }),
  route({
    method: 'GET',
    path: '/tags',
    who: 'visitor',
    editors,
    query: TagListParameters,
    handle: ({ query }) => tags.list(query),
  }),
  route({
    method: 'GET',
    path: '/tags/popular',
    who: 'visitor',
    editors,
    query: PopularTagsParameters,
    handle: ({ query: { limit } }) => tags.popular(limit),
  }),
  route({
    method: 'GET',
    path: '/tags/:id',
    who: 'visitor',
    editors,
    params: TagPath,
    handle: async ({ params: { id } }) => present(await tags.find(id), 'tag-not-found'),
  }),
  route({
    method: 'GET',
    path: '/tags/slug/:slug',
    who: 'visitor',
    editors,
    params: TagSlugPath,
    handle: async ({ params: { slug } }) => present(await tags.findBySlug(slug), 'tag-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/tags/:id',
    who: 'holder',
    anyRole: editors,
    params: TagPath,
    body: UpdateTagBody,
    handle: async ({ params: { id }, body }) => {
      await updateTag.execute({ id, change: body });
      return present(await tags.find(id), 'tag-not-found');
    },
  }),
  route({
    method: 'DELETE',
    path: '/tags/:id',
    who: 'holder',
    anyRole: editors,
    params: TagPath,
    handle: ({ params: { id } }) => deleteTag.execute(id),
  }),
];
