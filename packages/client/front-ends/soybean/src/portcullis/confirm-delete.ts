import { $t } from '@/locales';
import { textOf } from './texts';

/**
 * Asks before something is deleted, with the names of what is lost.
 *
 * @param names The names of the things
 * @param consequence A sentence about what else is lost
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

/** Calls `remove` for each row in turn and ends at the first failure, which has shown its message. */
export async function removeAll<Row>(rows: Row[], remove: (row: Row) => Promise<{ error: unknown }>): Promise<boolean> {
  const [first, ...others] = rows;

  if (!first) return true;

  const { error } = await remove(first);

  return error ? false : removeAll(others, remove);
}
