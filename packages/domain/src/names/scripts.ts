/** ISO 15924 codes of the scripts in Unicode 15, except Common and Inherited. */
const scripts =
  `Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham
  Cher Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Geor Glag Gong Gonm Goth Gran Grek Gujr Guru
  Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Kthi Lana Laoo Latn
  Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm
  Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg
  Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt
  Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb`.split(/\s+/);

/**
 * The combinations of scripts that the 'highly restrictive' level of Unicode Technical Standard 39 allows: Japanese,
 * Chinese and Korean, each together with Latin.
 */
const mixtures = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];

/**
 * Returns a pattern for text in which every character belongs to one of the given scripts or is common to all scripts.
 * For example, the digits 0 to 9, most punctuation and many accents are common to all scripts.
 */
const writtenIn = (codes: readonly string[]): RegExp =>
  new RegExp(`^[${['Zyyy', 'Zinh', ...codes].map((code) => String.raw`\p{scx=${code}}`).join('')}]*$`, 'u');

/**
 * Returns a pattern for text in scripts that are missing in `scripts` because Unicode added them later. All these
 * scripts together count as one script, so that their letters are not refused.
 */
const inLaterScript = (): RegExp =>
  new RegExp(`^[^${scripts.map((code) => String.raw`\p{scx=${code}}`).join('')}]*$`, 'u');

/**
 * The patterns for allowed texts. Compiling all of them takes 45 ms, so each pattern is compiled when it is first used.
 * Most user names are Latin and match the first pattern.
 */
const allowed: readonly (() => RegExp)[] = [
  ...[...mixtures, ...scripts.map((code) => [code])].map((codes) => () => writtenIn(codes)),
  inLaterScript,
].map(once);

function once(compile: () => RegExp): () => RegExp {
  let compiled: RegExp | undefined;
  return () => (compiled ??= compile());
}

/**
 * Whether a text is written in one script, or in Latin together with the scripts of Japanese, Chinese or Korean. This
 * is the 'highly restrictive' level of Unicode Technical Standard 39, section 5.2.
 */
export const isHighlyRestrictive = (text: string): boolean => allowed.some((form) => form().test(text));
