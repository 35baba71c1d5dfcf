import { ActionIcon, Menu, Modal, Stack } from '@mantine/core'
import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { FigureField } from '../../kit/form/typed/number-fields.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { type Targets, TARGETS_KEY } from './carrier-targets.ts'

type Named = { readonly carrier: string; readonly carrierName: string }
type TargetsMenuProps = {
  /** The carriers of the report. */
  readonly carriers: readonly Named[]
  readonly targets: Targets
}

/** What the operator can set on Carrier Performance: targets of carriers. Client users have no such menu. */
export function TargetsMenu({ carriers, targets }: TargetsMenuProps) {
  const isInternal = useStore(session.store, (now) => now.user?.role.iforce_user ?? false)
  const whyNot = useEditDisabledReason('reportsAndEnquiries.carrierPerformanceReport')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (!isInternal) return null
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions" title="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={whyNot !== undefined} title={whyNot} onClick={() => setIsOpen(true)}>
            Targets…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={close} title="Targets of carriers" size={480}>
        <TargetsForm {...{ carriers, targets }} onClose={close} />
      </Modal>
    </>
  )
}

function TargetsForm({ carriers, targets, onClose }: TargetsMenuProps & { readonly onClose: () => void }) {
  const client = useQueryClient()
  const names = new Map(carriers.map(({ carrier, carrierName }) => [carrier, carrierName]))
  const known = [...new Set([...names.keys(), ...targets.keys()])].filter(Boolean).toSorted()
  const textOf = (carrier: string) => targets.get(carrier)?.toFixed(1) ?? ''
  const state = useContractForm({
    schema: carrierTargets.save.body,
    initialValues: { targets: known.map((carrier) => ({ carrier, onTime: textOf(carrier) })) },
    draftKey: 'carrier-targets',
    labels: { targets: 'targets' },
    async onSubmit({ targets: given }, idempotencyKey) {
      // Only what was changed, so that targets that someone else sets meanwhile stay.
      const body = { targets: given.filter(({ carrier, onTime }) => onTime !== textOf(carrier)) }
      const { message } = await call(carrierTargets.save, { body }, { idempotencyKey })
      await client.invalidateQueries({ queryKey: TARGETS_KEY })
      notify.success(message)
      onClose()
    },
    onCancel: onClose,
  })
  const { form } = state
  return (
    <DrawerForm title="Targets of carriers" state={state} saveLabel="Save targets">
      <p>Share of parcels on time, drawn as a dashed line. Everyone who may see the report sees it.</p>
      <Stack gap="xs">
        {form.getValues().targets.map(({ carrier }, at) => (
          <FigureField
            key={form.key(`targets.${at}.onTime`)}
            {...form.getInputProps(`targets.${at}.onTime`)}
            isText
            decimals={1}
            label={names.get(carrier) ?? carrier}
            placeholder="No target"
            rightSection={<span aria-hidden>%</span>}
            rightSectionPointerEvents="none"
          />
        ))}
      </Stack>
    </DrawerForm>
  )
}
