import type { MediaId } from '../shared/ids.ts';

/** What an uploaded file is, for lists and filters. */
export type MediaType = 'image' | 'video' | 'audio' | 'document';

/** The kinds of uploaded files. */
export const mediaTypes: readonly MediaType[] = ['image', 'video', 'audio', 'document'];

/** A file format that can be uploaded. */
export interface MediaFormat {
  /** The media type with which the file is served. */
  readonly mime: string;
  /** The extension of the file in its address, without a dot. */
  readonly extension: string;
  readonly type: MediaType;
}

/**
 * The formats that can be uploaded. The first bytes of a file determine its format, never its name. Files in other
 * formats are refused, and so are files that a browser could execute.
 */
export const mediaFormats: readonly MediaFormat[] = [
  { mime: 'image/jpeg', extension: 'jpg', type: 'image' },
  { mime: 'image/png', extension: 'png', type: 'image' },
  { mime: 'image/gif', extension: 'gif', type: 'image' },
  { mime: 'image/webp', extension: 'webp', type: 'image' },
  { mime: 'image/avif', extension: 'avif', type: 'image' },
  { mime: 'video/mp4', extension: 'mp4', type: 'video' },
  { mime: 'video/webm', extension: 'webm', type: 'video' },
  { mime: 'video/ogg', extension: 'ogv', type: 'video' },
  { mime: 'audio/mp4', extension: 'm4a', type: 'audio' },
  { mime: 'audio/mpeg', extension: 'mp3', type: 'audio' },
  { mime: 'audio/ogg', extension: 'ogg', type: 'audio' },
  { mime: 'audio/wav', extension: 'wav', type: 'audio' },
  { mime: 'application/pdf', extension: 'pdf', type: 'document' },
  { mime: 'application/zip', extension: 'zip', type: 'document' },
  { mime: 'application/msword', extension: 'doc', type: 'document' },
  { mime: 'application/vnd.ms-excel', extension: 'xls', type: 'document' },
  { mime: 'application/vnd.ms-powerpoint', extension: 'ppt', type: 'document' },
  {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
    type: 'document',
  },
  { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx', type: 'document' },
  {
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
    type: 'document',
  },
  { mime: 'application/vnd.oasis.opendocument.text', extension: 'odt', type: 'document' },
  { mime: 'application/vnd.oasis.opendocument.spreadsheet', extension: 'ods', type: 'document' },
  { mime: 'application/vnd.oasis.opendocument.presentation', extension: 'odp', type: 'document' },
  { mime: 'text/plain', extension: 'txt', type: 'document' },
];

/** The point of a picture that stays visible when the picture is cropped: fractions of its width and its height. */
export interface MediaFocus {
  readonly x: number;
  readonly y: number;
}

/** The middle of a picture. */
export const middleFocus: MediaFocus = { x: 0.5, y: 0.5 };

/** A size in which every picture is offered. */
export interface MediaPreset {
  readonly name: string;
  /** Maximum width in pixels. Pictures are never enlarged. */
  readonly width: number;
  /** Whether the picture is cropped to a square around its focus. */
  readonly isSquare: boolean;
}

/** The presets of an installation that does not configure others. */
export const defaultMediaPresets: readonly MediaPreset[] = [
  { name: 'thumb', width: 320, isSquare: false },
  { name: 'small', width: 640, isSquare: false },
  { name: 'medium', width: 1280, isSquare: false },
  { name: 'large', width: 1920, isSquare: false },
  { name: 'square', width: 512, isSquare: true },
];

/** Returns the presets as one text, such as `small=640,square=512x512`. */
export const presetsText = (presets: readonly MediaPreset[]): string =>
  presets.map(({ name, width, isSquare }) => `${name}=${width}${isSquare ? `x${width}` : ''}`).join(',');

/**
 * The formats of variants. Every variant exists in WebP, and also in JPEG, or in PNG if the picture has transparent
 * parts.
 */
export type VariantExtension = 'webp' | 'jpg' | 'png';

/** Returns the key under which the bytes of an uploaded file are stored. */
export const originalKey = (id: MediaId): string => `${id}/original`;

/** Returns the key under which the bytes of a variant are stored. */
export const variantKey = (id: MediaId, preset: string, extension: VariantExtension): string =>
  `${id}/${preset}.${extension}`;
