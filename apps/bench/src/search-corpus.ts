import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns a generator of random numbers from 0 to 1, whose sequence depends only on the seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Texts written by people: the English documentation and the Chinese phrases of the console. */
export interface Corpus {
  readonly words: readonly string[];
  readonly phrases: readonly string[];
  /** All Chinese characters of the phrases, including repetitions. */
  readonly characters: readonly string[];
}

/** Returns the texts of all files below a folder of this repository whose names end with `suffix`. */
const read = (folder: string, suffix: string): string =>
  readdirSync(`${root}/${folder}`, { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith(suffix))
    .map((path) => readFileSync(`${root}/${folder}/${path}`, 'utf8'))
    .join('\n');

export function readCorpus(): Corpus {
  const messages = read('apps/console/src', 'messages.ts');
  const phrases = [...new Set(messages.match(/\p{scx=Han}[\p{scx=Han}\p{N}，。]{3,}/gu))];
  return {
    words: read('docs', '.md').match(/[A-Za-z]{2,}[.,]?/g) ?? [],
    phrases,
    characters: phrases.join('').match(/\p{Script=Han}/gu) ?? [],
  };
}

/** The seed of the random numbers with which the articles are generated. */
export const articleSeed = 1;

interface Article {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/**
 * Makes an article from passages of the corpus. On average, one of three articles is Chinese. English words are about
 * as frequent as in the corpus.
 */
export function articleOf({ words, phrases, characters }: Corpus, random: () => number): Article {
  const passage = (length: number) => {
    const from = Math.floor(random() * (words.length - length));
    return words.slice(from, from + length).join(' ');
  };
  const pick = (texts: readonly string[]) => texts[Math.floor(random() * texts.length)] ?? '';
  // Each phrase is followed by words of two random characters, because the phrases alone have too few different words.
  const chinese = (count: number) =>
    Array.from({ length: count }, () => {
      const pairs = Array.from({ length: 4 }, () => pick(characters) + pick(characters));
      return pick(phrases) + pairs.join('');
    }).join('，');
  if (random() < 1 / 3) return { title: chinese(2), summary: chinese(4), body: `${chinese(20)}。${passage(10)}` };
  return {
    title: passage(6),
    summary: passage(15),
    body: Array.from({ length: 4 }, () => passage(30)).join('\n\n'),
  };
}

export interface QueryKind {
  readonly title: string;
  readonly queries: readonly string[];
}

const queriesOfKind = 200;

const make = (one: () => string): readonly string[] => Array.from({ length: queriesOfKind }, one);

/**
 * Makes the measured queries. Single words are chosen from the list of distinct words, so frequent and rare words are
 * equally likely. Neighbouring words are chosen from the corpus, so frequent words are more likely.
 */
export function queriesFor(corpus: Corpus): readonly QueryKind[] {
  const random = randomNumbers(77);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const vocabulary = [...new Set(corpus.words.map((word) => word.replace(/\W/g, '').toLowerCase()))];
  const longWords = vocabulary.filter((word) => word.length >= 4);
  const articleNumbers = randomNumbers(articleSeed);
  const bodies = Array.from({ length: 1000 }, () => articleOf(corpus, articleNumbers).body);
  const runs = bodies.flatMap((body) => body.match(/\p{Script=Han}{8,}/gu) ?? []);
  const part = (length: number) => {
    const run = pick(runs) ?? '';
    const from = Math.floor(random() * (run.length - length + 1));
    return run.slice(from, from + length);
  };
  const neighbours = () => {
    const from = Math.floor(random() * (corpus.words.length - 2));
    return corpus.words.slice(from, from + 2).join(' ');
  };
  const kinds = [
    { title: 'one word', queries: make(() => pick(longWords) ?? '') },
    { title: 'beginning of a word, 4 letters', queries: make(() => (pick(longWords) ?? '').slice(0, 4)) },
    { title: 'two words', queries: make(() => `${pick(longWords)} ${pick(longWords)}`) },
    { title: 'two neighbouring words of a text', queries: make(neighbours) },
    { title: 'Chinese, 2 characters', queries: make(() => part(2)) },
    { title: 'Chinese, 3 to 8 characters', queries: make(() => part(3 + Math.floor(random() * 6))) },
    { title: 'the most frequent word', queries: ['the'] },
  ];
  const inTurn = Array.from({ length: queriesOfKind }, (_, at) =>
    kinds.map(({ queries }) => queries[at % queries.length] ?? ''),
  ).flat();
  return [...kinds, { title: 'all kinds, in equal shares', queries: inTurn }];
}
