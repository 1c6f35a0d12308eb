import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, StatusTag } from '../../parts/elements.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { StatusActions } from '../../parts/actions.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { webhooksMessages } from './messages.ts';
import { WebhookProfile } from './webhook-profile.tsx';
import { WebhookReplay } from './webhook-replay.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookTest } from './webhook-test.tsx';

/** The screen of a webhook: its settings, its secret, test events, and events to send again. */
export function Webhook({ id, title, up }: ScreenProps) {
  const text = webhooksMessages();
  const params = { path: { id } };
  const webhook = useLoad((signal) => api.get('/api/webhooks/{id}', { params, signal }), [id]);
  const countWaiting = async (): Promise<number> => {
    const query = { state: 'waiting', pageSize: 1 } as const;
    return (await api.get('/api/webhooks/{id}/deliveries', { params: { ...params, query } })).total;
  };
  return (
    <>
      <ScreenHead title={webhook.data?.url ?? title} up={up}>
        <a class="button" href={hrefOf(`/webhooks/${id}/deliveries`)}>
          {text.deliveries}
        </a>
        {webhook.data === undefined ? undefined : (
          <StatusActions
            name={webhook.data.url}
            status={webhook.data.enabled ? 1 : 0}
            text={text}
            countAffected={countWaiting}
            saveStatus={(to) => api.patch('/api/webhooks/{id}', { params, body: { enabled: to === 1 } })}
            remove={() => api.delete('/api/webhooks/{id}', { params })}
            listPath="/webhooks"
            onChanged={webhook.reload}
          />
        )}
      </ScreenHead>
      <LoadBoundary of={webhook}>
        {(found) => (
          <>
            <p>
              <StatusTag isEnabled={found.enabled} />
            </p>
            <div class="panels">
              <WebhookProfile webhook={found} onSaved={webhook.reload} />
              <WebhookTest id={id} />
              <WebhookSecret id={id} onRotated={webhook.reload} />
              <WebhookReplay id={id} />
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}
