import { stock } from '@despatch/contract/stock/stock'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import type { PaletteSource } from '../kit/navigation/palette-source.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { call } from '../kit/server/call.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'
import type { SkuReportSearch } from './sku-file-report/sku-report-queries.ts'

const REPORT = 'reportsAndEnquiries.skuFileReport'
const MAX_TYPED = 100
const MAX_FOUND = 4
const reportAddress = screenAddress<Partial<SkuReportSearch>>(entryOf(REPORT).path)

/** SKUs of the selected client by code or description, for users who may see the SKU file. */
export const findSkus: PaletteSource = {
  matches: 'as-given',
  actions: () => [],
  find: async (text) => {
    const state = session.store.get()
    if (text.length > MAX_TYPED || state.selected === ALL_CLIENTS || !hasRight(state, REPORT)) return []
    const { rows } = await call(
      stock.searchSku,
      { body: { search: text, limit: MAX_FOUND } },
      { client: state.selected },
    )
    return rows.map(({ Code, Item_Description }) => ({
      id: `sku ${Code}`,
      group: 'SKUs',
      label: Code,
      description: Item_Description,
      to: reportAddress({ view: 'report', search: Code }),
    }))
  },
}
