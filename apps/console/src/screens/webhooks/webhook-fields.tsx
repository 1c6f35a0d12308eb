import type { Schemas } from '@portcullis/client';
import { CheckboxGroup, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { orNull } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { Fact } from '../../parts/elements.tsx';
import { eventGroups } from '../../resources/event-names.ts';

const everything = '*';

/** @returns the patterns of event types, such as `user.*`, as choices. */
const groupChoices = () => [
  { value: everything, label: texts().webhooks.everything },
  ...eventGroups().map(({ pattern, name }) => ({ value: pattern, label: name })),
];

/**
 * The values of the form of a webhook. `groups` contains the selected patterns, such as `user.*`. `types` contains
 * additional event types, one on each line.
 */
type WebhookValues = ReturnType<typeof valuesOf>;

export const newWebhook: WebhookValues = { url: '', groups: [everything], types: '', description: '', enabled: true };

export function valuesOf({ url, types, description, enabled }: Schemas['Webhook']) {
  const patterns = new Set(groupChoices().map(({ value }) => value));
  return {
    url,
    groups: types.filter((type) => patterns.has(type)) as readonly string[],
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

interface WebhookFieldsProps {
  readonly form: Form<WebhookValues>;
  readonly autoFocus?: boolean;
}

/** Lists the event types that a webhook can receive. */
function KnownTypes() {
  return (
    <details>
      <summary>{texts().webhooks.knownTypes}</summary>
      <dl class="facts">
        {eventGroups()
          .flatMap(({ types }) => types)
          .map(({ value, label }) => (
            <Fact key={value} label={label}>
              <code>{value}</code>
            </Fact>
          ))}
      </dl>
    </details>
  );
}

/** The editable fields of a webhook, except whether the webhook is enabled. */
export function WebhookFields({ form, autoFocus = false }: WebhookFieldsProps) {
  const text = texts().webhooks;
  return (
    <>
      <TextField form={form} name="url" kind="url" hint={text.urlHint} autoFocus={autoFocus} />
      <CheckboxGroup form={form} name="groups" label={text.groups} choices={groupChoices()} />
      <TextArea form={form} name="types" label={text.singleTypes} hint={text.singleTypesHint} rows={2} isOptional />
      <KnownTypes />
      <TextArea form={form} name="description" rows={2} />
    </>
  );
}
