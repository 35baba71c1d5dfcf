import type { multiBox as routes } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { compareCodes } from '@despatch/domain/text/compare-codes'
import type { Context } from '../../http/context.ts'
import { loadComponents, loadDescriptions, multiBoxInForce } from './multi-box-queries.ts'

/**
 * Gives the default and, by code, each product that comes in several boxes or departs from the default. Specification
 * 7, `GET /multibox`.
 */
export async function listMultiBox({ transaction, client }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const [{ multiBox, version }, components] = await Promise.all([
    multiBoxInForce(transaction, client),
    loadComponents(transaction, client),
  ])
  const { Same_Component_Carrier_Default, Same_Component_Carrier } = multiBox
  const codes = [...new Set([...components.keys(), ...Object.keys(Same_Component_Carrier)])].toSorted(compareCodes)
  const descriptions = await loadDescriptions(transaction, client, codes)
  return {
    Same_Component_Carrier_Default,
    rows: codes.map((code) => ({
      Code: code,
      Item_Description: descriptions.get(code) ?? '',
      Same_Component_Carrier: Same_Component_Carrier[code] ?? Same_Component_Carrier_Default,
      isException: Object.hasOwn(Same_Component_Carrier, code),
      components: components.get(code) ?? [],
    })),
    version,
  }
}
