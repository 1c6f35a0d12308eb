import { commonMessages } from './messages.ts';
import { Time } from './time.tsx';

interface TimestampsProps {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows in a `dl` when a resource was created and when it was last changed. */
export function Timestamps({ createdAt, updatedAt }: TimestampsProps) {
  const common = commonMessages();
  return (
    <>
      <dt>{common.created}</dt>
      <dd>
        <Time value={createdAt} />
      </dd>
      <dt>{common.updated}</dt>
      <dd>
        <Time value={updatedAt} />
      </dd>
    </>
  );
}
