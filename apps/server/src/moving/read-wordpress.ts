import { decodeHTML } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { everybody, scheduled, strictest, withheld, type Audience } from './audience.ts';
import { decodedSlug, pathOf, type ReadContentOptions, type SourceContent } from './content-source.ts';
import { decodedPieces, type Encoding } from './decoded-text.ts';
import { notInXml, ownFields, ownFieldsName } from './own-fields.ts';
import { withoutShortcodes } from './shortcodes.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A category or tag of an item. */
interface Term {
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** An `item` of the file: its texts by the name of the element, its terms, and the field that exports from here have. */
interface Item {
  readonly texts: Map<string, string>;
  readonly terms: Term[];
  own?: string;
  /** The id of the picture. */
  thumbnail?: string;
}

/** A category of the file, with the slug of the category above it. */
interface Category {
  readonly name: string;
  readonly parent: string;
}

/** Maximum number of characters of a text. A longer one is an error of the file. */
const maxText = 32 * 1024 * 1024;

/** The parts of the file that are needed, collected while it is parsed. Texts of other elements are not kept. */
class Collector {
  readonly categories = new Map<string, Category>();
  readonly items: Item[] = [];
  #parents: SaxesTagPlain[] = [];
  #item: Item | undefined;
  #category: Map<string, string> | undefined;
  #metaKey = '';
  #text = '';

  open(tag: SaxesTagPlain): void {
    this.#parents.push(tag);
    this.#text = '';
    if (tag.name === 'item') this.#item = { texts: new Map(), terms: [] };
    if (tag.name === 'wp:category') this.#category = new Map();
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > maxText) throw new UnreadableFile('The file has a text of more than 32 MB.');
  }

  close(tag: SaxesTagPlain): void {
    this.#parents.pop();
    const { name, attributes } = tag;
    const isChild = this.#parents.at(-1)?.name === 'item';
    if (name === 'item' && this.#item !== undefined) {
      this.items.push(this.#item);
      this.#item = undefined;
    } else if (name === 'wp:category' && this.#category !== undefined) {
      const [slug = '', label = '', parent = ''] = ['wp:category_nicename', 'wp:cat_name', 'wp:category_parent'].map(
        (each) => this.#category?.get(each),
      );
      this.categories.set(slug, { name: label, parent });
      this.#category = undefined;
    } else if (isChild && name === 'category') {
      const { domain = '', nicename = '' } = attributes;
      this.#item?.terms.push({ domain, slug: nicename, name: this.#text });
    } else if (isChild) this.#item?.texts.set(name, name === 'content:encoded' ? this.#text : this.#text.trim());
    else if (name === 'wp:meta_key') this.#metaKey = this.#text;
    else if (name === 'wp:meta_value') {
      if (this.#metaKey === ownFieldsName && this.#item !== undefined) this.#item.own = this.#text;
      if (this.#metaKey === '_thumbnail_id' && this.#item !== undefined) this.#item.thumbnail = this.#text;
    } else this.#category?.set(name, this.#text);
    this.#text = '';
  }
}

const audiences: Readonly<Record<string, Audience>> = {
  publish: everybody,
  future: scheduled,
  draft: withheld('it is a draft'),
  pending: withheld('it waits for a review'),
  private: withheld('it is private'),
};

/** Matches shortcodes and blocks of plug-ins that show a text only to some readers. */
const restricted =
  /(?:\[|<!-- wp:)[\w/-]*(?:member|private|restrict|protect|paywall|premium|subscri|logged[_-]?in|login[_-]?required|passster|users?[_-]only|hide[_-]?(?:post|content))[\w/-]*[\s\]]/i;

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
 * Reads the posts and pages of a WordPress export (WXR). The parser reads no other files: it knows no external entities.
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

/** Returns the encoding that the XML declaration names. */
const declaredEncoding = (start: Uint8Array): string =>
  /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    Buffer.from(start.subarray(0, 1024)).toString('latin1'),
  )?.[1] ?? 'utf-8';

interface ReadItem extends Pick<Found, 'categories'> {
  readonly row: number;
  readonly item: Item;
  /** The number of characters since the previous item that XML forbids. */
  readonly dropped: number;
}

/** The entities of HTML, which some files use although XML does not know them. */
const htmlEntities = new Proxy<Record<string, string>>(
  { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" },
  {
    get: (known, name) => {
      const reference = `&${String(name)};`;
      const text = decodeHTML(reference);
      return known[String(name)] ?? (text === reference ? undefined : text);
    },
  },
);

const reference = /&#(?:x[0-9a-f]+|\d+);/gi;

function isForbidden(text: string): boolean {
  const code = Number(text.slice(2, -1).replace(/^x/i, '0x'));
  return code > 0x10ffff || String.fromCodePoint(code).search(notInXml) >= 0;
}

async function* itemsOf(file: string, encoding: Encoding): AsyncGenerator<ReadItem> {
  const parser = new SaxesParser();
  parser.ENTITIES = htmlEntities;
  const collector = new Collector();
  let [row, dropped] = [0, 0];
  const drop = (): string => {
    dropped += 1;
    return '';
  };
  parser.on('opentag', (tag) => collector.open(tag));
  parser.on('text', (text) => collector.text(text.replaceAll(reference, (all) => (isForbidden(all) ? drop() : all))));
  parser.on('cdata', (text) => collector.text(text));
  parser.on('closetag', (tag) => collector.close(tag));
  parser.on('error', ({ message }) => {
    // The parser leaves a reference to a character that XML forbids in the text.
    if (!message.includes('malformed character entity'))
      throw new UnreadableFile(`The file is not valid XML: ${message}`);
  });
  let isStarted = false;
  for await (const piece of decodedPieces(file, encoding, declaredEncoding)) {
    const text: string = (isStarted ? piece : piece.trimStart()).replaceAll(notInXml, drop);
    isStarted ||= text !== '';
    parser.write(text);
    for (const item of collector.items.splice(0)) {
      row += 1;
      yield { row, item, categories: collector.categories, dropped };
      dropped = 0;
    }
  }
  parser.close();
}
