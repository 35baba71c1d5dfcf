import type { Client } from '@despatch/contract/administration/clients/client'
import { calendarText } from '@despatch/domain/administration/clients/client-calendar'
import { formatCount } from '@despatch/domain/money/money'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import styles from '../../kit/form/record.module.css'
import { Status } from '../../kit/list/columns/cells.tsx'
import { CALENDAR_TEXT } from './calendar-field.tsx'
import { CalendarYear } from './calendar-year.tsx'

/** The most important facts of a client. */
export function ClientHead({ client }: { readonly client: Client }) {
  const { active, currencyCode, users, mfaRequired } = client
  return (
    <RecordFacts
      status={active ? { meaning: 'good', word: 'Active' } : { meaning: 'neutral', word: 'Closed' }}
      facts={{
        Currency: currencyCode,
        Users: formatCount(users),
        'Two-factor sign-in': mfaRequired ? 'Demanded' : 'By role',
      }}
    />
  )
}

/** A client, read-only. */
export function ClientFacts({ client }: { readonly client: Client }) {
  const { calendar, children, description } = client
  return (
    <>
      <ClientHead client={client} />
      {description && <p>{description}</p>}
      <section className={styles.section}>
        <h2>Sub-accounts</h2>
        {children.length === 0 ? (
          <p className={styles.remark}>None.</p>
        ) : (
          <ul className={styles.plain}>
            {children.map(({ childCode, childActive }) => (
              <li key={childCode}>
                <span className="reference">{childCode}</span>{' '}
                <Status meaning={childActive ? 'good' : 'neutral'}>{childActive ? 'Active' : 'Closed'}</Status>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.section}>
        <h2>Calendar</h2>
        <p className={styles.remark}>{CALENDAR_TEXT}</p>
        <ul className={styles.plain}>
          {calendarText(calendar).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <CalendarYear calendar={calendar} />
      </section>
    </>
  )
}
