import type { ComponentChildren } from 'preact';

/** A line of a `dl`: a label and a value. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
