import { language } from './language.ts';

/** The texts of modules, which bring them in English and in Chinese. In every other language, they are shown in English. */

/** A text in English and in Chinese. */
export type Translated = readonly [en: string, zh: string];

/** A text with parameters is a function, which may also return components. Texts can be grouped. */
interface Entries {
  readonly [name: string]: Translated | ((...parameters: never[]) => readonly [en: unknown, zh: unknown]) | Entries;
}

/** The same entries in one language: a string, or a function that returns a string, for each text. */
type Texts<Each> = {
  readonly [Name in keyof Each]: Each[Name] extends Translated
    ? string
    : Each[Name] extends (...parameters: infer Parameters) => readonly (infer Text)[]
      ? (...parameters: Parameters) => Text
      : Texts<Each[Name]>;
};

/** Returns a text in the current language. */
export const translated = ([en, zh]: Translated): string => (language.value === 'zh' ? zh : en);

/** Returns a text that the service returns with a module in the current language. */
export const textOf = ({ en, zh }: { readonly en: string; readonly zh: string }): string => translated([en, zh]);

const isTranslated = (entry: Entries[string]): entry is Translated => Array.isArray(entry);

function inLanguage(entries: Entries, index: 0 | 1): Readonly<Record<string, unknown>> {
  const inOneLanguage = (entry: Entries[string]): unknown => {
    if (typeof entry === 'function') return (...parameters: never[]) => entry(...parameters)[index];
    return isTranslated(entry) ? entry[index] : inLanguage(entry, index);
  };
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, inOneLanguage(entry)]));
}

/**
 * Declares the texts of a screen of a module in both languages. A missing translation is a compile-time error.
 * @returns a function that returns the texts in the current language. Call it while rendering.
 */
export function defineMessages<const Each extends Entries>(entries: Each): () => Texts<Each>;
export function defineMessages(entries: Entries): () => unknown {
  const made = new Map<0 | 1, unknown>();
  return () => {
    const index = language.value === 'zh' ? 1 : 0;
    if (!made.has(index)) made.set(index, inLanguage(entries, index));
    return made.get(index);
  };
}
