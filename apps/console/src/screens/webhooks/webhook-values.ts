import type { Schemas } from '@portcullis/client';
import { orNull } from '../../forms/values.ts';
import { eventGroups } from '../../resources/event-messages.ts';
import { webhooksMessages } from './messages.ts';

/**
 * The values of the form of a webhook. `groups` contains the selected patterns, such as `user.*`. `types` contains
 * additional event types, one on each line.
 */
export interface WebhookValues {
  readonly url: string;
  readonly groups: readonly string[];
  readonly types: string;
  readonly description: string;
  readonly enabled: boolean;
}

const everything = '*';

/** @returns the patterns of event types, such as `user.*`, as choices. */
export const groupChoices = () => [
  { value: everything, label: webhooksMessages().everything },
  ...eventGroups().map(({ pattern, name }) => ({ value: pattern, label: name })),
];

export const newWebhook: WebhookValues = { url: '', groups: [everything], types: '', description: '', enabled: true };

export function valuesOf({ url, types, description, enabled }: Schemas['Webhook']): WebhookValues {
  const patterns = new Set(groupChoices().map(({ value }) => value));
  return {
    url,
    groups: types.filter((type) => patterns.has(type)),
    types: types.filter((type) => !patterns.has(type)).join('\n'),
    description: description ?? '',
    enabled,
  };
}

export const bodyOf = ({ url, groups, types, description, enabled }: WebhookValues) => ({
  url,
  types: [...groups, ...types.split(/[\s,]+/u).filter((type) => type !== '')],
  description: orNull(description),
  enabled,
});
