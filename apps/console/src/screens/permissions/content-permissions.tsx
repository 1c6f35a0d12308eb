import { contentPermissions, type ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Fact } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import { addContentPermissions } from '../../resources/permissions.ts';

const codes: ReadonlySet<string> = new Set(contentPermissions.map(({ code }) => code));

/** Whether operations on articles, categories, tags or files ask for this code. */
export const isContentCode = (code: string): code is ContentPermissionCode => codes.has(code);

interface AddContentPermissionsProps {
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

/** Shows what the codes for articles, categories, tags and files open, and creates the permissions that are missing. */
export function AddContentPermissions({ onAdded, onCancel }: AddContentPermissionsProps) {
  const text = texts().permissions;
  const form = useForm({
    initial: {},
    draft: false,
    save: async () => {
      const count = await addContentPermissions([...codes]);
      notify(text.contentsNotice({ count }));
      onAdded();
    },
  });
  return (
    <FormView form={form} action={text.createMissing} onCancel={onCancel}>
      <p class="quiet">{text.contentsHint}</p>
      <dl class="facts">
        {contentPermissions.map(({ code }) => (
          <Fact key={code} label={code}>
            {texts().contentCodes[code]}
          </Fact>
        ))}
      </dl>
      <p class="quiet">{text.needsReading}</p>
    </FormView>
  );
}
