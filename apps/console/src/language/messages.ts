import { language } from './language.ts';

/**
 * Declares the texts of a screen in both languages. A key that is missing in one language is a compile-time error.
 * @returns a function that returns the texts in the current language. Call it while rendering.
 */
export const defineMessages =
  <Messages extends object>(en: Messages, zh: NoInfer<Messages>) =>
  (): Messages =>
    language.value === 'zh' ? zh : en;
