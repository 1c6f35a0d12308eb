export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** @param labels the labels by their values */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** @returns the label of a chosen value, without its indentation; the value itself if it is not a choice */
export const labelIn = (choices: readonly Choice[], chosen: unknown): string =>
  choices.find(({ value }) => value === chosen)?.label.trim() ?? String(chosen);

/** The options of a `select`. */
export const Options = ({ of }: { readonly of: readonly Choice[] }) => (
  <>
    {of.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);
