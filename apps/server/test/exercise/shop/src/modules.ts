import { shipping } from './shipping.ts';
import { customers, lines, products } from './shop.ts';

/** The resources of this service. The commands get this list with --modules. */
export const modules = [products, customers, shipping, lines];
