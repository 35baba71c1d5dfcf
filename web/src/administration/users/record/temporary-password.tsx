import { Button, PasswordInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePassword } from './new-password.ts'
import formStyles from '../../../kit/form/form.module.css'
import styles from '../users.module.css'

type TemporaryPasswordProps = {
  readonly value: string
  /** What happens if the field is left empty. */
  readonly otherwise: string
  readonly error: React.ReactNode
  readonly onChange: (password: string) => void
}

/** A password for the next sign-in, typed or generated. It is visible until it is saved, and once more then. */
export function TemporaryPassword({ value, otherwise, error, onChange }: TemporaryPasswordProps) {
  const [isMade, setIsMade] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const { copied, copy } = useClipboard({ timeout: 1500 })
  const isGenerated = isMade && value !== ''
  return (
    <div>
      <div className={formStyles.withButton}>
        <PasswordInput
          data-path="password"
          label="Temporary password"
          // Another user's password: password managers must neither fill it in nor save it.
          autoComplete="new-password"
          data-1p-ignore
          value={value}
          visible={isShown}
          onVisibilityChange={setIsShown}
          visibilityToggleButtonProps={{ 'aria-label': isShown ? 'Hide password' : 'Show password' }}
          error={error}
          maxLength={128}
          classNames={{ innerInput: 'reference' }}
          onChange={(event) => {
            setIsMade(false)
            onChange(event.currentTarget.value)
          }}
        />
        <Button
          className={styles.besideField}
          variant="default"
          onClick={() => {
            setIsMade(true)
            setIsShown(true)
            onChange(generatePassword())
          }}
        >
          Generate
        </Button>
        {isGenerated && (
          <Button
            className={styles.besideField}
            variant="default"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={() => copy(value)}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
      <p className={styles.note} role="status">
        {value === ''
          ? otherwise
          : `${isGenerated ? 'It is shown once more after saving. ' : ''}The user must choose another at the next sign-in.`}
      </p>
    </div>
  )
}
