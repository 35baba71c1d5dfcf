import { Button, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { useBlockLeaving } from '../../kit/browser/use-block-leaving.ts'
import { saveFile } from '../../kit/list/export/save-file.ts'
import { AttemptButton, AttemptProblem } from '../password/attempt-parts.tsx'
import styles from '../password/steps.module.css'
import { useAttempt } from '../password/use-attempt.ts'

type RecoveryCodesProps = {
  readonly username: string
  readonly codes: readonly string[]
  readonly onKept: () => Promise<void>
  /** Whether the user tried to close the dialog around them. */
  readonly isClosing?: boolean
}

/** Shows the recovery codes, this once, to be copied, saved or printed. */
export function RecoveryCodes({ username, codes, onKept, isClosing = false }: RecoveryCodesProps) {
  const { copied, copy, error } = useClipboard({ timeout: 2000 })
  const attempt = useAttempt([])
  const [isLeaving, setIsLeaving] = useState(false)
  useBlockLeaving(true, () => setIsLeaving(true))

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void attempt.attempt(onKept)
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          Without the app, you can sign in once with each code. They are shown only once. Keep them safe.
        </Text>
        <div className={styles.sheet}>
          <p className={styles.sheetTitle}>Despatch: recovery codes of {username}. Each works once.</p>
          <ul className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code} className="reference">
                {code}
              </li>
            ))}
          </ul>
        </div>
        <Group gap="xs">
          <Button variant="default" onClick={() => copy(codes.join('\n'))} autoFocus>
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="default" onClick={() => download(username, codes)}>
            Download
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
        {error && (
          <Text size="sm" c="var(--bad)" role="alert">
            Copying isn’t allowed in this browser. Download or print the codes.
          </Text>
        )}
        {(isClosing || isLeaving) && (
          <Text size="sm" c="var(--bad)" fw={600} role="alert">
            These codes won’t be shown again. Have you saved them?
          </Text>
        )}
        <AttemptButton attempt={attempt} label="I have saved them" />
        <AttemptProblem problem={attempt.problem} />
      </Stack>
    </form>
  )
}

function download(username: string, codes: readonly string[]): void {
  const text = [`Despatch: recovery codes of ${username}. Each works once.`, '', ...codes, ''].join('\r\n')
  const name = username.replaceAll(/[^\w.-]/g, '_')
  saveFile(new Blob([text], { type: 'text/plain' }), `despatch-recovery-codes-${name}.txt`)
}
