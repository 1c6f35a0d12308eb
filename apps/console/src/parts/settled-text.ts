import { useEffect } from 'preact/hooks';

/**
 * Calls a function with the trimmed text as soon as the text has not changed for some time.
 * @param pause this time in milliseconds
 */
export function useSettledText(typed: string, pause: number, take: (text: string) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => take(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
}
