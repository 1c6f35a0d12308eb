import type { ApiKey } from './api-key.ts';

/**
 * How API keys can use an operation: not at all, because the operation asks for no permission; to read; or to write,
 * which a key that is `readOnly` cannot do.
 */
export type KeyUse = 'refused' | 'reads' | 'writes';

/** Why a key that can be used at all cannot be used in this way. */
export type KeyUseReason = 'key-refused' | 'key-read-only';

/**
 * Returns why a key cannot be used in this way; undefined if it can. Every interface that decides about keys calls this
 * function, so that none of them allows what another one refuses.
 */
export function reasonAgainstKeyUse({ readOnly }: Pick<ApiKey, 'readOnly'>, use: KeyUse): KeyUseReason | undefined {
  if (use === 'refused') return 'key-refused';
  return use === 'writes' && readOnly ? 'key-read-only' : undefined;
}

/**
 * Returns how an operation uses a permission of which only the code is known. Only codes such as `invoice.read` and
 * `content.read-drafts` certainly read.
 */
export const useOfCode = (code: string): Exclude<KeyUse, 'refused'> =>
  /(?:^|\.)read(?:-[^.]*)?$/.test(code) ? 'reads' : 'writes';

/** Whether a key can use a permission that it lists, if nothing else is known of the operation. */
export const canUseCode = (key: Pick<ApiKey, 'readOnly'>, code: string): boolean =>
  reasonAgainstKeyUse(key, useOfCode(code)) === undefined;
