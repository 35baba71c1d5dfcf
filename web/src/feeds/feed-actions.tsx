import { Button } from '@mantine/core'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import type { RefObject } from 'react'
import fileStyles from '../kit/form/file.module.css'
import { FEED_TEXTS } from './feed-text.ts'

type FeedActionsProps = {
  readonly feed: Feed
  /** Why the file cannot be sent. */
  readonly whyNot: string | undefined
  readonly sending: {
    readonly isPending: boolean
    /** Whether the file is only being checked. */
    readonly variables: boolean | undefined
    readonly isChecked: boolean
    mutate(isPreview: boolean): void
    cancel(): void
  }
  readonly start: RefObject<HTMLButtonElement | null>
}

/** Buttons to check and then feed the file; the next step is highlighted. */
export function FeedActions({ feed, whyNot, sending, start }: FeedActionsProps) {
  const { isPending, isChecked } = sending
  const isToCheck = !isChecked
  const isChecking = isPending && sending.variables === true
  return (
    <div className={fileStyles.actions}>
      {(!isPending || isChecking) && (
        <Button
          variant={isToCheck ? 'filled' : 'default'}
          disabled={whyNot !== undefined}
          loading={isChecking}
          ref={isToCheck ? start : undefined}
          onClick={() => sending.mutate(true)}
        >
          {isToCheck ? 'Check file' : 'Check again'}
        </Button>
      )}
      {!isChecking && (
        <Button
          variant={isToCheck ? 'default' : 'filled'}
          disabled={whyNot !== undefined || isToCheck}
          loading={isPending}
          ref={isToCheck ? undefined : start}
          onClick={() => sending.mutate(false)}
        >
          {FEED_TEXTS[feed].button}
        </Button>
      )}
      {isPending && (
        <Button variant="default" onClick={sending.cancel}>
          Cancel
        </Button>
      )}
      <Remark text={isPending ? undefined : (whyNot ?? (isToCheck ? CHECK_FIRST : undefined))} />
    </div>
  )
}

const CHECK_FIRST = 'Check the file before you import it. Checking imports nothing.'

function Remark({ text }: { text: string | undefined }) {
  return text && <span className={fileStyles.remark}>{text}</span>
}
