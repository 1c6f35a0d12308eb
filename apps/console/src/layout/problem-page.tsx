import type { ComponentChildren } from 'preact';
import { hrefOf } from '../routing/location.ts';
import { layoutMessages } from './messages.ts';
import { ScreenHead } from '../parts/screen-head.tsx';

interface ProblemPageProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ComponentChildren;
}

export function ProblemPage({ title, hint, children }: ProblemPageProps) {
  return (
    <>
      <ScreenHead title={title} />
      <p>{hint}</p>
      <p>{children ?? <a href={hrefOf('/')}>{layoutMessages().home}</a>}</p>
    </>
  );
}
