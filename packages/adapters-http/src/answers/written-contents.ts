import {
  readPublishedContent,
  type ContentViews,
  type ReadContent,
  type ReadPublishedContentInput,
} from '@portcullis/application';
import { WithEtag } from './etag.ts';
import { isLarge } from './large-answer.ts';
import { WrittenJson } from './written-json.ts';

interface Written {
  readonly version: string;
  readonly json: WrittenJson<ReadContent>;
}

/** Maximum size of all cached JSON, in bytes. */
const defaultMaxBytes = 8 * 1024 * 1024;

/**
 * Caches the JSON of published contents, except large ones, so that a content that is read often is neither read from
 * its table nor serialized each time (ADR 112). Every read asks the store for the current version, and the store returns
 * the texts unless the cached JSON has that version, so the JSON is never out of date. When the cache is full, the content that was not read for the
 * longest time is removed.
 */
export class WrittenContents {
  readonly #written = new Map<string, Written>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Reads a published content. The result has no data if the client has cached the current version.
   * @throws {BusinessError} content-not-found
   */
  async read(
    contents: ContentViews,
    { key, cachedVersions }: ReadPublishedContentInput,
  ): Promise<WithEtag<ReadContent | WrittenJson<ReadContent>>> {
    const name = 'id' in key ? `id ${key.id}` : `slug ${key.slug}`;
    const written = this.#written.get(name);
    const known = written === undefined ? cachedVersions : [...cachedVersions, written.version];
    const { version, content } = await readPublishedContent({ contents })({ key, cachedVersions: known });
    if (content === undefined) {
      if (written?.version !== version) return new WithEtag<never>(version, undefined);
      this.#keep(name, written);
      return new WithEtag(version, written.json);
    }
    if (isLarge(content)) return new WithEtag(version, content);
    const json = new WrittenJson(content);
    this.#keep(name, { version, json });
    return new WithEtag(version, json);
  }

  /** Makes this the content that was read last, and removes others until there is space for it. */
  #keep(name: string, written: Written): void {
    this.#remove(name);
    this.#written.set(name, written);
    this.#bytes += written.json.bytes.length;
    for (const longestUnread of this.#written.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(longestUnread);
    }
  }

  #remove(name: string): void {
    const removed = this.#written.get(name);
    if (removed === undefined) return;
    this.#written.delete(name);
    this.#bytes -= removed.json.bytes.length;
  }
}
