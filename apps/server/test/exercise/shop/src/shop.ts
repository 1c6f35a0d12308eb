import { migration } from '@portcullis/adapters-persistence';
import { declareRefusal, type OwnRule } from '@portcullis/domain';
import { defineResource } from '@portcullis/server';

/** What the shop sells. Everybody may read it, also without logging in. */
export const products = defineResource({
  name: 'shop.product',
  fits: '^1.0.0',
  since: 1795280000001,
  read: 'public',
  namedBy: 'name',
  label: ['Product', '商品'],
  title: ['Products', '商品'],
  samples: [
    { code: 'DESK', name: 'Desk', description: 'Made of **oak**.', price: '249.00' },
    { code: 'LAMP', name: 'Lamp', description: 'With a _warm_ light.', price: '39.50' },
  ],
  fields: {
    code: { type: 'text', max: 20, unique: true, fixed: true, search: true, sort: true, label: ['Code', '编码'] },
    name: { type: 'text', max: 100, search: true, sort: true, label: ['Name', '名称'] },
    description: { type: 'markdown', default: '', search: true, label: ['Description', '说明'] },
    price: { type: 'decimal', precision: 10, scale: 2, min: '0', filter: true, sort: true, label: ['Price', '价格'] },
    picture: { type: 'file', optional: true, label: ['Picture', '图片'] },
  },
});

/** Grants compare the region, which decides who may see a customer, an order and its lines. */
const values = ['north', 'south'] as const;
const region = { type: 'choice', values, fixed: true, filter: true, label: ['Region', '地区'] } as const;

export const customers = defineResource({
  name: 'shop.customer',
  since: 1795280000002,
  namedBy: 'name',
  label: ['Customer', '客户'],
  title: ['Customers', '客户'],
  fields: {
    name: { type: 'text', max: 100, search: true, sort: true, label: ['Name', '名称'] },
    email: { type: 'email', unique: true, search: true, label: ['Email', '邮箱'] },
    region,
  },
});

const wrongStep = declareRefusal('shop-order-wrong-step', { status: 409 });
const closed = declareRefusal('shop-order-closed', { status: 409 });

/** The states that can follow a state. An order is shipped with a route of its own. */
const following: Readonly<Record<string, readonly string[]>> = { new: ['paid', 'cancelled'], paid: ['cancelled'] };

const followsStates: OwnRule = ({ state }, stored) => {
  const before = String(stored?.['state'] ?? 'new');
  if (stored !== undefined && following[before] === undefined)
    return { refusal: closed, message: `The order is ${before}, so it cannot be changed.` };
  const isAllowed = state === before || following[before]?.includes(String(state));
  return isAllowed ? undefined : { refusal: wrongStep, message: `An order that is ${before} cannot be made ${state}.` };
};

const script = new URL('../screens/shipping.js', import.meta.url);

export const orders = defineResource({
  name: 'shop.order',
  since: 1795280000003,
  namedBy: 'number',
  label: ['Order', '订单'],
  title: ['Orders', '订单'],
  rules: [followsStates],
  refuses: [wrongStep, closed],
  actions: ['ship'],
  fields: {
    number: { type: 'text', max: 20, unique: true, fixed: true, search: true, sort: true, label: ['Number', '编号'] },
    customer: { type: 'reference', to: customers.resource, filter: true, label: ['Customer', '客户'] },
    region,
    state: {
      type: 'choice',
      values: ['new', 'paid', 'shipped', 'cancelled'],
      valueLabels: {
        new: ['New', '新建'],
        paid: ['Paid', '已付款'],
        shipped: ['Shipped', '已发货'],
        cancelled: ['Cancelled', '已取消'],
      },
      default: 'new',
      filter: true,
      label: ['State', '状态'],
    },
    placedAt: { type: 'time', default: 'now', sort: true, label: ['Placed at', '下单时间'] },
  },
  screens: [{ path: '/shop/shipping', title: ['To be shipped', '待发货'], anyOf: ['shipShopOrder'], script }],
});

/** The lines of the orders. The database ensures that a line has the region of its order. */
export const lines = defineResource({
  name: 'shop.line',
  since: 1795280000004,
  namedBy: 'name',
  label: ['Order line', '订单行'],
  title: ['Order lines', '订单行'],
  fields: {
    order: { type: 'reference', to: orders.resource, onDelete: 'remove', fixed: true, label: ['Order', '订单'] },
    region,
    product: { type: 'reference', to: products.resource, label: ['Product', '商品'] },
    name: { type: 'text', max: 100, label: ['Name on the invoice', '发票名称'] },
    quantity: { type: 'integer', min: 1, max: 1000, default: 1, label: ['Quantity', '数量'] },
    price: { type: 'decimal', precision: 10, scale: 2, min: '0', label: ['Price', '价格'] },
  },
  constraints: { shop_lines_region: 'region' },
  migrations: [
    migration(
      'ShopLineRegion1795280000005',
      `ALTER TABLE shop_orders ADD CONSTRAINT shop_orders_region UNIQUE (id, region);
       ALTER TABLE shop_lines ADD CONSTRAINT shop_lines_region
         FOREIGN KEY ("order", region) REFERENCES shop_orders (id, region) DEFERRABLE INITIALLY DEFERRED`,
    ),
  ],
});
