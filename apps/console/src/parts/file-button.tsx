import type { ComponentChildren } from 'preact';

interface FileButtonProps {
  readonly label: string;
  /** Shown instead of the label, which is then the tooltip. */
  readonly icon?: ComponentChildren;
  readonly class?: string;
  /** The types that the file dialog of the browser offers, such as `image/*`. */
  readonly accept?: string | undefined;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog of the browser. */
export const FileButton = ({ label, icon, class: name = '', accept, isMultiple = false, onFiles }: FileButtonProps) => (
  <label class={`button ${name}`} title={icon === undefined ? undefined : label}>
    {icon ?? label}
    <input
      aria-label={label}
      type="file"
      class="visually-hidden"
      accept={accept}
      multiple={isMultiple}
      onChange={(event) => {
        const input = event.currentTarget;
        const files = [...(input.files ?? [])];
        // The same file can be chosen again.
        input.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  </label>
);
