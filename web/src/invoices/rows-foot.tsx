import type { ComponentProps } from 'react'
import { SHORT_PAGE_SIZE } from '../kit/list/page-size.ts'
import { SelectionBar } from '../kit/list/selection/selection-bar.tsx'
import { TableFoot } from '../kit/list/table-foot.tsx'
import { RowActions } from './row-actions.tsx'

type RowsFootProps = Omit<ComponentProps<typeof RowActions>, 'onDone'> & {
  readonly noun: readonly [string, string]
  readonly list: {
    readonly total: number | undefined
    readonly hiddenCount: number
    readonly clear: () => void
    readonly foot: Omit<ComponentProps<typeof TableFoot>, 'defaultSize'>
  }
}

/** The bar below the rows of an invoice: actions on selected rows, and pages. */
export function RowsFoot({ noun, list, ...actions }: RowsFootProps) {
  return (
    <>
      <SelectionBar
        selected={actions.target.rows.length}
        hidden={list.hiddenCount}
        total={list.total}
        noun={noun}
        onClear={list.clear}
      >
        <RowActions {...actions} onDone={list.clear} />
      </SelectionBar>
      <TableFoot {...list.foot} defaultSize={SHORT_PAGE_SIZE} />
    </>
  )
}
