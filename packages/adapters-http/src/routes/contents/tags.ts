import { tagSortFields, type TagSortField } from '@portcullis/application/internal/ports/tags';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { tagLimits, type TagView } from '@portcullis/domain/internal/contents/tag';
import { administrators, editorsOr } from '../access/access.ts';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { Integer, OneOf, Optional, Texts } from '../../validation/fields.ts';
import { ListParameters, sorts } from '../list-query.ts';
import { partial } from '../../validation/validate.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { slugSchema } from '../schemas/contents.ts';
import { DeletionParameters, SlugPath } from './content-requests.ts';

const tagFields: Fields<Pick<TagView, 'id' | 'name' | 'slug' | 'description'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the tag.'),
  name: schema.withDescription(schema.textOf(tagLimits.name), 'The name. It is unique, regardless of case.'),
  slug: slugSchema,
  description: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(tagLimits.description)),
    'A free text that describes the tag.',
  ),
};

/** A tag (docs/interface.md §2.7). */
const tagSchema = schema.namedObject<TagView>('Tag', {
  ...tagFields,
  contentCount: schema.withDescription(schema.count, 'Number of published contents with the tag.'),
  ...schema.versioned,
});

class TagPath extends requestOf(tagFields, 'id') {}

class TagListParameters extends ListParameters {
  @Optional() @OneOf(tagSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: TagSortField;
}

const maxPopular = 100;

class PopularTagsParameters {
  @Integer(1, maxPopular) @Describe('Maximum number of tags in the response.') limit = 10;
}

class TagBody extends requestOf(tagFields, 'name', 'slug?', 'description?') {}

class UpdateTagBody extends partial(TagBody) {}

class TagBatchBody {
  @Texts(tagLimits.name, tagLimits.batch)
  @Describe('The names of the tags. Tags that do not exist are created.')
  names!: string[];
}

type TagRouteDependencies = UseCases<'createTag' | 'createTags' | 'updateTag' | 'deleteTag'>;

/** The tag routes (docs/interface.md §4.6). */
export const tagRoutes = ({ createTag, createTags, updateTag, deleteTag }: TagRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/tags',
    operation: 'createTag',
    idempotencyKey: 'accepted',
    summary: 'Create a tag',
    access: 'authorized',
    ...editorsOr('tag.manage'),
    status: 201,
    body: TagBody,
    isVersioned: true,
    data: tagSchema,
    refuses: ['tag-name-taken', 'slug-unacceptable', 'slug-taken'],
    handle: async ({ body: { description = null, ...body }, caller, reach }) => {
      const manages = (await reach('tag.manage'))?.changes;
      return createTag({ ...body, description, actor: caller, reach: manages });
    },
  }),
  route({
    method: 'POST',
    path: '/tags/batch',
    operation: 'createTags',
    idempotencyKey: 'accepted',
    summary: 'Find tags by their names and create the missing ones',
    description:
      'Tags that exist already are no error. Names that differ only in case count as one. The request is rejected as a conflict only if another request creates or renames one of the tags at the same time.',
    access: 'authorized',
    ...editorsOr('tag.manage'),
    status: 201,
    body: TagBatchBody,
    data: schema.listOf(tagSchema),
    refuses: ['tag-name-taken', 'slug-taken'],
    handle: async ({ body: { names }, caller, reach }) =>
      createTags({ actor: caller, names, reach: (await reach('tag.manage'))?.changes }),
  }),
  route({
    method: 'GET',
    path: '/tags',
    operation: 'listTags',
    summary: 'List tags',
    description: '`search` looks for the text in `name` and `slug`.',
    access: 'optional',
    query: TagListParameters,
    data: schema.pageOf(tagSchema),
    read: ({ query }, { tags }) => tags.list(query),
  }),
  route({
    method: 'GET',
    path: '/tags/popular',
    operation: 'listPopularTags',
    summary: 'List the tags with the most published contents',
    access: 'optional',
    query: PopularTagsParameters,
    data: schema.listOf(tagSchema),
    read: ({ query: { limit } }, { tags }) => tags.popular(limit),
  }),
  route({
    method: 'GET',
    path: '/tags/:id',
    operation: 'getTag',
    summary: 'Read a tag',
    access: 'optional',
    params: TagPath,
    isVersioned: true,
    data: tagSchema,
    refuses: ['tag-not-found'],
    read: async ({ params: { id } }, { tags }) => orNotFound(await tags.find(id), 'tag-not-found'),
  }),
  route({
    method: 'GET',
    path: '/tags/slug/:slug',
    operation: 'getTagBySlug',
    summary: 'Read a tag by its slug',
    access: 'optional',
    params: SlugPath,
    isVersioned: true,
    data: tagSchema,
    refuses: ['tag-not-found'],
    read: async ({ params: { slug } }, { tags }) => orNotFound(await tags.findBySlug(slug), 'tag-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/tags/:id',
    operation: 'updateTag',
    summary: 'Change a tag',
    access: 'authorized',
    ...editorsOr('tag.manage'),
    params: TagPath,
    body: UpdateTagBody,
    isVersioned: true,
    isConditional: true,
    data: tagSchema,
    refuses: ['tag-not-found', 'tag-name-taken', 'slug-unacceptable', 'slug-taken'],
    handle: async ({ params: { id }, body, caller, ifMatch, reach }) => {
      return updateTag({ actor: caller, ifMatch, id, change: body, reach: (await reach('tag.manage'))?.changes });
    },
  }),
  route({
    method: 'DELETE',
    path: '/tags/:id',
    operation: 'deleteTag',
    summary: 'Delete a tag',
    description:
      'The tag is removed from every content. A tag that conditions of roles name is not deleted, unless an administrator forces it, with the effect that `deleteCategory` describes.',
    access: 'authorized',
    ...editorsOr('tag.manage'),
    params: TagPath,
    query: DeletionParameters,
    isConditional: true,
    data: schema.nothing,
    refuses: ['tag-not-found', 'tag-in-conditions'],
    handle: async ({ params: { id }, query: { force }, caller, ifMatch, reach, requireAccess }) => {
      if (force) requireAccess({ anyRole: administrators });
      await deleteTag({ actor: caller, ifMatch, id, force, reach: (await reach('tag.manage'))?.changes });
    },
  }),
];
