import { formatCount } from '@despatch/domain/money/money'
import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { notify } from '../../notify/notify.ts'
import { messageOf } from '../../server/api-error.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import type { TableLayout } from '../columns/table-layout.ts'
import type { Columns } from '../features.ts'
import { filterWords } from '../filters/filter-words.ts'
import { ALL_ROWS } from '../page-size.ts'
import { PrintSheet } from './print-sheet.tsx'

/** The most rows to print. More are for a file. */
const MAX_PRINTED = 1000

/** The page of the list that is on the screen. */
export type ShownPage = { readonly number: number; readonly size: number; readonly rows: number }

type PrintListProps<Row extends object> = {
  readonly title: string
  readonly columns: Columns<Row>
  readonly layout: TableLayout
  readonly total: number | undefined
  /** Without it, all rows are on the screen. */
  readonly page: ShownPage | undefined
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
  readonly opened: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The dialog that prints this page of a list, or all its rows. Ctrl P opens it where the list is the screen. */
export function PrintList<Row extends object>(props: PrintListProps<Row>) {
  const { title, columns, layout, total, page, fetchRows, opened, onOpen, onClose } = props
  const [printing, setPrinting] = useState<{ readonly rows: readonly Row[]; readonly words: readonly string[] }>()
  const [chosen, setChosen] = useState<'page' | 'all'>('page')
  useHotkeys(page && total !== 0 ? [['mod+P', onOpen]] : [], [])
  const onDone = useCallback(() => setPrinting(undefined), [])

  const isPaged = page !== undefined && page.size !== ALL_ROWS && page.rows !== total
  const isTooLong = total !== undefined && total > MAX_PRINTED
  const what = isPaged && (chosen === 'page' || isTooLong) ? 'page' : 'all'
  const canPrint = what === 'page' || (total !== undefined && !isTooLong)
  const print = useOneAtATime(async () => {
    const { signal } = new AbortController()
    try {
      const [number, size] = what === 'page' && page ? [page.number, page.size] : [1, MAX_PRINTED]
      setPrinting({ rows: await fetchRows(number, size, signal), words: filterWords() })
      onClose()
    } catch (error) {
      notify.danger(messageOf(error))
    }
  })
  const all = total === undefined ? 'All rows (counting…)' : `All ${formatCount(total)}`
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={`Print ${title}`} size={420}>
        <Stack gap="md">
          <Radio.Group
            aria-label="Rows to print"
            value={what}
            onChange={(value) => setChosen(value === 'all' ? 'all' : 'page')}
          >
            <Stack gap="sm">
              {isPaged && <Radio value="page" label={`This page (${formatCount(page.rows)})`} data-autofocus />}
              <Radio
                value="all"
                label={all}
                disabled={total === undefined || isTooLong}
                description={isTooLong && `Up to ${formatCount(MAX_PRINTED)} rows can be printed. Use Export for more.`}
              />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!canPrint} onClick={print}>
              Print
            </Button>
          </Group>
        </Stack>
      </Modal>
      {printing && !opened && (
        <PrintSheet title={title} {...printing} columns={columns} layout={layout} onDone={onDone} />
      )}
    </>
  )
}
