import { Button } from '@mantine/core'
import type { returns } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { returnsVersion } from './returns-queries.ts'
import styles from './returns.module.css'

type Change = RouteAnswer<typeof returns.version>['items'][number]

const KINDS: Readonly<Record<string, string>> = {
  rule: 'Rule',
  option: 'Option',
  reason: 'Reason code',
  order: 'The order of the rules',
  settings: 'Whose law applies',
}
const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  title: 'title',
  parent: 'group',
  fault: 'fault',
  asksComment: 'asks for a comment',
  asksPhoto: 'asks for a photo',
  active: 'active',
  mergedInto: 'merged into',
  service: 'service',
  destination: 'destination',
  price: 'price',
  payer: 'paid by',
  countries: 'countries',
  regions: 'regions',
  maxWeight: 'weight up to',
  maxLength: 'length up to',
  gives: 'what the shopper is given',
  conditions: 'conditions',
  outcomes: 'what follows',
  law: 'law',
}

/** What a version changed, once it is asked for. */
export function VersionChanges({ version }: { readonly version: number }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...returnsVersion(version), enabled: isOpen })
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        What changed in version {version}
      </Button>
      {isOpen && error && <p role="alert">{messageOf(error)}</p>}
      {isOpen && data && (
        <ul className={styles.example} aria-label={`What changed in version ${version}`}>
          {data.items.map((change) => (
            <li key={`${change.kind} ${change.key}`}>{changeText(change)}</li>
          ))}
          {data.total > data.items.length && <li>and {formatCount(data.total - data.items.length)} more</li>}
        </ul>
      )}
    </>
  )
}

/** One change in a sentence: what was added, removed, or how it was and is. */
export function changeText({ kind, key, before, after }: Change): string {
  const title = KINDS[kind] ?? kind
  if (kind === 'order') return title
  const { name = '', title: called = name } = { ...(after ?? before) }
  const what = kind === 'settings' ? title : `${title} “${valueText(called) || key}”`
  if (before === null) return `${what} added`
  if (after === null) return `${what} removed`
  const parts = Object.keys(after)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => partText(FIELDS[field] ?? field, before[field], after[field]))
  return `${what}: ${parts.join('; ')}`
}

/** From what to what where both can be read, else that it changed. */
function partText(field: string, before: unknown, after: unknown): string {
  const [from, to] = [valueText(before), valueText(after)]
  return from === undefined || to === undefined ? `${field} changed` : `${field} from ${from} to ${to}`
}

function valueText(value: unknown): string | undefined {
  if (value === null || value === '' || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isPlain ? value.join(', ') || 'none' : undefined
}
