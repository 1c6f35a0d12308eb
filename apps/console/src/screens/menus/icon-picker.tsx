import { useState } from 'preact/hooks';
import { TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { DialogButton } from '../../parts/actions.tsx';
import { IconShape } from '../../parts/icon.tsx';
import { MenuIcon, useMenuIcons } from '../../resources/menu-icon.tsx';
import type { MenuValues } from './menu-values.ts';

interface IconGridProps {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** The icons that the console has, with a search by name. */
function IconGrid({ chosen, onChoose }: IconGridProps) {
  const text = texts().menus;
  const icons = useMenuIcons();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = Object.entries(icons).filter(([name]) => name.includes(wanted));
  return (
    <>
      <input
        type="search"
        class="search"
        aria-label={text.searchIcons}
        placeholder={text.searchIcons}
        autofocus
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <div class="icon-grid">
        {found.map(([name, icon]) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <IconShape icon={icon} />
          </button>
        ))}
      </div>
      <p class="hint" role="status">
        {text.iconsFound({ count: found.length })}
      </p>
    </>
  );
}

/**
 * The field for the Iconify icon of a menu, with a preview and a choice of icons. Every other name can be entered, too,
 * because the front end may have icons that the console does not have.
 */
export function IconPicker({ form }: { readonly form: Form<MenuValues> }) {
  const text = texts().menus;
  const { icon } = form.values.value;
  return (
    <div class="icon-picker">
      <TextField form={form} name="icon" label={text.iconName} hint={text.iconHint} />
      <span class="icon-preview">
        <MenuIcon name={icon} />
      </span>
      <DialogButton label={text.chooseIcon} dialog={text.chooseIcon} wide>
        {(close) => (
          <IconGrid
            chosen={icon}
            onChoose={(name) => {
              form.set({ icon: name });
              close();
            }}
          />
        )}
      </DialogButton>
    </div>
  );
}
