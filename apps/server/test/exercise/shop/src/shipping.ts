import { requestOf, route, schema, type Route } from '@portcullis/adapters-http';
import type { OwnChangeInput, OwnViews } from '@portcullis/application';
import { BusinessError, declarePermission, declareRefusal, type Id, type OwnEntity } from '@portcullis/domain';
import { resourceModule, type CommandCall } from '@portcullis/server';
import { orders } from './shop.ts';

const { resource, permissions, event, change, condition } = orders;
const shipped = event('shipped', 'state');
const notPaid = declareRefusal('shop-order-not-paid', { status: 409 });
const [ship, read] = [declarePermission(permissions.ship), declarePermission(permissions.read)];
class OrderPath extends requestOf({ id: schema.withDescription(schema.uuid<Id<string>>(), 'The id.') }, 'id') {}

interface Use {
  readonly shipShopOrder: (input: OwnChangeInput) => Promise<OwnEntity>;
  readonly shopOrders: OwnViews;
}

const shippingRoutes = ({ shipShopOrder }: Use): readonly Route[] => [
  route({
    method: 'POST',
    path: '/shop/orders/:id/ship',
    operation: 'shipShopOrder',
    idempotencyKey: 'accepted',
    summary: 'Ship a paid order that the caller may read',
    access: 'authorized',
    anyRole: [],
    anyPermission: [ship],
    readers: { roles: [], permissions: [read] },
    evaluatesConditions: true,
    params: OrderPath,
    isConditional: true,
    data: schema.nothing,
    refuses: [resource.notFound, notPaid],
    handle: async ({ params: { id }, caller: actor, ifMatch, reach }) => {
      const allowed = await reach(ship, { reads: read, attributes: resource.attributes });
      await shipShopOrder({ actor, id, ifMatch, reach: allowed });
    },
  }),
];

/** The orders, with the use case, the event, the route and the command that ship them. */
export const shipping = resourceModule({
  ...orders,
  events: { ...orders.events, shipped },
  useCases: {
    shipShopOrder: change(shipped, ({ state }) => {
      if (state !== 'paid') throw new BusinessError(notPaid, 'Only an order that is paid can be shipped.');
      return { state: 'shipped' };
    }),
  },
  routes: [...orders.routes, shippingRoutes],
  commands: {
    'shop.shipPaid': {
      summary: 'Ship the paid orders.',
      run:
        ({ shipShopOrder, shopOrders }: Use) =>
        async ({ actor, say }: CommandCall) => {
          const filter = condition({ attr: 'resource.state', eq: 'paid' });
          const { items } = await shopOrders.list({ page: 1, pageSize: 100, filter });
          for (const { id } of items) await shipShopOrder({ actor, id, ifMatch: undefined });
          say(`${items.length} shipped`);
        },
    },
  },
});
