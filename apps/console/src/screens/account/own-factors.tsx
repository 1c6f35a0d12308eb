import type { Schemas } from '@portcullis/client';
import { addPasskeyBody } from '@portcullis/client/fields';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CodeField, PasswordField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { attempt, CopyField } from '../../parts/actions.tsx';
import { Button, Panel, useFocusOnAppearance } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { FactorList, type Factor } from '../../resources/account-lists.tsx';
import { makePasskey, supportsPasskeys } from '../../session/passkeys.ts';
import { api, profile } from '../../session/session.ts';

/** Shows new recovery codes. The service returns them only once. */
function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const text = texts().factors;
  const heading = useFocusOnAppearance<HTMLHeadingElement>();
  return (
    <div role="status">
      <h3 ref={heading} tabIndex={-1}>
        {text.recoveryCodes}
      </h3>
      <p>{text.recoveryCodesHint}</p>
      <pre class="recovery-codes">{codes.join('\n')}</pre>
      <Button onClick={onKept}>{text.kept}</Button>
    </div>
  );
}

/** Asks for a code of the authenticator app or a recovery code, and replaces all recovery codes. */
function NewRecoveryCodes({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const text = texts().factors;
  const form = useForm({
    initial: { code: '' },
    save: async (body) => {
      const { recoveryCodes } = await api.post('/api/auth/factors/recovery-codes', { body });
      onDone(recoveryCodes);
    },
  });
  return (
    <FormView form={form} action={text.newCodes} isMain={false}>
      <CodeField form={form} name="code" label={text.code} hint={text.newCodesHint} />
    </FormView>
  );
}

/**
 * The form that adds a passkey. It asks for a name and the password, and then opens the browser's dialog.
 * @param onDone called with the recovery codes; the list is empty if the account already had a second factor
 */
function PasskeyEnrolment({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const text = texts().factors;
  const hasPassword = profile.value?.hasPassword === true;
  const form = useForm({
    limits: addPasskeyBody,
    initial: { name: '', currentPassword: '' },
    save: async ({ name, currentPassword }) => {
      const body = hasPassword ? { currentPassword } : {};
      const options = await api.post('/api/auth/factors/passkeys/options', { body });
      const credential = await makePasskey(options);
      const { recoveryCodes } = await api.post('/api/auth/factors/passkeys', { body: { name, credential } });
      onDone(recoveryCodes);
    },
  });
  return (
    <FormView form={form} action={text.begin} isMain={false}>
      <TextField form={form} name="name" hint={text.passkeyNameHint} autoFocus />
      {hasPassword ? <PasswordField form={form} name="currentPassword" label={text.password} /> : undefined}
    </FormView>
  );
}

interface StepProps<Result> {
  readonly onDone: (result: Result) => void;
}

function PasswordStep({ onDone }: StepProps<Schemas['TotpEnrolment']>) {
  const text = texts().factors;
  const hasPassword = profile.value?.hasPassword === true;
  const form = useForm({
    initial: { currentPassword: '' },
    save: async (body) => onDone(await api.post('/api/auth/factors/totp', { body: hasPassword ? body : {} })),
  });
  return (
    <FormView form={form} action={text.begin} isMain={false}>
      {hasPassword ? <PasswordField form={form} name="currentPassword" label={text.password} autoFocus /> : undefined}
    </FormView>
  );
}

interface CodeStepProps extends StepProps<readonly string[]> {
  readonly enrolment: Schemas['TotpEnrolment'];
}

function CodeStep({ enrolment: { id, secret, qrSvg }, onDone }: CodeStepProps) {
  const text = texts().factors;
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => {
      const { recoveryCodes } = await api.post('/api/auth/factors/totp/confirm', { body: { id, code } });
      onDone(recoveryCodes);
    },
  });
  return (
    <>
      <p>{text.scan}</p>
      <img class="qr-code" alt={text.qrCode} src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`} />
      <CopyField label={text.key} value={secret} />
      <FormView form={form} action={text.confirm}>
        <CodeField form={form} name="code" label={text.code} />
      </FormView>
    </>
  );
}

/**
 * The steps to add an authenticator app: enter the password, add the key to the app, and enter the app's first code.
 */
function Enrolment({ onDone }: StepProps<readonly string[]>) {
  const [enrolment, setEnrolment] = useState<Schemas['TotpEnrolment']>();
  return enrolment === undefined ? (
    <PasswordStep onDone={setEnrolment} />
  ) : (
    <CodeStep enrolment={enrolment} onDone={onDone} />
  );
}

type Step =
  | { readonly kind: 'list' | 'enrol' | 'passkey' | 'codes' }
  | { readonly kind: 'show'; readonly codes: readonly string[] };

/** Lists the passkeys and authenticator apps of the person who is logged in. The person can add and remove them. */
export function OwnFactors() {
  const text = texts().factors;
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const own = useLoad((signal) => api.get('/api/auth/factors', { signal }), []);
  const showList = () => {
    setStep({ kind: 'list' });
    own.reload();
  };
  // A step that ends takes its focused element with it. The other steps focus their first field.
  const frame = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && step.kind === 'list') frame.current?.focus();
    isFirst.current = false;
  }, [step.kind]);
  const showCodes = (codes: readonly string[]) => setStep({ kind: 'show', codes });

  const endPasskey = (codes: readonly string[]) => {
    notify(text.addedPasskey);
    if (codes.length > 0) showCodes(codes);
    else showList();
  };

  function remove({ id, kind }: Factor): Promise<boolean> {
    const [title, done] =
      kind === 'passkey' ? [text.removePasskeyTitle, text.removedPasskey] : [text.removeTitle, text.removed];
    const question = { title, consequence: text.removeConsequence, action: text.remove };
    const action = () => api.delete('/api/auth/factors/{id}', { params: { path: { id } } });
    return attempt(action, { question, done, after: own.reload });
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
      <div ref={frame} tabIndex={-1} aria-label={text.title}>
        {step.kind === 'list' ? (
          <LoadBoundary of={own}>
            {(found) => (
              <>
                <FactorList found={found} none={text.none} onRemove={remove} />
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
      </div>
    </Panel>
  );
}
