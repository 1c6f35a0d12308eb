import { api, attempt, Button, defineMessages, Fragment, h, ifVersion } from '/admin/parts/v1.js';
import { LoadBoundary, Panel, ScreenHead, useLoad } from '/admin/parts/v1.js';

interface Order {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly expanded: { readonly customer?: { readonly name: string } };
}

const messages = defineMessages({ ship: ['Ship', '发货'], none: ['There is no paid order.', '没有已付款的订单。'] });
const query = { state: 'paid', sort: 'placedAt', expand: 'customer' };
const paid = () => api.request<{ readonly items: readonly Order[] }>('get', '/api/shop/orders', { params: { query } });
const shipOrder = ({ id, version }: Order) =>
  api.request('post', '/api/shop/orders/{id}/ship', { params: { path: { id }, header: ifVersion(version) } });

/** The paid orders, each with a button that ships it. */
export default function Shipping({ title }: { readonly title: string }) {
  const text = messages();
  const load = useLoad(paid, []);
  return (
    <>
      <ScreenHead title={title} />
      <LoadBoundary of={load}>
        {({ items }) => (
          <Panel title={title}>
            {items.length === 0 && <p>{text.none}</p>}
            {items.map((order) => (
              <p key={order.id}>
                {`${order.number}: ${order.expanded.customer?.name ?? '?'} `}
                <Button onClick={() => void attempt(() => shipOrder(order), { after: load.reload })}>
                  {`${text.ship}: ${order.number}`}
                </Button>
              </p>
            ))}
          </Panel>
        )}
      </LoadBoundary>
    </>
  );
}
