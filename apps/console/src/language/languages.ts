/** The languages of the console. For another language, write its file in `languages` and add a line here. */
export const languages = {
  en: { name: 'English', tag: 'en', locale: 'en-GB', load: () => import('./texts/en.ts') },
  zh: { name: '中文', tag: 'zh-CN', locale: 'zh-CN', load: () => import('./texts/zh.ts') },
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (value: string): value is Language => value in languages;
