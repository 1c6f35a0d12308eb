import { useState } from 'preact/hooks';
import { formErrorsOf } from '../forms/form-errors.ts';
import { passkeyMessages } from '../session/passkey-messages.ts';
import { supportsPasskeys } from '../session/passkeys.ts';
import { Button } from '../parts/button.tsx';

/**
 * The button for a passkey, and the error message if the passkey fails. Shows nothing if the browser does not support
 * passkeys.
 */
export function PasskeyButton({ onUse }: { readonly onUse: () => Promise<void> }) {
  const text = passkeyMessages();
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  if (!supportsPasskeys()) return null;

  async function use(): Promise<void> {
    if (isWaiting) return;
    setProblem(undefined);
    setWaiting(true);
    try {
      await onUse();
    } catch (error) {
      setProblem(formErrorsOf(error, new Set()).problem);
    } finally {
      setWaiting(false);
    }
  }

  return (
    <div class="form">
      {problem === undefined ? undefined : (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div class="form-actions">
        <Button isBusy={isWaiting} onClick={use}>
          {isWaiting ? text.using : text.use}
        </Button>
      </div>
    </div>
  );
}
