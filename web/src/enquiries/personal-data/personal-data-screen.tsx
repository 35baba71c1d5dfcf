import { Alert, Button, TextInput } from '@mantine/core'
import { MAX_ORDERS_FOUND } from '@despatch/domain/enquiries/personal-data/person-records'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { session } from '../../kit/session/session-store.ts'
import styles from './personal-data.module.css'
import { PastErasures } from './past-erasures.tsx'
import { PersonCard } from './person-card.tsx'
import { PersonActions } from './person-actions.tsx'
import { orderKeyText, personSearch, ownerOf, peopleQuery } from './person-queries.ts'

/** Finds a person's data, exports or erases it, and lists past erasures. */
export function PersonalDataScreen() {
  // Render again after a change of user or client, which hides the search.
  useStore(session.store)
  const lastSearch = useStore(personSearch)
  const { search, ticked } = lastSearch.owner === ownerOf() ? lastSearch : { search: '', ticked: new Set<string>() }
  const [typed, setTyped] = useState(search)
  const found = useQuery(peopleQuery(search))
  const people = found.data?.people ?? []
  const chosen = people.flatMap(({ records }) => records).filter((record) => ticked.has(orderKeyText(record)))
  const look = (text: string) => personSearch.set({ owner: ownerOf(), search: text, ticked: new Set() })
  const tick = (keys: readonly string[], isTicked: boolean) => {
    const now = new Set(ticked)
    for (const key of keys) {
      if (isTicked) now.add(key)
      else now.delete(key)
    }
    personSearch.set({ owner: ownerOf(), search, ticked: now })
  }
  function forget() {
    look('')
    setTyped('')
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const text = typed.trim()
    if (text !== '' && text === search) void found.refetch()
    else look(text)
  }
  return (
    <section className={styles.screen} aria-label="Personal Data">
      <h1>Personal Data</h1>
      <p className={styles.lead}>
        Find a person’s orders, then export them as one file or erase the person. Erasing removes name, email, phone and
        address. Orders and values stay.
      </p>
      <form className={styles.find} onSubmit={submit} noValidate>
        <TextInput
          label="Find a person"
          description="Email, name, phone, postcode or address; or the number of an order, parcel or return"
          data-filter
          autoFocus
          autoComplete="off"
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" loading={found.isFetching} disabled={typed.trim() === ''}>
          Find
        </Button>
      </form>
      <div className={styles.outcome} role="status">
        {found.error && (
          <Alert color="bad" variant="light">
            {messageOf(found.error)}
          </Alert>
        )}
        {search !== '' && found.data && people.length === 0 && (
          <p>No data found for this person. Try their email or a delivery postcode.</p>
        )}
        {people.length > 1 && (
          <p className={styles.remark}>
            {people.length} people found. Orders are grouped by email, or by name and postcode.
          </p>
        )}
        {found.data?.isCutOff && (
          <Alert color="attention" variant="light" mb="sm">
            Only the newest {formatCount(MAX_ORDERS_FOUND)} orders are shown. Search by email to see those of one person
            alone; once these are erased, search again for the rest.
          </Alert>
        )}
      </div>
      {people.map((person) => (
        <PersonCard key={orderKeyText(person.records[0] ?? NO_RECORD)} person={person} ticked={ticked} onTick={tick} />
      ))}
      {chosen.length > 0 && <PersonActions chosen={chosen} onErased={forget} />}
      <PastErasures />
    </section>
  )
}

const NO_RECORD = { clientCode: '', orderNumber: '' }
