import { ActionIcon } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { actKey } from '../keys/act-keys.ts'
import { useKeys } from '../keys/keys.ts'
import type { RecordPlace } from '../list/listed-records.ts'
import { leaveRecord } from '../tabs/leave-record.ts'
import { tabs } from '../tabs/window-tabs.ts'
import styles from './record-page.module.css'

type RecordStepsProps = {
  readonly place: RecordPlace
  /** 'order', 'invoice'. */
  readonly noun: string
}

/** '3 of 104', with buttons for the previous and next record of the list, which open in place of this one. */
export function RecordSteps({ place: { position, total, previous, next }, noun }: RecordStepsProps) {
  const router = useRouter()
  const step = (address: string | undefined) => () => {
    const { activeId } = tabs.store.get()
    if (address !== undefined && activeId !== undefined) void leaveRecord(router, activeId, address)
  }
  useKeys({ '[': step(previous), ']': step(next) })
  const buttons = [
    { label: `Previous ${noun}`, key: '[', to: previous, Icon: IconChevronUp },
    { label: `Next ${noun}`, key: ']', to: next, Icon: IconChevronDown },
  ]
  return (
    <span className={styles.steps}>
      {formatCount(position)}
      {total !== undefined && ` of ${formatCount(total)}`}
      {buttons.map(({ label, key, to, Icon }) => (
        <ActionIcon
          key={key}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          title={label}
          disabled={to === undefined}
          {...actKey(key)}
          onClick={step(to)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  )
}
