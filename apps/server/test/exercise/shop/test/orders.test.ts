import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anActor, ownWorld, refusalOf } from '@portcullis/testing';
import { customers, orders } from '../src/shop.ts';

test('an order goes from state to state as the shop allows', async () => {
  const { use, useOf } = ownWorld(orders.resource, customers.resource);
  const actor = anActor();
  const person = { name: 'Ada', email: 'ada@example.com', region: 'north' };
  const { id: customer } = await useOf(customers.resource).create({ actor, draft: person });
  const draft = { number: 'A-1', customer, region: 'north' };
  const { id } = await use.create({ actor, draft });
  const make = (state: string) => use.update({ actor, id, change: { state }, ifMatch: undefined });
  assert.equal((await refusalOf(make('shipped'))).refusal, 'shop-order-wrong-step');
  assert.equal((await make('paid'))['state'], 'paid');
  assert.equal((await make('cancelled'))['state'], 'cancelled');
  assert.equal((await refusalOf(make('new'))).refusal, 'shop-order-closed');
});
