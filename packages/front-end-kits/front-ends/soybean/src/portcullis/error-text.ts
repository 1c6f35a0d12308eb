import { conflictOf, messageOf } from '@portcullis/front-end-kits/soybean';
import { labelOf } from './field-labels';
import { textOf } from './texts';

/** Returns the message for a refused call, or undefined if the response is not from the service. */
export function errorText(response: { status: number; data?: unknown }): string | undefined {
  const fields = conflictOf(response);

  if (!fields) return messageOf(response, labelOf);

  const names = fields.map(field => labelOf(field) ?? field).join(', ');

  return textOf('conflict', names && textOf('conflictFields', names));
}
