import { slugFrom } from '../names/slug.ts';
import type { TextRule } from '../names/text.ts';

/** Length of the name of an uploaded file. */
export const mediaNameRule = { min: 1, max: 255 } as const satisfies TextRule;

const fallbackName = 'file';

/**
 * Characters that are invisible, that change the direction of the text after them, or that a file name on Windows must
 * not contain. The two joiners U+200C and U+200D are kept, because they belong to words and emoji.
 */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}<>:"|?*]|(?![\u200c\u200d])\p{Cf}/gu;

/** Names of devices, which Windows does not accept as names of files, whatever their extension is. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/** The extension of a name, with its dot. */
const extensionOf = (name: string): string => /(?<=.)\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '';

/**
 * Returns the name under which an uploaded file is shown, from the name that the client sent. Folders are removed, and
 * control characters, bidirectional marks and other characters that are unsafe in the name of a file are replaced by
 * `_`. A name of a device of Windows gets `_` in front. The result is never empty, and is a name in Unicode NFC.
 */
export function mediaName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = trimmed(last.normalize('NFC').replace(unsafeCharacters, '_'));
  const named = clean === '' ? fallbackName : clean.replace(deviceName, '_$&');
  return shortened(named);
}

/** Removes spaces and dots at both ends. Windows ignores them at the end, and a dot at the beginning hides the file. */
const trimmed = (name: string): string => name.replace(/^[\s.]+|[\s.]+$/gu, '');

function shortened(name: string): string {
  if ([...name].length <= mediaNameRule.max) return name;
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  return trimmed([...stem].slice(0, mediaNameRule.max - extension.length).join('')) + extension;
}

/** Maximum number of characters in the address before the extension. */
const longestStem = 100;

/**
 * Returns the last part of the address of an uploaded file: a slug of its name, and the extension of its format. The
 * extension in the name is not used, because the bytes determine the format.
 * @param name a name that `mediaName` returned
 * @param extension the extension of the format, without a dot
 */
export function mediaAddressName(name: string, extension: string): string {
  const stem = slugFrom(name.slice(0, name.length - extensionOf(name).length), fallbackName);
  const short = [...stem].slice(0, longestStem).join('');
  return `${short.replace(deviceName, '_$&')}.${extension}`;
}
