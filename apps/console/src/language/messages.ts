import { language } from './language.ts';

/**
 * Declares the texts of a screen in both languages. A key that one of them lacks does not compile.
 * @returns a function that returns the texts in the current language, to be called while rendering.
 */
export const defineMessages =
  <Messages extends object>(en: Messages, zh: NoInfer<Messages>) =>
  (): Messages =>
    language.value === 'zh' ? zh : en;
