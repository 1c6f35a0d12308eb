import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const steps: Readonly<Partial<Record<string, number>>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of buttons that is one stop of the Tab key. Arrow keys, Home and End move in it. */
export function Toolbar({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const controls = (): readonly HTMLElement[] => [
    ...(element.current?.querySelectorAll<HTMLElement>(':scope > button, :scope > label > input') ?? []),
  ];
  useLayoutEffect(() => {
    for (const [index, control] of controls().entries()) control.tabIndex = index === current ? 0 : -1;
  });
  function onKeyDown(event: KeyboardEvent): void {
    const all = controls();
    const at = all.findIndex((control) => control === event.target);
    const step = steps[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step && (at + step + all.length) % all.length;
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    all[next]?.focus();
  }
  return (
    <div ref={element} class="toolbar" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
