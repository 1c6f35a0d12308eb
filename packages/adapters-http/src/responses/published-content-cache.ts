import {
  readContentBySlug,
  readPublishedContent,
  type ReadContentBySlugInput,
  type ReadPublishedContentInput,
} from '@portcullis/application/internal/contents/read-content';
import type { ContentViews, ContentWithLongFields } from '@portcullis/application/internal/ports/contents';
import { LRUCache } from 'lru-cache';
import { shownBy, type MediaSite, type Shown } from './content-covers.ts';
import { isLarge, SerializedJson, WithEtag, WithVersion } from './response-data.ts';

type ShownContent = Shown<ContentWithLongFields>;

interface Written {
  /**
   * The version that is the ETag of responses to requests without a token. It changes whenever the content, the
   * schedule or the tags change.
   */
  readonly version: string;
  /** The cached JSON, and the version number in its field `version`. */
  readonly json: WithVersion<SerializedJson<ShownContent>>;
}

/** Maximum total size of the cached JSON, in bytes. */
const defaultMaxBytes = 8 * 1024 * 1024;

/**
 * Caches the JSON of published contents, so that frequently read contents need not be loaded and serialized each time.
 * Without the cache, reading a content of 2 KB by its slug takes 1.46 times the processor time (277 instead of 190 µs).
 * Large contents are not cached. Every read asks the store for the current version, so obsolete JSON is never sent. The
 * store returns the texts only if that version is not cached. When the cache is full, the least recently read contents
 * are removed.
 */
export class PublishedContentCache {
  readonly #written: LRUCache<string, Written>;

  readonly #shown: ReturnType<typeof shownBy>;

  constructor(site: MediaSite, maxBytes = defaultMaxBytes) {
    this.#shown = shownBy(site);
    this.#written = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ json }) => json.data.bytes.length });
  }

  /**
   * Reads a published content. The result has no data if the client has the current version and the cache does not.
   * @throws {BusinessError} content-not-found
   */
  async read(
    contents: ContentViews,
    { key, cachedVersions }: ReadPublishedContentInput,
  ): Promise<WithEtag<ShownContent | SerializedJson<ShownContent>>> {
    const name = 'id' in key ? `id ${key.id}` : `slug ${key.slug}`;
    const written = this.#written.get(name);
    const known = written === undefined ? cachedVersions : [...cachedVersions, written.version];
    const { version, content } = await readPublishedContent({ contents })({ key, cachedVersions: known });
    if (content === undefined)
      return new WithEtag(version, written?.version === version ? written.json.data : undefined);
    const data = this.#write(name, version, this.#shown(content));
    return new WithEtag(version, data instanceof WithVersion ? data.data : data);
  }

  /**
   * Reads a content by its slug for a caller with a token. Unpublished contents are not cached.
   * @throws {BusinessError} content-not-found
   */
  async readAsCaller(
    contents: ContentViews,
    { slug, reach }: Omit<ReadContentBySlugInput, 'cachedVersions'>,
  ): Promise<ShownContent | Written['json']> {
    const name = `slug ${slug}`;
    const written = this.#written.get(name);
    const cachedVersions = written === undefined ? [] : [written.version];
    const { version, content } = await readContentBySlug({ contents })({ slug, cachedVersions, reach });
    if (content !== undefined) {
      const shown = this.#shown(content);
      return version === undefined ? shown : this.#write(name, version, shown);
    }
    if (written === undefined) throw new TypeError('The store returned no content, although no version is cached.');
    return written.json;
  }

  /**
   * Caches the JSON of a content and returns this JSON. If the content is large, it is returned instead and not cached.
   */
  #write(name: string, version: string, content: ShownContent): ShownContent | Written['json'] {
    const { version: shown } = content;
    if (isLarge(content)) return content;
    const json = new WithVersion(new SerializedJson(content), shown);
    this.#written.set(name, { version, json });
    return json;
  }
}
