import type { Token } from 'markdown-it';
import type { ShownPicture } from '@portcullis/domain/internal/media/shown-picture';

/** The pictures of this service that a document may show, by their ids. */
export type Pictures = ReadonlyMap<string, ShownPicture>;

const address = /^(https?:\/\/[^/?#]+)?\/media\/([0-9a-f-]{36})\//i;

/** Returns the picture of this service at an address. A picture of another host may have the same path. */
function pictureAt(source: string, pictures: Pictures): ShownPicture | undefined {
  const [, origin = '', id = ''] = address.exec(source) ?? [];
  const picture = pictures.get(id.toLowerCase());
  return origin === '' || picture?.url.startsWith(`${origin}/`) ? picture : undefined;
}

/**
 * Adds the size to pictures of this service, so that a page does not move when they are loaded, and several widths, so
 * that a browser loads no more pixels than it shows. Browsers load a picture when it is about to be seen.
 */
export function addPictureSizes(tokens: readonly Token[], pictures: Pictures): void {
  if (pictures.size === 0) return;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const picture = token.type === 'image' ? pictureAt(String(token.attrGet('src')), pictures) : undefined;
    if (picture === undefined) continue;
    token.attrSet('src', picture.url);
    token.attrSet('width', String(picture.width));
    token.attrSet('height', String(picture.height));
    token.attrSet('loading', 'lazy');
    token.attrSet('decoding', 'async');
    token.attrSet('srcset', picture.srcset);
    token.attrSet('sizes', 'auto, 100vw');
  }
}
