import { effect, signal } from '@preact/signals';

type Language = 'en' | 'zh';

const key = 'portcullis.language';

const kept = (): Language | undefined => {
  const value = window.localStorage.getItem(key);
  return value === 'en' || value === 'zh' ? value : undefined;
};

const ofBrowser = (): Language => {
  const first = window.navigator.languages.find((tag) => /^(?:en|zh)\b/u.test(tag));
  return first?.startsWith('zh') === true ? 'zh' : 'en';
};

export const language = signal<Language>('en');

/** Changes the language of the console, and stores the choice in this browser. */
export function chooseLanguage(chosen: Language): void {
  window.localStorage.setItem(key, chosen);
  language.value = chosen;
}

/**
 * Sets the language to the stored choice. If no choice is stored, sets it to the first of English and Chinese among the
 * languages of the browser, or else to English. Also keeps the `lang` attribute of the page equal to the language.
 */
export function startLanguage(): void {
  language.value = kept() ?? ofBrowser();
  effect(() => {
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
  });
}

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

/** Returns a text of a module in the current language. */
export const textOf = ({ en, zh }: { readonly en: string; readonly zh: string }): string => translated([en, zh]);

const isTranslated = (entry: Entries[string]): entry is Translated => Array.isArray(entry);

function inLanguage(entries: Entries, to: Language): Readonly<Record<string, unknown>> {
  const index = to === 'zh' ? 1 : 0;
  const inOneLanguage = (entry: Entries[string]): unknown => {
    if (typeof entry === 'function') return (...parameters: never[]) => entry(...parameters)[index];
    return isTranslated(entry) ? entry[index] : inLanguage(entry, to);
  };
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, inOneLanguage(entry)]));
}

/**
 * Declares the texts of a screen in both languages. A missing translation is a compile-time error.
 * @returns a function that returns the texts in the current language. Call it while rendering.
 */
export function defineMessages<const Each extends Entries>(entries: Each): () => Texts<Each>;
export function defineMessages(entries: Entries): () => unknown {
  const made = new Map<Language, unknown>();
  return () => {
    const to = language.value;
    if (!made.has(to)) made.set(to, inLanguage(entries, to));
    return made.get(to);
  };
}
