import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { attempt, confirmFirst, notify } from '../../parts/actions.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { Time, Button, Panel } from '../../parts/elements.tsx';
import { api } from '../../session/session.ts';
import { Enrolment } from './enrolment.tsx';
import { supportsPasskeys } from '../../session/passkeys.ts';
import { PasskeyEnrolment } from './passkey-enrolment.tsx';
import { factorMessages } from './factor-messages.ts';
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { readonly kind: 'list' | 'enrol' | 'passkey' | 'codes' }
  | { readonly kind: 'show'; readonly codes: readonly string[] };

type Factor = Schemas['OwnFactors']['factors'][number];

interface FactorListProps {
  readonly own: Schemas['OwnFactors'];
  readonly onRemove: (factor: Factor) => void;
}

function FactorList({ own: { factors, recoveryCodesLeft }, onRemove }: FactorListProps) {
  const text = factorMessages();
  if (factors.length === 0) return <p>{text.none}</p>;
  return (
    <>
      <ul class="rows">
        {factors.map((factor) => {
          const { id, name, createdAt, lastUsedAt } = factor;
          const label = name === null ? text.removeLabel(createdAt) : text.removePasskeyLabel(name);
          return (
            <li key={id}>
              <div>
                <strong>{name === null ? text.app : text.passkey(name)}</strong>
                <p class="quiet">
                  {text.added} <Time value={createdAt} />
                  {lastUsedAt === null ? undefined : (
                    <>
                      {' '}
                      · {text.lastUsed} <Time value={lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <Button label={label} onClick={() => onRemove(factor)}>
                {text.remove}
              </Button>
            </li>
          );
        })}
      </ul>
      <p class="quiet">{text.codesLeft(recoveryCodesLeft)}</p>
    </>
  );
}

/** Lists the passkeys and authenticator apps of the person who is logged in. The person can add and remove them. */
export function OwnFactors() {
  const text = factorMessages();
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const own = useLoad((signal) => api.get('/api/auth/factors', { signal }), []);
  const showList = () => {
    setStep({ kind: 'list' });
    own.reload();
  };
  const showCodes = (codes: readonly string[]) => setStep({ kind: 'show', codes });

  const endPasskey = (codes: readonly string[]) => {
    notify(text.addedPasskey);
    if (codes.length > 0) showCodes(codes);
    else showList();
  };

  async function remove({ id, kind }: Factor): Promise<void> {
    const [title, removed] =
      kind === 'passkey' ? [text.removePasskeyTitle, text.removedPasskey] : [text.removeTitle, text.removed];
    if (!(await confirmFirst({ title, consequence: text.removeConsequence, action: text.remove }))) return;
    if (await attempt(() => api.delete('/api/auth/factors/{id}', { params: { path: { id } } }))) notify(removed);
    own.reload();
  }

  return (
    <Panel title={text.title}>
      {step.kind === 'show' ? <RecoveryCodes codes={step.codes} onKept={showList} /> : undefined}
      {step.kind === 'enrol' ? <Enrolment onDone={showCodes} /> : undefined}
      {step.kind === 'passkey' ? <PasskeyEnrolment onDone={endPasskey} /> : undefined}
      {step.kind === 'codes' ? <NewRecoveryCodes onDone={showCodes} /> : undefined}
      {step.kind === 'enrol' || step.kind === 'passkey' || step.kind === 'codes' ? (
        <Button kind="link" onClick={showList}>
          {text.cancel}
        </Button>
      ) : undefined}
      {step.kind === 'list' ? (
        <LoadBoundary of={own}>
          {(found) => (
            <>
              <FactorList own={found} onRemove={(factor) => void remove(factor)} />
              <div class="form-actions">
                {supportsPasskeys() ? (
                  <Button onClick={() => setStep({ kind: 'passkey' })}>{text.addPasskey}</Button>
                ) : undefined}
                <Button onClick={() => setStep({ kind: 'enrol' })}>{text.add}</Button>
                {found.factors.length === 0 ? undefined : (
                  <Button onClick={() => setStep({ kind: 'codes' })}>{text.newCodes}</Button>
                )}
              </div>
            </>
          )}
        </LoadBoundary>
      ) : undefined}
    </Panel>
  );
}
