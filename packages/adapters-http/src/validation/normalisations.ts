import { trimmedNfc } from '@portcullis/domain/internal/text';

/**
 * For the name of a rule, how texts are changed before the rules of their field are checked. Names are stored and compared
 * in NFC, and ids in lower case, so that each has one form.
 */
export const normalisations: ReadonlyMap<string, (text: string) => string> = new Map([
  ['isOneLine', trimmedNfc],
  ['isMultiLine', (text: string) => text.normalize('NFC')],
  ['isText', (text: string) => text.normalize('NFC')],
  ['isUuid', (text: string) => text.toLowerCase()],
]);
