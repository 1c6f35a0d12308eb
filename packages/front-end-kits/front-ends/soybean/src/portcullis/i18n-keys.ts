import messages from '@/locales/locale';

/** Returns true if the locale files have a text for a key such as `route.home`. */
export function isI18nKey(key: string): key is App.I18n.I18nKey {
  const value = key.split('.').reduce<unknown>((part, name) => {
    return typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined;
  }, messages['en-US']);

  return typeof value === 'string';
}
