import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly title: ComponentChildren;
  /** The buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a screen. */
export const Panel = ({ title, actions, children }: PanelProps) => (
  <section class="panel">
    {actions === undefined ? (
      <h2>{title}</h2>
    ) : (
      <div class="panel-head">
        <h2>{title}</h2>
        {actions}
      </div>
    )}
    {children}
  </section>
);
