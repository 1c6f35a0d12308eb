import { expect } from 'chai';
import { sendDeliveries } from '../../src/deliveries/send-deliveries.ts';
import { mailDeliverySender } from '../../src/mail/mails.ts';
import type { Mail } from '../../src/ports/mail.ts';
import { webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import type { InMemoryWorld } from '@portcullis/testing';

const cancel = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/** Sends all deliveries that are due, as a running process does. */
export async function sendDue(world: InMemoryWorld): Promise<void> {
  const senders = { webhook: webhookDeliverySender(world), mail: mailDeliverySender(world) };
  const { take, send } = sendDeliveries({ ...world, senders, random: () => 0 });
  for (let taken = await take([]); taken.length > 0; taken = await take([])) {
    for (const each of taken) await send(each, { isStopping: () => false, cancel });
  }
}

/** Sends all deliveries that are due. @returns the last mail to an address; the test fails if there is none */
export async function mailTo(world: InMemoryWorld, address: string): Promise<Mail> {
  await sendDue(world);
  return world.mails.sent.findLast(({ to }) => to === address) ?? expect.fail(`There is no mail to ${address}.`);
}

/** Sends all deliveries that are due. @returns the token in the last mail to an address; the test fails without it */
export const tokenTo = async (world: InMemoryWorld, address: string): Promise<string> =>
  (await mailTo(world, address)).token ?? expect.fail(`The last mail to ${address} has no link.`);
