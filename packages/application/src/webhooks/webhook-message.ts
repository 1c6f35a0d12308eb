import type { DomainEvent, DeliveryMessage } from '@portcullis/domain';

/** An event as receivers get it. Addresses, user agents and sessions of the actor stay in the log. */
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
