import { usernameKey } from './username.ts';

/**
 * Lower-case letters that look like a letter of a reserved user name, from the confusables table of Unicode Technical
 * Standard 39, version 17. Right-to-left scripts are omitted because none of them can spell a reserved name.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'ɑαаᗅꓮꭺ𐊠𖽀',
  d: 'ðđƌɖɗԁᑯᗞᗪꓒꓓꭰꮷ',
  e: 'ɇεеҽҿⴹꓰꬲꭼ𐊆𑣆𑣎',
  i: 'lıłƚǀɨɩɪɫɭιіӏւᒪᛁᵻᵼⲓⳑⵏꓡꓲꙇꭵꮮ𐊊𐌉𐑃𐔦𑣃𑣒𑷚𖻅𖼖𖼨',
  m: 'ɱμϻмӎᗰᛖᵯⲙꓟꮇ𐊰𐌑𑜀',
  n: 'ŋƞɲɳηνղոռᵰⲛꓠ𐔓',
  o: 'øɵθοσϭоѳөօଠഠတဝთჿዐᴏᴑⲑⲟⴱⵁⵔꓳꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑣈𑣕𑣗',
  r: 'ɍɼɽʀгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵',
  s: 'ƽʂѕտടᵴꓢꜱꮥꮪ𐊖𐑈𑣁𖼺',
  t: 'ŧƭʈτтҭᵵⱦⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊',
  y: 'ƴɏɣʏγυуүұყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𑣜𖽃',
};

const plainLetters = new Map(
  Object.entries(lookAlikes).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain] as const)),
);

/**
 * Returns a form of a user name. If the name looks like a reserved name, the form equals the reserved name. Each letter
 * that looks like a letter of a reserved name is replaced by that letter, and `rn` is replaced by `m`. Accents and
 * other marks are removed, because they are easily overlooked.
 */
export function skeleton(username: string): string {
  const letters = usernameKey(username).normalize('NFD').replace(/\p{M}/gu, '');
  return [...letters]
    .map((letter) => plainLetters.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm');
}
