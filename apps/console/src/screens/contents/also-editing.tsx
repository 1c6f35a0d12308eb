import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Time } from '../../parts/elements.tsx';
import { concerns, onReportedChange } from '../../parts/reported-changes.ts';

/** Says who else has changed a content or its working copy while the page is open, before the own changes are saved. */
export function AlsoEditing({ id }: { readonly id: string }) {
  const [last, setLast] = useState<{ readonly name: string; readonly at: string } | undefined>(undefined);
  useEffect(
    () =>
      onReportedChange((change) => {
        if (change.isOwn || change.by === undefined || !concerns('content', id)(change)) return;
        setLast({ name: change.by, at: new Date().toISOString() });
      }),
    [id],
  );
  return last === undefined ? null : (
    <p class="notice-line" role="status">
      {texts().contents.alsoEditing({ name: last.name })} <Time value={last.at} />
    </p>
  );
}
