import { shallowRef } from 'vue';

interface Operation {
  id: string;
}

const known = shallowRef<ReadonlySet<string>>(new Set());

/**
 * Returns whether the user may call an operation of the service, such as
 * `can('updateMenu')`. The names are the `operationId`s of the service's API
 * document. In a template and in `computed`, the result follows changes at once.
 */
export const can = (operation: string) => known.value.has(operation);

export function setOperations(operations: Operation[]) {
  known.value = new Set(operations.map(({ id }) => id));
}
