import { effect, signal } from '@preact/signals';

export type Language = 'en' | 'zh';

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
