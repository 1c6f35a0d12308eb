import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  readonly title: string;
  /** Called while the part is open, so that a closed part loads no data. */
  readonly children: () => ComponentChildren;
}

/** A part of a screen that a person opens and closes. At first it is closed. */
export function Fold({ title, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children() : undefined}
    </details>
  );
}
