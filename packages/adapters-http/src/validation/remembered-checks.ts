import { getMetadataStorage } from 'class-validator';

type Class = new () => unknown;

/**
 * Makes class-validator look for the checks of a request class once. Otherwise, it looks for base classes among all
 * registered classes at each validation, which takes longer than the checks themselves.
 * @param isRequestClass returns true for the classes that get no further checks after their first validation
 */
export function rememberChecks(isRequestClass: (target: Class) => boolean): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const checks = new WeakMap<object, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (target: Class, ...options) => {
    const found = checks.get(target) ?? find(target, ...options);
    if (isRequestClass(target)) checks.set(target, found);
    return found;
  };
}
