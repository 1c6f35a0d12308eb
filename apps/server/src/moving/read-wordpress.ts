import { decodeHTML } from 'entities';
import { everybody, scheduled, strictest, withheld, type Audience } from './audience.ts';
import { decodedSlug, pathOf, type ReadContentOptions, type SourceContent } from './content-source.ts';
import { ownFields } from './own-fields.ts';
import { withoutShortcodes } from './shortcodes.ts';
import { itemsOf, type Category, type Item, type Term } from './wordpress-items.ts';

const audiences: Readonly<Record<string, Audience>> = {
  publish: everybody,
  future: scheduled,
  draft: withheld('it is a draft'),
  pending: withheld('it waits for a review'),
  private: withheld('it is private'),
};

/** Matches shortcodes and blocks of plug-ins that show a text only to some readers. */
const restricted =
  /(?:\[|<!-- wp:)[\w/-]*(?:member|private|restrict|protect|paywall|premium|subscri|logged[_-]?in|login[_-]?required|passster|users?[_-]only|hide[_-]?(?:post|content))/i;

/** Names the blocks whose texts WordPress makes when it shows a page. */
const dynamicBlocks = (html: string): readonly string[] =>
  [...new Set(Array.from(html.matchAll(/<!-- wp:([\w/-]+)\s[^<>]*\/-->/g), ([, name = '']) => name))].map(
    (name) => `The block ${name} is left out.`,
  );

/** Returns for whom an item is. WordPress shows an item with a password only to those who know it. */
const audienceOf = (status: string, password: string, html: string): Audience =>
  strictest([
    (Object.hasOwn(audiences, status) ? audiences[status] : undefined) ?? {
      kind: 'unknown',
      field: 'wp:status',
      value: status,
    },
    ...(password === '' ? [] : [withheld('it has a password')]),
    ...(restricted.test(html) ? [withheld('a part of it is only for some readers')] : []),
  ]);

/** Returns a time; undefined for the zeros that WordPress writes if there is none. */
const timeOf = (texts: ReadonlyMap<string, string>, name: string): string | undefined => {
  const [gmt = '', local = ''] = [texts.get(`${name}_gmt`), texts.get(name)].map((text) =>
    text === undefined || text.startsWith('0000') ? undefined : text,
  );
  return gmt === '' ? local || undefined : `${gmt}Z`;
};

/** Returns the categories from the root to the one with this slug. */
function pathOfCategory(categories: ReadonlyMap<string, Category>, { slug, name }: Term): readonly object[] {
  const path = [{ name: decodeHTML(name), slug: decodedSlug(slug) }];
  const seen = new Set([slug]);
  for (let parent = categories.get(slug)?.parent ?? ''; parent !== '' && !seen.has(parent); ) {
    seen.add(parent);
    const category = categories.get(parent);
    path.unshift({ name: decodeHTML(category?.name ?? parent), slug: decodedSlug(parent) });
    parent = category?.parent ?? '';
  }
  return path;
}

/** The categories and pictures to which the items of a file refer. */
interface Found {
  readonly categories: ReadonlyMap<string, Category>;
  /** The addresses of pictures by their ids. */
  readonly pictures: ReadonlyMap<string, string>;
}

function contentOf(
  { texts, terms, own, thumbnail }: Item,
  { categories, pictures }: Found,
): Omit<SourceContent, 'row'> | undefined {
  if (!/^(?:post|page)$/.test(texts.get('wp:post_type') ?? '')) return undefined;
  const status = texts.get('wp:status') ?? '';
  if (status === 'auto-draft' || status === 'inherit') return undefined;
  const written = timeOf(texts, 'wp:post_date');
  const slug = texts.get('wp:post_name') ?? '';
  const category = terms.find(({ domain }) => domain === 'category');
  const summary = decodeHTML(texts.get('excerpt:encoded') ?? '').trim();
  const author = texts.get('dc:creator') ?? '';
  const html = texts.get('content:encoded') ?? '';
  const cover = pictures.get(thumbnail ?? '');
  const updatedAt = timeOf(texts, 'wp:post_modified') ?? written;
  const stored = ownFields({ own, html, updatedAt });
  const sourceId = `wordpress-${texts.get('wp:post_id') ?? ''}`;
  if (stored === undefined && status === 'trash') return { fields: undefined, leftOut: `${sourceId} is in the trash` };
  const common = {
    path: status === 'publish' ? pathOf(texts.get('link') ?? '') : undefined,
    audience:
      stored === undefined || stored['status'] === 'PUBLISHED'
        ? audienceOf(status, texts.get('wp:post_password') ?? '', html)
        : everybody,
  };
  if (stored !== undefined) return { ...common, fields: stored };
  const { html: text, notes } = withoutShortcodes(html, (id) => pictures.get(id));
  return {
    ...common,
    notes: [...notes, ...dynamicBlocks(html)],
    source: { form: 'classic', text },
    fields: {
      sourceId,
      title: decodeHTML(texts.get('title') ?? '') || slug || 'Untitled',
      ...(slug !== '' && { slug: decodedSlug(slug) }),
      ...(summary !== '' && { summary }),
      ...(author !== '' && { author }),
      status: status === 'publish' ? 'PUBLISHED' : 'DRAFT',
      createdAt: written,
      updatedAt,
      ...(status === 'publish' && { publishedAt: written }),
      ...(status === 'future' && { publishAt: written }),
      ...(cover !== undefined && { cover }),
      tags: terms.filter(({ domain }) => domain === 'post_tag').map(({ name }) => decodeHTML(name)),
      category: category === undefined ? [] : pathOfCategory(categories, category),
    },
  };
}

/**
 * Reads the posts and pages of a WordPress export (WXR).
 * @throws {UnreadableFile}
 */
export async function* readWordPress(file: string, options: ReadContentOptions): AsyncGenerator<SourceContent> {
  // The picture of a post can be after the post.
  const pictures = new Map<string, string>();
  for await (const { item } of itemsOf(file, options)) {
    const address = item.texts.get('wp:attachment_url');
    if (address !== undefined) pictures.set(item.texts.get('wp:post_id') ?? '', address);
  }
  for await (const { row, item, categories, dropped } of itemsOf(file, options)) {
    const content = contentOf(item, { categories, pictures });
    const notes = dropped > 0 ? [`${dropped} characters that XML forbids were left out.`] : [];
    if (content !== undefined) yield { row, ...content, notes: [...notes, ...(content.notes ?? [])] };
  }
}
