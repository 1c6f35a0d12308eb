import type { Schemas } from '@portcullis/client';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { ComponentChildren } from 'preact';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screen-link.tsx';
import { Panel } from '../../parts/elements.tsx';
import { useLoad } from '../../parts/load.tsx';
import { concerns } from '../../parts/reported-changes.ts';
import { api, can } from '../../session/session.ts';

interface Step {
  readonly isDone: boolean;
  readonly text: string;
  readonly how: ComponentChildren;
}

/** Lists what every installation needs, until all of it is done. */
export function FirstSteps({ system }: { readonly system: Schemas['Overview']['system'] }) {
  const text = texts().overview.firstSteps;
  const found = useLoad(
    async (signal) => {
      const query = { roleCode: administratorRole.code, kind: 'PERSON', status: 1, pageSize: 1 } as const;
      const [own, admins] = await Promise.all([
        api.get('/api/auth/factors', { signal }),
        can('listUsers') ? api.get('/api/users', { params: { query }, signal }) : undefined,
      ]);
      return { hasFactor: own.factors.length > 0, admins: admins?.total };
    },
    [],
    concerns('user'),
  );
  if (found.data === undefined) return null;
  const { hasFactor, admins } = found.data;
  const steps: readonly Step[] = [
    { isDone: system.hasMailServer, text: text.mail, how: <code>SMTP_URL</code> },
    { isDone: system.hasPublicUrl, text: text.publicUrl, how: <code>PUBLIC_URL</code> },
    {
      isDone: admins === undefined || admins > 1,
      text: text.secondAdministrator,
      how: <ScreenLink path="/users">{text.toUsers}</ScreenLink>,
    },
    { isDone: hasFactor, text: text.factor, how: <ScreenLink path="/account">{text.toAccount}</ScreenLink> },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={text.title}>
      <ul class="rows">
        {steps.map(({ isDone, text: what, how }) => (
          <li key={what}>
            <div>
              {what}
              {isDone ? undefined : <p class="quiet">{how}</p>}
            </div>
            <span class={isDone ? 'tag tag-good' : 'tag'}>{isDone ? text.done : text.open}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
