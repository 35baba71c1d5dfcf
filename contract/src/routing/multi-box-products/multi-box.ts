import { z } from 'zod'
import { centimetres, cubicMetres, kilograms, optionalVersion, published } from '../rule-book/fields.ts'
import { count, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const flag = z.enum(['Y', 'N'])
const sku = requiredText(40, 'SKU')
const component = z.strictObject({ Code: z.string(), Item_Description: z.string(), quantity: z.int() })

/** Specification 3, multi-box: 'item rows with Same_Component_Carrier and Item_Description'. */
export const multiBoxRow = z.strictObject({
  Code: z.string(),
  Item_Description: z.string(),
  Same_Component_Carrier: flag,
  /** Whether the product departs from the client's default. */
  isException: z.boolean(),
  components: z.array(component),
})
export type MultiBoxRow = z.infer<typeof multiBoxRow>

export const MAX_SKUS_AT_ONCE = 1000
const skus = z.array(sku).max(MAX_SKUS_AT_ONCE, `At most ${MAX_SKUS_AT_ONCE} SKUs at once`)

/** Specification 4: 'the same-carrier flag is true when the default equals Y.' An added SKU departs from the default. */
export const amendedMultiBox = z.strictObject({
  sameCarrier: z.boolean('Either true or false'),
  skuListToAdd: skus,
  skuListToRemove: skus,
  version: optionalVersion,
})

/** A SKU's data for packing: one unit's weight (kg), longest side (cm) and volume (m³); null if unknown. */
export const goods = z.strictObject({
  weight: kilograms('Weight').nullable(),
  length: centimetres('Length').nullable(),
  volume: cubicMetres('Volume').nullable(),
  categories: z.array(requiredText(40, 'Category')).max(10, 'A SKU has at most 10 categories'),
  /** The boxes that it comes in, each a SKU; empty for a single box or a shared parcel. */
  components: z
    .array(
      z.strictObject({
        Code: sku,
        quantity: count('Boxes is a whole number').min(1, 'At least one box').max(50, 'At most 50 boxes'),
      }),
    )
    .max(50, 'A product has at most 50 components'),
})
export type Goods = z.infer<typeof goods>

const MULTI_BOX = 'carrierRoutingControl.multiBoxProductsRouting' as const

export const multiBox = routes({
  list: {
    method: 'GET',
    path: '/api/multibox',
    summary: 'The products that come in several boxes, and whether their boxes ship with one carrier',
    permission: { reads: [MULTI_BOX] },
    access: 'one-client',
    answer: z.strictObject({
      Same_Component_Carrier_Default: flag,
      rows: z.array(multiBoxRow),
      version: z.int(),
    }),
    errors: [],
    audited: false,
  },
  update: {
    method: 'POST',
    path: '/api/multibox',
    summary: 'Set the client’s default, and add and remove the products that depart from it; publishes a version',
    permission: { edits: [MULTI_BOX] },
    access: 'one-client',
    body: amendedMultiBox.extend({ skuListToAdd: skus.default([]), skuListToRemove: skus.default([]) }),
    answer: published,
    errors: ['version_conflict'],
    audited: 'rule-book.changed',
  },
  componentExceptions: {
    method: 'GET',
    path: '/api/multibox/component/exceptions',
    summary: 'The components of the products that differ from the default',
    permission: { reads: [MULTI_BOX] },
    access: 'one-client',
    answer: z.strictObject({
      rows: z.array(
        z.strictObject({
          Code: z.string(),
          Item_Description: z.string(),
          Same_Component_Carrier: flag,
          /** The product that has this box. */
          product: z.string(),
          quantity: z.int(),
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
  goods: {
    method: 'GET',
    path: '/api/sku/goods',
    summary: 'What a SKU weighs and measures, its categories and its boxes',
    permission: { reads: [MULTI_BOX] },
    access: 'one-client',
    query: z.strictObject({ SKU: sku }),
    answer: z.strictObject({ SKU: z.string(), Item_Description: z.string(), goods, components: z.array(component) }),
    errors: ['not_found'],
    audited: false,
  },
  setGoods: {
    method: 'PUT',
    path: '/api/sku/goods',
    summary: 'Set them; allocations from now on see it',
    permission: { edits: [MULTI_BOX] },
    access: 'one-client',
    /** `known`: the goods that the caller read; refused if they have changed since. */
    body: z.strictObject({ SKU: sku, goods, known: goods }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'version_conflict'],
    audited: 'sku.goods-set',
  },
})
