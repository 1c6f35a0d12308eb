import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { isId, type MediaId } from '@portcullis/domain/internal/shared/ids';
import { mediaUrl, type MediaFile } from '@portcullis/domain/internal/media/media';
import type { ReceivedFile } from '../ports/media-files.ts';
import type { MediaViews } from '../ports/media.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';
import type { UploadedMedia, UploadMediaInput } from '../media/upload-media.ts';

/** Where the pictures of imported contents come from. */
export interface PictureSource {
  /**
   * Receives the file at an address.
   * @throws {PictureUnavailable}
   */
  readonly receive: (address: string, folder: string) => Promise<ReceivedFile>;
}

/** Where the pictures of imported contents come from, and the use case that stores them. */
export interface ImportedPictures extends PictureSource {
  readonly uploadMedia: (input: UploadMediaInput) => Promise<UploadedMedia>;
}

/** A picture cannot be received. The message says why. */
export class PictureUnavailable extends Error {
  override readonly name = 'PictureUnavailable';
}

/** The texts of an imported content, and the address of its picture. */
export interface PicturedContent {
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly cover: string | null;
}

/**
 * Matches, one after another, what decides whether an address is that of a picture in Markdown: the beginning of one, a
 * bracket, and the end of a label with the address after it. A pattern for a whole picture would take quadratic time in a
 * text with many beginnings.
 */
const inMarkdown =
  /\\[^]|!\[|\[|\](?<before>\(\s*)(?:<(?<quoted>[^<>\n]+)>|(?<plain>(?:\\[^\s]|\([^\s()]*\)|[^\s()<>\\])+))|\]/g;
const imageTag = /<img\b[^<>]*>/gi;
const sourceOf = /(?<before>\ssrc\s*=\s*["'])(?<address>[^"'>]+)/i;
/** Other sizes of a picture at the host that it came from. */
const otherSizes = /\s(?:srcset|sizes)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

const isInline = (address: string): boolean => /^(?:data|blob|cid):/i.test(address);
const unescaped = (text: string): string => text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '').replaceAll('&amp;', '&');

type Replacement = (address: string) => string;

function replacedInMarkdown(text: string, replacement: Replacement): string {
  const isPicture: boolean[] = [];
  return text.replaceAll(inMarkdown, (all: string, before = '', quoted?: string, plain?: string) => {
    if (all === '![' || all === '[') isPicture.push(all === '![');
    if (!all.startsWith(']')) return all;
    const written = quoted ?? plain;
    if (isPicture.pop() !== true || written === undefined) return all;
    const replaced = replacement(unescaped(written));
    return replaced === unescaped(written) ? all : `]${String(before)}${replaced}`;
  });
}

const replacedInHtml = (text: string, replacement: Replacement): string =>
  text.replaceAll(imageTag, (tag) => {
    const { before = '', address = '' } = sourceOf.exec(tag)?.groups ?? {};
    const replaced = replacement(unescaped(address));
    return address === '' || replaced === unescaped(address)
      ? tag
      : tag.replace(before + address, () => before + replaced).replaceAll(otherSizes, '');
  });

const replacedIn = (text: string, replacement: Replacement): string =>
  replacedInHtml(replacedInMarkdown(text, replacement), replacement);

/** Returns the addresses of the pictures of a content, without duplicates. */
export function pictureAddressesOf({ contentMd, contentHtml, cover }: PicturedContent): readonly string[] {
  const found = new Set(cover === null ? [] : [cover]);
  for (const text of [contentMd, contentHtml])
    replacedIn(text ?? '', (address) => {
      if (address !== '' && !isInline(address)) found.add(address);
      return address;
    });
  return [...found];
}

/** Returns the id in the address of a file of this or another installation of the service. */
function ownMediaId(address: string): MediaId | undefined {
  const id = /^\/media\/(?<id>[^/]+)\/[^/]+$/.exec(address)?.groups?.['id']?.toLowerCase();
  return id !== undefined && isId<'Media'>(id) ? id : undefined;
}

/** A picture of an imported content that is in the library. */
type Imported = Pick<MediaFile, 'id' | 'fileName' | 'type'>;

/** An imported content whose pictures are in the library. */
export interface WithImportedPictures {
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly coverId: MediaId | null;
  /** Which pictures are not in the library, and why. Their addresses remain. */
  readonly notes: readonly string[];
}

interface Dependencies {
  readonly work: UnitOfWork<Uses<'imports'>>;
  readonly media: Pick<MediaViews, 'find'>;
}

/**
 * Returns a function that takes the pictures of a content into the library, or only those that are wanted. Each address is
 * received once, also if the import is repeated. A file of another installation keeps its id, so that texts that refer to it remain the same.
 */
export function pictureImport(
  { work, media }: Dependencies,
  actor: Actor,
  { uploadMedia, receive: receiveFile }: ImportedPictures,
) {
  const known = new Map<string, Promise<Imported | string>>();

  const receive = async (address: string): Promise<Imported | string> => {
    const ownId = ownMediaId(address);
    const storedId = ownId ?? (await work.run((tx) => tx.imports.mediaAt(address)));
    const stored = storedId && (await media.find(storedId));
    if (stored !== undefined) return stored;
    try {
      const input = { id: ownId, actor, uploaderId: null, announcedBytes: 0 };
      const { media: added } = await uploadMedia({
        ...input,
        receive: async (folder) => ({ file: await receiveFile(address, folder) }),
      });
      if (ownId === undefined) await work.run((tx) => tx.imports.addMedia(address, added.id));
      return added;
    } catch (error) {
      if (error instanceof PictureUnavailable || error instanceof BusinessError) return error.message;
      throw error;
    }
  };

  return async (
    content: PicturedContent,
    isWanted: (address: string) => boolean = () => true,
  ): Promise<WithImportedPictures> => {
    const files = new Map<string, Imported>();
    const notes: string[] = [];
    for (const address of pictureAddressesOf(content).filter(isWanted)) {
      const received = known.get(address) ?? receive(address);
      known.set(address, received);
      const file = await received;
      if (typeof file === 'string') notes.push(`The picture ${address} was not imported: ${file}`);
      else files.set(address, file);
    }
    const replacement = (address: string): string => {
      const file = files.get(address);
      return file === undefined || ownMediaId(address) !== undefined ? address : mediaUrl('', file);
    };
    const replaced = (text: string | null) => (text === null ? null : replacedIn(text, replacement));
    const cover = content.cover === null ? undefined : files.get(content.cover);
    const hasCover = cover?.type === 'image';
    if (cover !== undefined && !hasCover) notes.push(`The file ${content.cover ?? ''} is not a picture.`);
    return {
      contentMd: replaced(content.contentMd),
      contentHtml: replaced(content.contentHtml),
      coverId: hasCover ? cover.id : null,
      notes,
    };
  };
}
