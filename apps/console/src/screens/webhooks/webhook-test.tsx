import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { attempt } from '../../parts/actions.tsx';
import { api } from '../../session/session.ts';
import { DeliveryFacts } from './delivery-facts.tsx';
import { webhooksMessages } from './messages.ts';
import { Button, Panel } from '../../parts/elements.tsx';

/** Shows the button that sends a test event, and then the response of the receiver. */
export function WebhookTest({ id }: { readonly id: string }) {
  const text = webhooksMessages();
  const [isSending, setSending] = useState(false);
  const [delivery, setDelivery] = useState<Schemas['Delivery'] | undefined>(undefined);

  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    await attempt(async () => setDelivery(await api.post('/api/webhooks/{id}/test', { params: { path: { id } } })));
    setSending(false);
  }

  return (
    <Panel title={text.test}>
      <p class="hint">{text.testHint}</p>
      <Button isBusy={isSending} onClick={send}>
        {isSending ? text.sending : text.sendTest}
      </Button>
      <div role="status">{delivery === undefined ? undefined : <DeliveryFacts delivery={delivery} />}</div>
    </Panel>
  );
}
