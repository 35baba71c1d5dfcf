import { ActionIcon, Progress } from '@mantine/core'
import { type FirstStep, home } from '@despatch/contract/route/home'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { IconCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { updatePreferences, usePreferences } from '../../kit/browser/preferences.ts'
import { useStore } from '../../kit/browser/store.ts'
import { ENTRIES, entryOf } from '../../kit/navigation/menu-keys.ts'
import { isPathOpenTo } from '../../kit/navigation/screen-access.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { session } from '../../kit/session/session-store.ts'
import { call } from '../../kit/server/call.ts'
import styles from './home-screen.module.css'

const STEPS: Readonly<Record<FirstStep, { readonly label: string; readonly leaf: LeafPath }>> = {
  client: { label: 'Add a client', leaf: ENTRIES.clientList },
  carriers: { label: 'Add its carriers', leaf: 'carrierRoutingControl.carrierActiveDates' },
  prices: { label: 'Enter carrier services and prices', leaf: 'carrierRoutingControl.carrierPrices' },
  skus: { label: 'Import SKUs', leaf: 'feeds.skuDataFeed' },
  users: { label: 'Add users', leaf: ENTRIES.manageUsers },
  order: { label: 'Create the first order', leaf: 'orderManagement.createNewOrder' },
}

/** What is left of the first day of a portal, or of a new client, for staff. Gone when all is done or dismissed. */
export function FirstSteps({ client }: { readonly client: string }) {
  const now = useStore(session.store)
  const { dismissedSteps } = usePreferences()
  const isShown = now.user?.role.iforce_user === true && !dismissedSteps.includes(client)
  const { data } = useQuery({
    queryKey: ['home', 'first-steps', client],
    queryFn: ({ signal }) => call(home.firstSteps, {}, { signal }),
    enabled: isShown,
  })
  if (!isShown || !data) return null
  const steps = data.steps.filter(({ step }) => isPathOpenTo(now, entryOf(STEPS[step].leaf).path))
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="first-steps" className={styles.firstSteps}>
      <header className={styles.firstStepsHead}>
        <h2 id="first-steps">First steps</h2>
        <span className={styles.facts}>
          {done} of {steps.length} done
        </span>
        <ActionIcon
          variant="subtle"
          aria-label="Dismiss the first steps"
          onClick={() => updatePreferences({ dismissedSteps: [...dismissedSteps, client] })}
        >
          <IconX size={16} />
        </ActionIcon>
      </header>
      <Progress value={(100 * done) / steps.length} aria-label="First steps done" size="sm" />
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheck size={18} aria-label="Done:" /> : <IconCircle size={18} aria-hidden />}
            {isDone ? (
              STEPS[step].label
            ) : (
              <ScreenLink to={entryOf(STEPS[step].leaf).path}>{STEPS[step].label}</ScreenLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
