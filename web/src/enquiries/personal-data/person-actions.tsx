import { Button, Menu, Progress } from '@mantine/core'
import { personalData, type PersonRecordDto } from '@despatch/contract/enquiries/personal-data/personal-data'
import { MAX_ORDERS_FOUND, orderCountText } from '@despatch/domain/enquiries/personal-data/person-records'
import { useState } from 'react'
import { useExport } from '../../kit/exports/use-export.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { footBar } from '../../kit/notify/foot-bar.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { EraseDialog } from './erase-dialog.tsx'
import styles from './personal-data.module.css'
import { ofMyExports } from './person-queries.ts'

type PersonActionsProps = { readonly chosen: readonly PersonRecordDto[]; readonly onErased: () => void }

/** Actions for the ticked orders. */
export function PersonActions({ chosen, onErased }: PersonActionsProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { percent, make } = useExport()
  const tooMany = chosen.length > MAX_ORDERS_FOUND ? `Select up to ${MAX_ORDERS_FOUND} orders at once.` : undefined
  const whyNotEdit = useEditDisabledReason('reportsAndEnquiries.personalData')
  const orders = chosen.map(({ clientCode, orderNumber }) => ({ clientCode, orderNumber }))
  const start = (format: 'zip' | 'xlsx' | 'csv') =>
    void make({
      create: (options) => call(personalData.export, { body: { orders, format } }, options),
      ...ofMyExports(),
      fileName: `Personal data.${format}`,
      done: 'The file is ready. It is in My exports for 24 hours.',
    })
  return (
    <div ref={footBar} className={styles.bar} role="region" aria-label="Ticked orders">
      <span>{orderCountText(chosen.length)} ticked</span>
      <Menu position="top-start" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="default"
            disabled={tooMany !== undefined}
            loading={percent !== undefined}
            loaderProps={{
              children: <Progress w={80} value={percent ?? 0} aria-label={`Creating the file: ${percent ?? 0}%`} />,
            }}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => start('zip')}>Everything, with photos and evidence (ZIP)</Menu.Item>
          <Menu.Item onClick={() => start('xlsx')}>Excel (XLSX)</Menu.Item>
          <Menu.Item onClick={() => start('csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button color="bad" disabled={(tooMany ?? whyNotEdit) !== undefined} onClick={() => setIsAsked(true)}>
        Erase…
      </Button>
      <DisabledReason reasons={[tooMany, whyNotEdit]} />
      <EraseDialog opened={isAsked} chosen={chosen} onErased={onErased} onClose={() => setIsAsked(false)} />
    </div>
  )
}
