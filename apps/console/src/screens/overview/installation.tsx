import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Button, Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { api } from '../../session/session.ts';

type Finding = Schemas['InstallationFinding'];

/** Whether a finding is a fault. Everything else is shown in one colour. */
const isFault = ({ status }: Finding): boolean => status === 'warning' || status === 'failed';

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const text = texts().overview;
  return (
    <>
      {findings.some(isFault) ? undefined : <p role="status">{text.noFaults({ count: findings.length })}</p>}
      <ul class="rows">
        {findings.map(({ part, status, message }) => (
          <li key={message}>
            <div>
              <strong>{part}</strong>
              <p class="quiet">{message}</p>
            </div>
            <span class={isFault({ part, status, message }) ? 'tag tag-off' : 'tag tag-good'}>
              {text.statuses[status]}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Check() {
  const findings = useLoad((signal) => api.get('/api/overview/installation', { signal }), []);
  return <LoadBoundary of={findings}>{(data) => <Findings findings={data} />}</LoadBoundary>;
}

/** Checks the installation when the button is pressed, because the check asks other servers and takes some seconds. */
export function InstallationPanel() {
  const text = texts().overview;
  const [round, setRound] = useState(0);
  return (
    <Panel title={text.installation}>
      <p class="quiet">{text.checkHint}</p>
      <Button onClick={() => setRound((number) => number + 1)}>{text.check}</Button>
      {round > 0 ? <Check key={round} /> : undefined}
    </Panel>
  );
}
