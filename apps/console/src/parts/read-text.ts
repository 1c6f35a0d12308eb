import { translated } from '../language/module-texts.ts';
import { notify } from './notices.tsx';

/**
 * Reads a text file that a person has chosen. In a file with another encoding, such as those that spreadsheets write in
 * some countries, characters would be lost.
 * @returns undefined if the file is not encoded in UTF-8; the person knows then
 */
export async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    notify(
      translated([
        `${file.name} cannot be read as UTF-8. Save it in this encoding, and choose it again.`,
        `${file.name} 不是 UTF-8 编码。请用 UTF-8 保存后重新选择。`,
      ]),
      'error',
    );
    return undefined;
  }
}
