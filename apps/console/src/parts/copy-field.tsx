import { useId } from 'preact/hooks';
import { attempt } from './attempt.ts';
import { commonMessages } from './messages.ts';
import { notify } from './notices.tsx';
import { Button } from './button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** Shows a value that the service returns only once, with a button that copies it. */
export function CopyField({ label, value }: CopyFieldProps) {
  const text = commonMessages();
  const id = useId();
  const copy = () =>
    attempt(async () => {
      await window.navigator.clipboard.writeText(value);
      notify(text.copied);
    });
  return (
    <div class="field" role="status">
      <label for={id}>{label}</label>
      <div class="with-buttons">
        <input id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <Button onClick={copy}>{text.copy}</Button>
      </div>
      <p class="field-hint">{text.copyNow}</p>
    </div>
  );
}
