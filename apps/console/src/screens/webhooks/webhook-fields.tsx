import { Fragment } from 'preact';
import { CheckboxGroup, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { eventGroups } from '../../resources/event-messages.ts';
import { webhooksMessages } from './messages.ts';
import { groupChoices, type WebhookValues } from './webhook-values.ts';
import { Fact } from '../../parts/elements.tsx';

interface WebhookFieldsProps {
  readonly form: Form<WebhookValues>;
  readonly autoFocus?: boolean;
}

/** Lists the event types that a webhook can receive. */
function KnownTypes() {
  return (
    <details>
      <summary>{webhooksMessages().knownTypes}</summary>
      <dl class="facts">
        {eventGroups()
          .flatMap(({ types }) => types)
          .map(({ value, label }) => (
            <Fragment key={value}>
              <Fact label={label}>
                <code>{value}</code>
              </Fact>
            </Fragment>
          ))}
      </dl>
    </details>
  );
}

/** The editable fields of a webhook, except whether the webhook is enabled. */
export function WebhookFields({ form, autoFocus = false }: WebhookFieldsProps) {
  const text = webhooksMessages();
  return (
    <>
      <TextField form={form} name="url" label={text.url} kind="url" hint={text.urlHint} autoFocus={autoFocus} />
      <CheckboxGroup form={form} name="groups" label={text.groups} choices={groupChoices()} />
      <TextArea form={form} name="types" label={text.singleTypes} hint={text.singleTypesHint} rows={2} isOptional />
      <KnownTypes />
      <TextArea form={form} name="description" label={text.description} rows={2} isOptional />
    </>
  );
}
