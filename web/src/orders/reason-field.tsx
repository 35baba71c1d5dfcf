import { Kbd, Radio } from '@mantine/core'
import styles from './commands/work-orders.module.css'

type ReasonFieldProps = {
  /** At most nine: each is chosen by its number. */
  readonly reasons: readonly string[]
  readonly value: string | null
  readonly onChange: (reason: string) => void
}

/** A reason out of a few, all of which are to be seen: one click, or the digit beside it; then Enter. */
export function ReasonField({ reasons, value, onChange }: ReasonFieldProps) {
  return (
    <Radio.Group
      label="Reason"
      value={value}
      onChange={onChange}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        const reason = /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? reasons[Number(key) - 1] : undefined
        if (reason !== undefined) onChange(reason)
      }}
    >
      <div className={styles.reasons}>
        {reasons.map((reason, index) => (
          <Radio
            key={reason}
            value={reason}
            size="xs"
            label={
              <>
                {reason} <Kbd aria-hidden>{index + 1}</Kbd>
              </>
            }
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
