/**
 * Scripts without spaces between words. As in the statistics of word processors for Chinese, each character counts as a
 * word.
 */
const characters = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;

const words = new RegExp(
  String.raw`${characters}|(?:(?!${characters})[\p{L}\p{N}\p{M}])+(?:['’](?!${characters})\p{L}+)*`,
  'gu',
);

/** The address of a link or of a picture in Markdown. */
const addresses = /\]\([^()\s]*\)/gu;

/** Returns the number of words of a text. The marks of Markdown, addresses and punctuation do not count. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.replaceAll(addresses, ']').matchAll(words)) count += 1;
  return count;
}
