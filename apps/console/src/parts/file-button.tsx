interface FileButtonProps {
  readonly label: string;
  readonly class: string;
  /** The types that the file dialog of the browser offers, such as `image/*`. */
  readonly accept?: string | undefined;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog of the browser. */
export const FileButton = ({ label, class: name, accept, isMultiple = false, onFiles }: FileButtonProps) => (
  <label class={`button ${name}`}>
    {label}
    <input
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
