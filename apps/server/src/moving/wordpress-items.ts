import { decodeHTML } from 'entities';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { decodedPieces, type Encoding } from './decoded-text.ts';
import { ownFieldsName } from './own-fields.ts';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';

/** A category or tag of an item. */
export interface Term {
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** An `item` of the file: its texts by the name of the element, its terms, and the field that exports from here have. */
export interface Item {
  readonly texts: Map<string, string>;
  readonly terms: Term[];
  own?: string;
  /** The id of the picture. */
  thumbnail?: string;
}

/** A category of the file, with the slug of the category above it. */
export interface Category {
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

/** Returns the encoding that the XML declaration names. */
const declaredEncoding = (start: Uint8Array): string =>
  /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    Buffer.from(start.subarray(0, 1024)).toString('latin1'),
  )?.[1] ?? 'utf-8';

interface ReadItem {
  readonly categories: ReadonlyMap<string, Category>;
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

/** Matches what XML forbids. The parser reads `\r\n`, which ends the lines of some files, as a line feed. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const reference = /&#(?:x[0-9a-f]+|\d+);/gi;

function isForbidden(text: string): boolean {
  const code = Number(text.slice(2, -1).replace(/^x/i, '0x'));
  return code > 0x10ffff || String.fromCodePoint(code).search(forbidden) >= 0;
}

/**
 * Reads the items of a WordPress export (WXR). The parser reads no other files: it knows no external entities.
 * @throws {UnreadableFile}
 */
export async function* itemsOf(file: string, encoding: Encoding): AsyncGenerator<ReadItem> {
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
    const text: string = (isStarted ? piece : piece.trimStart()).replaceAll(forbidden, drop);
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
