import { $t } from '@/locales';
import { textOf } from './texts';

/**
 * Asks for confirmation before resources are deleted.
 *
 * @param names The names of the resources
 * @param consequence A sentence about further consequences
 */
export function confirmDelete(names: string[], consequence: string): Promise<boolean> {
  return new Promise(resolve => {
    window.$dialog?.warning({
      title: textOf('deleteTitle', names.join(', ')),
      content: consequence,
      positiveText: $t('common.delete'),
      negativeText: $t('common.cancel'),
      onPositiveClick: () => resolve(true),
      onNegativeClick: () => resolve(false),
      onClose: () => resolve(false),
      onMaskClick: () => resolve(false),
      onEsc: () => resolve(false)
    });
  });
}

/**
 * Removes the rows one after another. Stops at the first failure, whose message is already shown. Returns true if all
 * rows were removed.
 */
export async function removeAll<Row>(rows: Row[], remove: (row: Row) => Promise<{ error: unknown }>): Promise<boolean> {
  const [first, ...others] = rows;

  if (!first) return true;

  const { error } = await remove(first);

  return error ? false : removeAll(others, remove);
}
