import type { Client } from '@despatch/contract/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../table/cells.tsx'
import styles from './clients.module.css'

/** What a client is, for who looks at it and may not change it. */
export function ClientFacts({ client }: { readonly client: Client }) {
  const { active, currencyCode, users, mfaRequired, description, children } = client
  const facts: readonly (readonly [string, string])[] = [
    ['Currency', currencyCode],
    ['Users', formatCount(users)],
    ['Two-factor sign-in', mfaRequired ? 'Demanded' : 'As their role says'],
    ...(description ? [['Description', description] as const] : []),
  ]
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <Status meaning={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Closed'}</Status>
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className={styles.section}>
        <h2>Sub-accounts</h2>
        {children.length === 0 ? (
          <p className={styles.remark}>It has none.</p>
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
    </>
  )
}
