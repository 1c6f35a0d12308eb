import {
  readContentBySlug,
  readPublishedContent,
  type ContentViews,
  type ContentWithLongFields,
  type ReadContentBySlugInput,
  type ReadPublishedContentInput,
} from '@portcullis/application';
import { WithEtag } from './etag.ts';
import { isLarge } from './large-response.ts';
import { WithVersion } from './with-version.ts';
import { SerializedJson } from './serialized-json.ts';

interface Written {
  /**
   * The version that is the ETag of responses to requests without a token. It changes whenever the content, the
   * schedule or the tags change.
   */
  readonly version: string;
  /** The cached JSON, and the version number in its field `version`. */
  readonly json: WithVersion<SerializedJson<ContentWithLongFields>>;
}

/** Maximum total size of the cached JSON, in bytes. */
const defaultMaxBytes = 8 * 1024 * 1024;

/**
 * Caches the JSON of published contents, so that frequently read contents need not be loaded and serialized each time
 *. Large contents are not cached. Every read asks the store for the current version, so obsolete JSON is
 * never sent. The store returns the texts only if that version is not cached. When the cache is full, the least
 * recently read contents are removed.
 */
export class PublishedContentCache {
  readonly #written = new Map<string, Written>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Reads a published content. The result has no data if the client has the current version and the cache does not.
   * @throws {BusinessError} content-not-found
   */
  async read(
    contents: ContentViews,
    { key, cachedVersions }: ReadPublishedContentInput,
  ): Promise<WithEtag<ContentWithLongFields | SerializedJson<ContentWithLongFields>>> {
    const name = 'id' in key ? `id ${key.id}` : `slug ${key.slug}`;
    const written = this.#written.get(name);
    const known = written === undefined ? cachedVersions : [...cachedVersions, written.version];
    const { version, content } = await readPublishedContent({ contents })({ key, cachedVersions: known });
    if (content !== undefined) {
      const data = this.#write(name, version, content);
      return new WithEtag(version, data instanceof WithVersion ? data.data : data);
    }
    if (written?.version !== version) return new WithEtag<never>(version, undefined);
    return new WithEtag(version, this.#keep(name, written).json.data);
  }

  /**
   * Reads a content by its slug for a caller with a token. Unpublished contents are not cached.
   * @throws {BusinessError} content-not-found
   */
  async readAsCaller(
    contents: ContentViews,
    { slug, isEditor }: Omit<ReadContentBySlugInput, 'cachedVersions'>,
  ): Promise<ContentWithLongFields | Written['json']> {
    const name = `slug ${slug}`;
    const written = this.#written.get(name);
    const cachedVersions = written === undefined ? [] : [written.version];
    const { version, content } = await readContentBySlug({ contents })({ slug, cachedVersions, isEditor });
    if (content !== undefined) return version === undefined ? content : this.#write(name, version, content);
    if (written === undefined) throw new TypeError('The store returned no content, although no version is cached.');
    return this.#keep(name, written).json;
  }

  /**
   * Caches the JSON of a content and returns this JSON. If the content is large, it is returned instead and not cached.
   */
  #write(name: string, version: string, content: ContentWithLongFields): ContentWithLongFields | Written['json'] {
    const { version: shown } = content;
    if (isLarge(content)) return content;
    return this.#keep(name, { version, json: new WithVersion(new SerializedJson(content), shown) }).json;
  }

  /**
   * Caches a content as the most recently read one. Removes the least recently read contents until the cache is within
   * its size limit.
   */
  #keep(name: string, written: Written): Written {
    this.#remove(name);
    this.#written.set(name, written);
    this.#bytes += written.json.data.bytes.length;
    for (const longestUnread of this.#written.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(longestUnread);
    }
    return written;
  }

  #remove(name: string): void {
    const removed = this.#written.get(name);
    if (removed === undefined) return;
    this.#written.delete(name);
    this.#bytes -= removed.json.data.bytes.length;
  }
}
