import type { DomainEvent, DeliveryMessage } from '@portcullis/domain';

/** Returns an event in the form in which receivers get it, without the address, the user agent and the session of the actor. */
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
