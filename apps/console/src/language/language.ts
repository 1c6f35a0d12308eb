import { batch, effect, signal } from '@preact/signals';
import { isLanguage, languages, type Language } from './languages.ts';
import type { texts as english } from './texts/en.ts';

/** The texts of a language. Texts with parameters are functions. */
export type Texts = typeof english;

const key = 'portcullis.language';

const kept = (): Language | undefined => {
  const value = window.localStorage.getItem(key) ?? '';
  return isLanguage(value) ? value : undefined;
};

const ofBrowser = (): Language =>
  window.navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const language = signal<Language>('en');

const current = signal<Texts | undefined>(undefined);

/** Returns the texts in the current language. Call it while rendering, so that a change of the language is shown. */
export function texts(): Texts {
  if (current.value === undefined) throw new Error('The texts are shown before they are loaded.');
  return current.value;
}

/** Loads the texts of a language, and shows them. */
export async function showLanguage(shown: Language): Promise<void> {
  const loaded = await languages[shown].load();
  batch(() => {
    current.value = loaded.texts;
    language.value = shown;
  });
}

/** Changes the language of the console, and stores the choice in this browser. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await showLanguage(chosen);
  window.localStorage.setItem(key, chosen);
}

/**
 * Shows the language of the stored choice. If no choice is stored, shows the first language of the browser that the
 * console has, or else English. Also keeps the `lang` attribute of the page equal to the language.
 */
export async function startLanguage(): Promise<void> {
  await showLanguage(kept() ?? ofBrowser());
  effect(() => {
    document.documentElement.lang = languages[language.value].tag;
  });
}
