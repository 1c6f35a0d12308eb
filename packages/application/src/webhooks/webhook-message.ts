import type { DomainEvent, DeliveryMessage } from '@portcullis/domain';

/** Converts an event to the message that receivers get. The actor's IP address, user agent and session are omitted. */
export const messageOf = ({
  position,
  type,
  occurredAt,
  actor,
  subject,
  changes,
  requestId,
}: DomainEvent): DeliveryMessage => ({
  type,
  time: occurredAt.toISOString(),
  subject: subject.id === null ? subject.type : `${subject.type}/${subject.id}`,
  data: {
    position,
    actor: { type: actor.type, id: actor.id, name: actor.name },
    subject: { type: subject.type, id: subject.id, name: subject.name },
    changes,
    requestId,
  },
});
