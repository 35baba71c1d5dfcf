import { Box, Button, Group } from '@mantine/core'
import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { RecordHistory } from '../user-activity/record-history.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import styles from '../../kit/form/record.module.css'
import { dayLabel, momentText } from '../../kit/list/columns/moment-text.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { canAdopt, feedText, lastDayText, lastUseText, ownerText, STATES } from './key-text.ts'
import { serverNow } from '../../kit/browser/clock.ts'

type KeyPeekProps = {
  readonly of: ApiKey | undefined
  /** Why a key may not be replaced or revoked; undefined if it may. */
  readonly whyNot: (row: ApiKey) => string | undefined
  readonly onReplace: (row: ApiKey) => void
  readonly onRevoke: (row: ApiKey) => void
  readonly onAdopt: (row: ApiKey) => void
  readonly onClose: () => void
}

/** The side panel of a key: what it opens, who made it, when it was used. */
export function KeyPeek({ of, whyNot, onReplace, onRevoke, onAdopt, onClose }: KeyPeekProps) {
  return (
    <PeekDrawer of={of} title={({ name }) => name} onClose={onClose}>
      {(key) => (
        <>
          {key.state !== 'revoked' && (
            <Group gap="xs" mb="md">
              {key.state === 'active' && (
                <Button
                  size="xs"
                  variant="default"
                  data-autofocus
                  disabled={whyNot(key) !== undefined}
                  onClick={() => onReplace(key)}
                >
                  Replace…
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                data-autofocus={key.state !== 'active' || undefined}
                disabled={whyNot(key) !== undefined}
                onClick={() => onRevoke(key)}
              >
                Revoke…
              </Button>
              {canAdopt(key) && (
                <Button size="xs" variant="default" disabled={whyNot(key) !== undefined} onClick={() => onAdopt(key)}>
                  Take over…
                </Button>
              )}
              <DisabledReason reasons={[whyNot(key)]} />
            </Group>
          )}
          <RecordFacts
            status={STATES[key.state]}
            facts={{
              'Starts with': `${key.beginning}…`,
              Clients: key.clients.join(', '),
              Feeds: feedText(key),
            }}
          />
          <Box component="ul" mt="sm" className={styles.plain}>
            <li>{lastUseText(key)}</li>
            <li>
              Made {when(key.createdAt)} by {key.createdBy}
            </li>
            <li>
              Owner: {ownerText(key)}
              {key.suspendedFrom &&
                (key.state === 'suspended'
                  ? `. It has been suspended since ${when(key.suspendedFrom)}`
                  : `. It will be suspended on ${dayLabel(new Date(key.suspendedFrom), serverNow())}, unless someone takes it over`)}
            </li>
            <li>
              {key.expiresAt ? `Valid until ${lastDayText(key.expiresAt)}` : 'Valid until it is revoked'}
              {key.isOperators && '. Operator key: the client’s menu options don’t limit it'}
            </li>
            {key.oldUntil && <li>Replaced. The previous key is valid until {when(key.oldUntil)}</li>}
            {key.revokedAt && (
              <li>
                Revoked {when(key.revokedAt)} by {key.revokedBy}
              </li>
            )}
          </Box>
          <section className={styles.section}>
            <h2>History</h2>
            <RecordHistory of="api-key" id={key._id} />
          </section>
        </>
      )}
    </PeekDrawer>
  )
}

const when = (instant: string) => momentText(new Date(instant), serverNow())
