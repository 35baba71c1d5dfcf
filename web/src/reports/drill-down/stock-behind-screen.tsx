import type { SkuFlow } from '@despatch/contract/reports/stock-flow-shapes'
import { reports } from '@despatch/contract/reports/reports'
import { formatCount } from '@despatch/domain/money/money'
import {
  COVER_DEFINITION,
  STOCK_FIGURE_CODES,
  STOCK_FIGURES,
  STOCK_FLOW_DEFINITION,
} from '@despatch/domain/reports/figures'
import { useState } from 'react'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { call } from '../../kit/server/call.ts'
import { stockSkusSearch } from '../report-search.ts'
import { DrillDownList } from './drill-down-list.tsx'

const column = columnsOf<SkuFlow>()
const enableSorting = false
const FIGURES = STOCK_FIGURE_CODES.map((value) => ({ value, label: STOCK_FIGURES[value] }))

const COLUMNS: Columns<SkuFlow> = column.columns([
  column.accessor('SKU', { header: 'SKU', size: 140, enableSorting }),
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
  column.accessor('Item_Description', { header: 'Description', size: 240, enableSorting }),
  ...STOCK_FIGURE_CODES.map((figure) =>
    column.accessor(figure, {
      header: STOCK_FIGURES[figure],
      size: figure === 'returned' ? 150 : 105,
      enableSorting,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatCount(getValue()),
    }),
  ),
  column.accessor('daysOfCover', {
    header: 'Days of cover',
    size: 120,
    enableSorting,
    meta: { align: 'right' },
    cell: ({ getValue }) => {
      const days = getValue()
      return days === null ? '–' : formatCount(days)
    },
  }),
])

/** The SKUs behind a stock flow figure, whose pieces add up to it. */
export function StockBehindScreen() {
  const [search, change] = useScreenSearch(stockSkusSearch)
  const [pieces, setPieces] = useState<number>()
  const title = search.figure === '' ? 'SKUs' : `SKUs: ${STOCK_FIGURES[search.figure]}`
  return (
    <DrillDownList<SkuFlow>
      name="report-skus"
      noun={['SKU', 'SKUs']}
      title={title}
      definition={`${STOCK_FLOW_DEFINITION} ${COVER_DEFINITION}`}
      columns={COLUMNS}
      search={search}
      onChange={change}
      fetchPage={async (from, size, signal) => {
        const answer = await call(reports.stockSkus, { body: { ...search, page: from, limit: size } }, { signal })
        setPieces(answer.pieces)
        return answer
      }}
      rowId={({ clientCode, SKU }) => `${clientCode} ${SKU}`}
      filters={
        <>
          <ChoiceChip
            name="Figure"
            value={search.figure}
            options={FIGURES}
            onChange={(value) => change({ figure: STOCK_FIGURE_CODES.find((one) => one === value) ?? '', page: 1 })}
          />
          <TextChip
            name="Category"
            value={search.category}
            most={100}
            onChange={(category) => change({ category, page: 1 })}
          />
          {search.figure !== '' && pieces !== undefined && <span>{formatCount(pieces)} units in total</span>}
        </>
      }
      isNarrowed={search.category !== '' || search.figure !== ''}
      onClear={() => change({ category: '', figure: '', page: 1 })}
    />
  )
}
