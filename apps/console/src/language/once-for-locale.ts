/**
 * Returns a function that creates a formatter once for each locale, because creating a formatter takes much longer than
 * using it.
 */
export function onceForLocale<Formatter>(create: (locale: string) => Formatter): (locale: string) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (locale) => {
    const formatter = formatters.get(locale) ?? create(locale);
    formatters.set(locale, formatter);
    return formatter;
  };
}
