import { signal } from '@preact/signals';

/**
 * Creates a choice that this browser keeps.
 * @param values the values that can be chosen; the first one is the initial one
 */
export function storedChoice<const Value extends string>(key: string, values: readonly [Value, ...Value[]]) {
  const chosen = signal<Value | undefined>(undefined);
  return {
    get: (): Value => chosen.value ?? values.find((value) => value === window.localStorage.getItem(key)) ?? values[0],
    set: (value: Value): void => {
      window.localStorage.setItem(key, value);
      chosen.value = value;
    },
  };
}
