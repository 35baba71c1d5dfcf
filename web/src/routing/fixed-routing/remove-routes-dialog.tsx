import { Text } from '@mantine/core'
import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { formatCount } from '@despatch/domain/money/money'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { MAX_LISTED_NAMES, RemoveDialog, type RemoveProps } from '../../kit/list/remove-dialog.tsx'
import { rowTitle, whereText } from './route-columns.tsx'
import { fetchRoutes } from './route-queries.ts'

type RemoveRoutesDialogProps = RemoveProps & {
  readonly rows: readonly CategoryDetailRow[]
  /** Called with the current rows if another user changed or deleted some of them. */
  readonly onChangedMeanwhile: (rows: readonly CategoryDetailRow[]) => void
}

/** Confirms the deletion of fixed routes and lists them. */
export function RemoveRoutesDialog({ rows, opened, onClose, onDeleted, onChangedMeanwhile }: RemoveRoutesDialogProps) {
  const [only] = rows
  const more = rows.length - MAX_LISTED_NAMES

  /** The next confirmation concerns the current rows. */
  async function refused(error: unknown): Promise<never> {
    const isStale = error instanceof ApiError && ['version_conflict', 'not_found'].includes(error.code)
    const now = isStale && (await fetchRoutes(rows.map((row) => row.customPreferenceID)).catch(() => undefined))
    if (now && now.length > 0) onChangedMeanwhile(now)
    if (isStale) void ruleBookChanged()
    throw error
  }
  async function remove() {
    const customPreferenceList = rows.map(({ customPreferenceID, version }) => ({ customPreferenceID, version }))
    const { message } = await call(fixedRouting.remove, { body: { customPreferenceList } }).catch(refused)
    notify.success(message)
    void ruleBookChanged()
  }

  return (
    <RemoveDialog
      noun={['fixed route', 'fixed routes']}
      names={rows.map(rowTitle)}
      {...(only && { only: `the fixed route of ${rowTitle(only)}` })}
      hasOwnList
      opened={opened}
      onRemove={remove}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <ul>
        {rows.slice(0, MAX_LISTED_NAMES).map((row) => (
          <li key={row.customPreferenceID}>
            {rowTitle(row)} to {row.methodName || row.carrierName}, {whereText(row)}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
      <Text size="sm" mt="xs">
        New orders use the remaining routes. Orders that have a carrier keep it. You can restore an earlier version of
        the carrier rules.
      </Text>
    </RemoveDialog>
  )
}
