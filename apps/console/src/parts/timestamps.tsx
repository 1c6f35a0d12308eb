import { commonMessages } from './messages.ts';
import { Time } from './time.tsx';
import { Fact } from './fact.tsx';

interface TimestampsProps {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows in a `dl` when a resource was created and when it was last changed. */
export function Timestamps({ createdAt, updatedAt }: TimestampsProps) {
  const common = commonMessages();
  return (
    <>
      <Fact label={common.created}>
        <Time value={createdAt} />
      </Fact>
      <Fact label={common.updated}>
        <Time value={updatedAt} />
      </Fact>
    </>
  );
}
