import { distinctSlugs } from './distinct-slugs.ts';
import { ownFieldsName, ownFieldsOf } from './own-fields.ts';
import type { ContentFieldsOfFile, ContentOfFile } from './write-contents.ts';

/** The release of Ghost whose form the file has. */
const ghostVersion = '6.0.0';

/** Ghost has no archive, so archived contents are drafts there. */
const statusOf = ({ status, publishAt }: ContentFieldsOfFile): string => {
  if (status === 'PUBLISHED') return 'published';
  return status === 'DRAFT' && publishAt !== null ? 'scheduled' : 'draft';
};

const publishedAtOf = (fields: ContentFieldsOfFile): string | null =>
  ({ published: fields.publishedAt, scheduled: fields.publishAt })[statusOf(fields)] ?? null;

/** Numbers values in the order of their first use, from 1 on. */
function numbered<Value>() {
  const rows = new Map<string, { readonly id: number; readonly value: Value }>();
  return {
    rows: () => [...rows.values()],
    idOf: (key: string, value: Value): number => {
      const known = rows.get(key) ?? { id: rows.size + 1, value };
      rows.set(key, known);
      return known.id;
    },
  };
}

const json = (value: unknown): string => JSON.stringify(value);

/**
 * Writes contents in the form of a Ghost export. Only the links between posts, tags and authors are kept in memory until
 * the end.
 */
export async function* writeGhost(contents: AsyncIterable<ContentOfFile>, now: Date): AsyncGenerator<string> {
  const tags = numbered<string>();
  const authors = numbered<{ readonly name: string; readonly email: string | null }>();
  const tagLinks: object[] = [];
  const authorLinks: object[] = [];
  yield `{"db":[{"meta":${json({ exported_on: now.getTime(), version: ghostVersion })},"data":{"posts":[`;
  let postId = 0;
  for await (const content of contents) {
    const { author, tags: names } = content.fields;
    postId += 1;
    yield `${postId > 1 ? ',' : ''}\n${json(await postOf(postId, content))}`;
    for (const [order, name] of names.entries())
      tagLinks.push({ post_id: postId, tag_id: tags.idOf(name, name), sort_order: order });
    if (author !== null) {
      const authorId = authors.idOf(author, { name: author, email: content.authorEmail });
      authorLinks.push({ post_id: postId, author_id: authorId, sort_order: 0 });
    }
  }
  const [tagSlug, authorSlug] = [distinctSlugs('tag'), distinctSlugs('author')];
  const parts = {
    tags: tags.rows().map(({ id, value }) => ({ id, name: value, slug: tagSlug(value) })),
    users: authors.rows().map(({ id, value }) => ({ id, ...value, slug: authorSlug(value.name) })),
    posts_tags: tagLinks,
    posts_authors: authorLinks,
  };
  for (const [name, rows] of Object.entries(parts)) yield `${name === 'tags' ? ']' : ''},${json(name)}:${json(rows)}`;
  yield '}}]}\n';
}

const postOf = async (id: number, { fields, html }: ContentOfFile): Promise<object> => ({
  id,
  title: fields.title,
  slug: fields.slug,
  html: await html(),
  custom_excerpt: fields.summary,
  feature_image: fields.cover,
  type: 'post',
  status: statusOf(fields),
  visibility: 'public',
  created_at: fields.createdAt,
  updated_at: fields.updatedAt,
  published_at: publishedAtOf(fields),
  [ownFieldsName]: ownFieldsOf(fields),
});
