import type { MediaPreset } from '@portcullis/domain/internal/media/media-file';
import { mediaIdsIn, shownPicture } from '@portcullis/domain/internal/media/shown-picture';
import type { MediaViews } from '../ports/media.ts';
import type { MarkdownRenderer } from '../ports/system.ts';

interface PictureDependencies {
  readonly media: MediaViews;
  readonly mediaPresets: readonly MediaPreset[];
  /** The origin in the URLs of files. Empty: the URLs are paths. */
  readonly mediaOrigin: string;
}

/**
 * Returns a renderer that knows the pictures of this service. A document that shows none is converted as before, without
 * a query. The sizes are part of the stored HTML, so that reads of contents need not look up pictures: the size of a
 * picture never changes, and every URL in the HTML remains right when variants are made, or when presets change.
 */
export const withPictures = (
  renderer: MarkdownRenderer,
  { media, mediaPresets, mediaOrigin }: PictureDependencies,
): MarkdownRenderer => ({
  ...renderer,
  render: async (markdown) => {
    const ids = mediaIdsIn(markdown);
    if (ids.length === 0) return renderer.render(markdown);
    const files = await media.findAll(ids);
    return renderer.render(
      markdown,
      files.flatMap((file) => shownPicture(mediaOrigin, file, mediaPresets) ?? []),
    );
  },
});
