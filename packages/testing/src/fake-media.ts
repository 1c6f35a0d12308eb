import type {
  ByteRange,
  LocalFiles,
  MediaInspector,
  MediaStore,
  PreparedFile,
  PreparedVariant,
  StoredBytes,
  StoredObject,
} from '@portcullis/application/internal/ports/media-files';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { type MediaFormat, mediaFormats, type MediaPreset } from '@portcullis/domain/internal/media/media-file';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import { hashOf } from './fakes.ts';
import { utf8Of } from './tables/utf8.ts';

/** Returns the character of each byte, so that any bytes can be compared with the text of a test. */
const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
const bytesOf = (text: string): Uint8Array => utf8Of(text).bytes;

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: number[] = [];
  for await (const chunk of bytes) for (const byte of chunk) all.push(byte);
  return Uint8Array.from(all);
}

/** The local files of a process, in memory. A path is a folder, a slash, and a name. */
export class FakeLocalFiles implements LocalFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly #folders = new Map<string, Date>();
  readonly #clock: Clock;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Writes a file, in place of an upload. */
  put(path: string, content: Uint8Array | string): string {
    this.files.set(path, typeof content === 'string' ? bytesOf(content) : content);
    return path;
  }

  get(path: string): Uint8Array {
    const content = this.files.get(path);
    if (content === undefined) throw new Error(`There is no file ${path}.`);
    return content;
  }

  readonly useFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = `/tmp/${(this.#count += 1)}`;
    this.#folders.set(folder, this.#clock.now());
    try {
      return await work(folder);
    } finally {
      this.#remove(folder);
    }
  };

  readonly save = async (folder: string, bytes: AsyncIterable<Uint8Array>): Promise<string> =>
    this.put(`${folder}/${(this.#count += 1)}`, await wholeOf(bytes));

  readonly checksum = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => hashOf(textOf(await wholeOf(bytes)));

  readonly removeOlder = async (at: Date): Promise<number> => {
    const old = [...this.#folders].filter(([, createdAt]) => createdAt < at).map(([folder]) => folder);
    for (const folder of old) this.#remove(folder);
    return old.length;
  };

  #remove(folder: string): void {
    this.#folders.delete(folder);
    for (const path of this.files.keys()) if (path.startsWith(`${folder}/`)) this.files.delete(path);
  }
}

interface Stored {
  readonly content: Uint8Array;
  readonly writtenAt: Date;
}

/** Stores files in memory. */
export class FakeMediaStore implements MediaStore {
  readonly stored = new Map<string, Stored>();
  readonly #local: FakeLocalFiles;
  readonly #clock: Clock;
  #mark: string | undefined;

  constructor(local: FakeLocalFiles, clock: Clock) {
    this.#local = local;
    this.#clock = clock;
  }

  readonly write = async (key: string, path: string): Promise<void> => {
    this.stored.set(key, { content: this.#local.get(path), writtenAt: this.#clock.now() });
    this.#local.files.delete(path);
  };

  readonly read = async (key: string, range?: ByteRange): Promise<StoredBytes | undefined> => {
    const content = this.stored.get(key)?.content;
    if (content === undefined) return undefined;
    const part = range === undefined ? content : content.subarray(range.start, range.end + 1);
    return { size: content.length, bytes: iterate([part]) };
  };

  readonly remove = async (id: string): Promise<void> => {
    for (const key of this.stored.keys()) if (key.startsWith(`${id}/`)) this.stored.delete(key);
  };

  readonly removeKey = async (key: string): Promise<void> => void this.stored.delete(key);

  readonly list = (id = ''): AsyncIterable<StoredObject> =>
    iterate(
      [...this.stored]
        .filter(([key]) => key.startsWith(id))
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([key, { content, writtenAt }]) => ({ key, size: content.length, writtenAt })),
    );

  readonly mark = {
    read: async (): Promise<string | undefined> => this.#mark,
    write: async (text: string): Promise<void> => void (this.#mark = text),
  };
}

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

const formatOf = (mime: string): MediaFormat => {
  const format = mediaFormats.find((each) => each.mime === mime);
  if (format === undefined) throw new Error(`There is no format ${mime}.`);
  return format;
};

const refusals = ['media-type-unsupported', 'media-unreadable', 'media-too-large', 'media-busy'] as const;

/**
 * Understands files whose bytes are a text: `picture 800x600` is a PNG picture of this size, `film 12` a video of 12
 * seconds, and the name of a refusal, such as `media-unreadable`, is refused with it. All other files are plain text.
 */
export class FakeMediaInspector implements MediaInspector {
  readonly #local: FakeLocalFiles;
  /** Whether `requireCapacity` refuses files. A test may change this value. */
  isBusy = false;

  constructor(local: FakeLocalFiles) {
    this.#local = local;
  }

  readonly requireCapacity = (): void => {
    if (this.isBusy) throw new BusinessError('media-busy', 'Too many files are being processed.');
  };

  readonly prepare = async (path: string): Promise<PreparedFile> => {
    const content = this.#local.get(path);
    const text = textOf(content);
    const refusal = refusals.find((each) => text.startsWith(each));
    if (refusal !== undefined) throw new BusinessError(refusal, 'This file is refused.');
    const [, width, height] = /^picture (\d+)x(\d+)/.exec(text) ?? [];
    const [, seconds] = /^film (\d+)/.exec(text) ?? [];
    const isPicture = width !== undefined;
    const isFilm = seconds !== undefined;
    // A written picture has other bytes than the received one.
    const written = isPicture ? bytesOf(`${text} without metadata`) : content;
    return {
      path: this.#local.put(`${path} prepared`, written),
      format: formatOf(isPicture ? 'image/png' : isFilm ? 'video/mp4' : 'text/plain'),
      bytes: written.length,
      sha256: isPicture ? hashOf(textOf(written)) : null,
      width: isPicture ? Number(width) : null,
      height: isPicture ? Number(height) : null,
      duration: isFilm ? Number(seconds) : null,
      thumbhash: isPicture ? 'dGh1bWI=' : null,
    };
  };

  readonly variants = async (path: string, presets: readonly MediaPreset[]): Promise<readonly PreparedVariant[]> => {
    const [, width, height] = /^picture (\d+)x(\d+)/.exec(textOf(this.#local.get(path))) ?? [];
    if (width === undefined) throw new BusinessError('media-unreadable', 'This is not a picture.');
    return presets.flatMap((preset) =>
      (['webp', 'png'] as const).map((extension) => {
        const size = sizeOf(preset, Number(width), Number(height));
        const variant = `${path} ${preset.name}.${extension}`;
        this.#local.put(variant, `variant ${size.width}x${size.height}`);
        return { preset: preset.name, extension, path: variant, bytes: this.#local.get(variant).length, ...size };
      }),
    );
  };
}

function sizeOf(preset: MediaPreset, width: number, height: number): { width: number; height: number } {
  if (preset.isSquare) {
    const side = Math.min(preset.width, width, height);
    return { width: side, height: side };
  }
  const scale = Math.min(1, preset.width / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
