import type { multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { loadComponents, multiBoxInForce } from './multi-box-queries.ts'

/**
 * Lists the boxes of products that differ from the default, by product. Specification 3, 'component exception SKUs'.
 */
export async function listComponentExceptions({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof routes.componentExceptions>> {
  const { exceptions } = await multiBoxInForce(transaction, client)
  const components = await loadComponents(
    transaction,
    client,
    exceptions.map(({ key }) => key),
  )
  return {
    rows: exceptions.flatMap(({ key, content }) =>
      (components.get(key) ?? []).map((component) => ({ ...component, ...content, product: key })),
    ),
  }
}
