import type { skuDataRoutes as routes } from '@despatch/contract/routing/sku-data/sku-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { gramsOf, millimetresOf } from '@despatch/domain/routing/allocation/units'
import { sizeOf } from '@despatch/domain/routing/sku-data/sku-measures'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { changeSkus } from './change-skus.ts'

/**
 * Sets one SKU's title, weight and size. Throws an AppError: 404 if the client does not have the SKU; 400, at the
 * weight, if weight and size do not fit each other.
 */
export async function setSkuData(
  context: Context,
  { body: { size, weight, value, ...body } }: RouteChecked<typeof routes.set>,
): Promise<RouteAnswer<typeof routes.set>> {
  const { transaction, client } = context
  const change = {
    SKU: body.SKU,
    title: body.title,
    categories: body.categories,
    isSerialNumbered: body.isSerialNumbered,
    boxes: undefined,
    value: value === '' ? '0' : value,
    weight: weight && gramsOf(weight),
    size: size && sizeOf([size.length, size.width, size.height].map(millimetresOf) as [number, number, number]),
  }
  const [outcome] = await changeSkus(transaction, client, [change], { isPreview: false, addsSkus: false })
  if (!outcome || outcome.is === 'refused') {
    if (outcome?.field === 'weight') throw refuseFields([{ path: 'weight', message: outcome.reason }])
    throw new AppError('not_found', `This client has no SKU ${body.SKU}.`)
  }
  const { SKU, changes } = outcome
  await audit(context, {
    clientCode: client,
    act: 'sku.data-set',
    object: `SKU ${SKU}`,
    record: `sku:${client}:${SKU}`,
    before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
    after: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  })
  return { message: DATA_UPDATED }
}
