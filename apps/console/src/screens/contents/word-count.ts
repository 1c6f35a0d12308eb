/**
 * Scripts without spaces between words. As in the statistics of word processors for Chinese, each character counts as a
 * word.
 */
const characters = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;

const words = new RegExp(
  String.raw`${characters}|(?:(?!${characters})[\p{L}\p{N}\p{M}])+(?:['’](?!${characters})\p{L}+)*`,
  'gu',
);

/** Returns the number of words of a text. The marks of Markdown and punctuation do not count. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(words)) count += 1;
  return count;
}
