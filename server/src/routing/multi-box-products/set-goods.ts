import type { Goods, multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { cubicCentimetresOf, gramsOf, millimetresOf } from '@despatch/domain/routing/allocation/units'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { type ComponentState, componentProblems } from '@despatch/domain/routing/multi-box-products/components'
import { goodsLacks, lackBits } from '@despatch/domain/orders/needs-attention'
import { sql } from 'kysely'
import { changedMeanwhile } from '../rule-book/changed-meanwhile.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { GOODS_LACKS } from '@despatch/domain/orders/needs-attention'
import { lockSkuData, updateGoodsLacks } from '../sku-data/order-goods-lacks.ts'
import { loadGoods, sortedGoods, noSuchSku } from './goods-queries.ts'

/**
 * Sets a SKU's weight, size, categories and boxes: all or nothing. Later allocations use them; the rule book's version
 * does not change. Throws an AppError: 404 if the client does not have the SKU; 409 if it changed since the caller read
 * it; 400, at the field, for invalid boxes.
 */
export async function setGoods(
  context: Context,
  { body: input }: RouteChecked<typeof routes.setGoods>,
): Promise<RouteAnswer<typeof routes.setGoods>> {
  const { transaction, client } = context
  const body = await inClientCase(context, input)
  const goods = sortedGoods(body.goods)
  // One transaction at a time: otherwise two products could become boxes of each other.
  await lockSkuData(transaction, client)
  // Lock orders before SKUs. The caller's known goods may decide which orders, because the save fails if they are
  // outdated.
  const orderNumbers = await lockOrdersOf(transaction, client, body.SKU, lackChanges(sortedGoods(body.known), goods))
  const found = await loadGoods(transaction, client, body.SKU, 'to-change')
  if (!found) throw noSuchSku(body.SKU)
  const was = found.goods
  if (JSON.stringify(was) !== JSON.stringify(sortedGoods(body.known))) throw changedMeanwhile()
  const problems = await boxProblems(context, body)
  if (problems.length > 0) throw refuseFields(problems)

  // A new size leaves width and height unknown.
  const isResized = was.length !== goods.length || was.volume !== goods.volume
  // Write boxes only if they changed: a trigger then locks the client's kits, which all its orders wait for.
  const isBoxed = JSON.stringify(was.components) !== JSON.stringify(goods.components)
  await inOrder([
    ...save(context, body.SKU, goods, isResized),
    ...(isBoxed ? saveBoxes(context, body.SKU, goods.components) : []),
    auditGoods(context, body.SKU, was, goods),
  ])
  await updateGoodsLacks(transaction, client, orderNumbers)
  return { message: DATA_UPDATED }
}

type Body = RouteChecked<typeof routes.setGoods>['body']

async function inClientCase({ transaction, client }: Context, body: Body): Promise<Body> {
  const { components } = body.goods
  const written = await loadSkuSpelling(transaction, client, [body.SKU, ...components.map(({ Code }) => Code)])
  const goods = { ...body.goods, components: components.map((box) => ({ ...box, Code: written(box.Code) })) }
  return { ...body, SKU: written(body.SKU), goods }
}

/** Bits of `orders.lacks` that a change of goods may clear, and those that it may set. */
type LackChanges = { ends: number; begins: number }

/** Changing only categories, or one known weight to another, does not affect what orders lack. */
function lackChanges(was: Goods, goods: Goods): LackChanges {
  const codes = (of: Goods) => of.components.map(({ Code }) => Code).join('\n')
  // Boxes have measures of their own.
  if (codes(was) !== codes(goods)) return { ends: GOODS_LACKS, begins: GOODS_LACKS }
  const [before, after] = [was, goods].map(({ weight, length, volume }) =>
    lackBits(goodsLacks([{ weight, length, volume, components: null }])),
  ) as [number, number]
  return { ends: before & ~after, begins: after & ~before }
}

/** Locks the open orders that contain a SKU, or a product with boxes of it, if what they lack may change. */
async function lockOrdersOf(
  transaction: Transaction,
  client: string,
  sku: string,
  { ends, begins }: LackChanges,
): Promise<string[]> {
  if (ends === 0 && begins === 0) return []
  const rows = await transaction.rows(
    sql<{ order_number: string }>`
      select order_number from orders
      where client_code = ${client} and status in ('N', 'R', 'S')
        and ((lacks & ${ends}) <> 0 or (lacks & ${begins}) <> ${begins})
        and order_number in (
          select order_number from order_lines where client_code = ${client} and sku_code in (
            select sku_code from sku_components where client_code = ${client} and component_code = ${sku}
            union all select ${sku}
          )
        )
      order by order_number for no key update`.compile(db),
  )
  return rows.map(({ order_number }) => order_number)
}

/** Checks the boxes; problems name fields of the body. */
async function boxProblems({ transaction, client }: Context, { SKU, goods }: { SKU: string; goods: Goods }) {
  const codes = goods.components.map(({ Code }) => Code)
  if (codes.length === 0) return []
  const rows = await transaction.rows(
    sql<{ sku_code: string; has_boxes: boolean; is_box: boolean }>`
      select s.sku_code,
        exists (select from sku_components c where c.client_code = s.client_code and c.sku_code = s.sku_code) as has_boxes,
        exists (select from sku_components c where c.client_code = s.client_code and c.component_code = s.sku_code) as is_box
      from skus s where s.client_code = ${client} and s.sku_code = any (${[SKU, ...codes]}::text[])`.compile(db),
  )
  const bySku = new Map(rows.map((row) => [row.sku_code, row]))
  const stateOf = (code: string): ComponentState => {
    const row = bySku.get(code)
    return row ? (row.has_boxes ? 'has-components' : 'plain') : 'unknown'
  }
  const found = componentProblems(SKU, goods.components, { stateOf, isComponent: bySku.get(SKU)?.is_box ?? false })
  return found.map(({ path, message }) => ({ path: `goods.${path}`, message }))
}

function save({ transaction, client }: Context, sku: string, goods: Goods, isResized: boolean) {
  const inUnit = (value: number | null, unit: (value: number) => number) => (value === null ? null : unit(value))
  return [
    transaction.write(
      db
        .updateTable('skus')
        .set({
          weight: inUnit(goods.weight, gramsOf),
          ...(isResized && { width: null, height: null }),
          length: inUnit(goods.length, millimetresOf),
          volume: inUnit(goods.volume, cubicCentimetresOf),
          categories: goods.categories,
        })
        .where('client_code', '=', client)
        .where('sku_code', '=', sku),
    ),
  ]
}

function saveBoxes({ transaction, client }: Context, sku: string, boxes: Goods['components']) {
  const of = { client_code: client, sku_code: sku }
  const rows = boxes.map(({ Code, quantity }) => ({ ...of, component_code: Code, quantity }))
  return [
    transaction.write(db.deleteFrom('sku_components').where('client_code', '=', client).where('sku_code', '=', sku)),
    ...(rows.length === 0 ? [] : [transaction.write(db.insertInto('sku_components').values(rows))]),
  ]
}

function auditGoods(context: Context, sku: string, was: Goods, goods: Goods): Promise<void> {
  return audit(context, {
    clientCode: context.client,
    act: 'sku.goods-set',
    object: `SKU ${sku}`,
    record: `sku:${context.client}:${sku}`,
    ...changedFields(was, goods),
  })
}
