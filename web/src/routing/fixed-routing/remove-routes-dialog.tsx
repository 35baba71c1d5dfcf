import { Text } from '@mantine/core'
import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { formatCount } from '@despatch/domain/money/money'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { rowTitle, whereWords } from './route-columns.tsx'
import { fetchRoutes } from './route-queries.ts'

const MAX_LISTED_NAMES = 10

type RemoveRoutesDialogProps = {
  readonly rows: readonly CategoryDetailRow[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
  /** Somebody else has changed some of them, or deleted some: those that are left, as they are now. */
  readonly onChangedMeanwhile: (rows: readonly CategoryDetailRow[]) => void
}

/** Asks before fixed routes are deleted, and says what each holds. */
export function RemoveRoutesDialog({ rows, opened, onClose, onDeleted, onChangedMeanwhile }: RemoveRoutesDialogProps) {
  const many = rows.length
  const [first] = rows
  const more = many - MAX_LISTED_NAMES

  /** What is asked next is asked of the rows as they are now. */
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
    <ConfirmDialog
      opened={opened}
      title={
        many === 1 && first
          ? `Delete the fixed route of ${rowTitle(first)}?`
          : `Delete ${formatCount(many)} fixed routes?`
      }
      confirmLabel={many === 1 ? 'Delete the fixed route' : `Delete ${formatCount(many)} fixed routes`}
      isDangerous
      onConfirm={remove}
      onDone={onDeleted}
      onClose={onClose}
    >
      <ul>
        {rows.slice(0, MAX_LISTED_NAMES).map((row) => (
          <li key={row.customPreferenceID}>
            {rowTitle(row)} to {row.methodName || row.carrierName}, {whereWords(row)}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
      <Text size="sm" mt="xs">
        Orders that come from now on go by what is left. Orders that have their carrier keep it. A version of the rule
        book can be brought back.
      </Text>
    </ConfirmDialog>
  )
}
