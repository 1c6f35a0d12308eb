import { useState } from 'preact/hooks';
import { change, FieldFrame, useField, type FieldProps } from './field.tsx';
import { commonMessages } from '../parts/messages.ts';
import { randomPassword } from './password.ts';
import { Button } from '../parts/button.tsx';

/** The field for a password that an administrator sets for a user. Its buttons show the password and generate one. */
export function NewPasswordField<Values extends { readonly password: string }>(
  props: Omit<FieldProps<Values, string>, 'name'>,
) {
  const { form, label } = props;
  const text = commonMessages();
  const [isShown, setShown] = useState(false);
  const { id, error, value, attributes } = useField(form, 'password', label);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <div class="with-buttons">
        <input
          {...attributes}
          {...(isShown ? { type: 'text' } : { type: 'password' })}
          autocomplete="new-password"
          value={value}
          onInput={(event) => change(form, 'password', event.currentTarget.value)}
        />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {text.show}
        </button>
        <Button
          onClick={() => {
            change(form, 'password', randomPassword());
            setShown(true);
          }}
        >
          {text.generate}
        </Button>
      </div>
    </FieldFrame>
  );
}
