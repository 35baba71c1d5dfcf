import { dayOf, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '../browser/clock.ts'
import { useStore } from '../browser/store.ts'
import { clientTitle } from '../session/client-title.ts'
import { session } from '../session/session-store.ts'
import styles from './print.module.css'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: OPERATOR_ZONE })

/** 'Printed 28 Nov 2026 08:20', in the operator's time zone. */
export const printedText = (at: Date) => `Printed ${formatDayShort(dayOf(at))} ${time.format(at)}`

/** On paper only: whose data it is, what narrows it, and when it was printed. */
export function PrintedAt({ words = [] }: { readonly words?: readonly string[] }) {
  const { clients, client } = useStore(session.store)
  const selected = clients.find(({ code }) => code === client)
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const before = () => flushSync(() => setAt(serverNow()))
    window.addEventListener('beforeprint', before)
    return () => window.removeEventListener('beforeprint', before)
  }, [])
  return (
    <p className={styles.printed}>
      {[selected ? clientTitle(selected) : ALL_CLIENTS_LABEL, ...words, printedText(at)].join(' · ')}
    </p>
  )
}
