import { orNull } from '../../forms/values.ts';
import type { Media } from '../../resources/uploads.ts';
import type { Focus } from './crop-region.ts';

/** The values of the form of a file. */
export interface FileValues {
  readonly alt: string;
  /** Whether a picture only decorates, so that it needs no alternative text. */
  readonly isDecorative: boolean;
  readonly title: string;
  readonly folder: string;
  readonly focus: Focus | null;
}

export const valuesOf = ({
  alt,
  title,
  folder,
  focus,
}: Pick<Media, 'alt' | 'title' | 'folder' | 'focus'>): FileValues => ({
  alt: alt ?? '',
  isDecorative: alt === '',
  title: title ?? '',
  folder: folder ?? '',
  focus,
});

export const bodyOf = ({ alt, isDecorative, title, folder, focus }: FileValues) => ({
  alt: isDecorative ? '' : orNull(alt),
  title: orNull(title),
  folder: orNull(folder),
  focus,
});
