import { Button } from '@mantine/core'
import type { returns } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer } from '@despatch/contract/route/types'
import {
  CONDITION_TITLES,
  DESTINATION_TITLES,
  FAULT_TITLES,
  LAW_TITLES,
  OUTCOME_TITLES,
  PAYER_TITLES,
  SERVICE_TITLES,
} from '@despatch/domain/returns/rules/return-rule-text'
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
  order: 'Order of rules',
  settings: 'Consumer law',
}
const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  title: 'title',
  parent: 'group',
  fault: 'fault',
  mergedInto: 'merged into',
  service: 'service',
  destination: 'destination',
  price: 'price',
  payer: 'paid by',
  countries: 'countries',
  regions: 'regions',
  maxWeight: 'weight limit',
  maxLength: 'length limit',
  gives: 'what the customer gets',
  conditions: 'conditions',
  outcomes: 'result',
  // The kind already names it.
  law: '',
}
type Toggle = { on: string; off: string }
/** Texts for flags that were switched. */
const TOGGLES: Readonly<Record<string, Toggle>> = {
  active: { on: 'made active', off: 'made inactive' },
  asksComment: { on: 'now asks for a comment', off: 'no longer asks for a comment' },
  asksPhoto: { on: 'now asks for a photo', off: 'no longer asks for a photo' },
}
const REASON_ACTIVE: Toggle = { on: 'in use again', off: 'retired' }
/** Titles of coded values, by field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fault: FAULT_TITLES,
  service: SERVICE_TITLES,
  destination: DESTINATION_TITLES,
  payer: PAYER_TITLES,
  law: LAW_TITLES,
}
const UNITS: Readonly<Record<string, string>> = { maxWeight: 'kg', maxLength: 'cm' }
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conditions: CONDITION_TITLES,
  outcomes: OUTCOME_TITLES,
}

/** The changes of a version, loaded on request. */
export function VersionChanges({ version }: { readonly version: number }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...returnsVersion(version), enabled: isOpen })
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Changes in version {version}
      </Button>
      {isOpen && error && <p role="alert">{messageOf(error)}</p>}
      {isOpen && data && (
        <ul className={styles.example} aria-label={`Changes in version ${version}`}>
          {data.items.map((change) => (
            <li key={`${change.kind} ${change.key}`}>{changeText(change)}</li>
          ))}
          {data.total > data.items.length && <li>and {formatCount(data.total - data.items.length)} more</li>}
        </ul>
      )}
    </>
  )
}

/** Describes one change: added, removed, or old and new value. */
export function changeText({ kind, key, before, after }: Change): string {
  const title = KINDS[kind] ?? kind
  if (kind === 'order') return title
  const { name = '', title: called = name } = { ...(after ?? before) }
  const what = kind === 'settings' ? title : `${title} “${valueText('title', called) || key}”`
  if (before === null) return `${what} added`
  if (after === null) return `${what} removed`
  const parts = Object.keys(after)
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) =>
      kind === 'reason' && field === 'active'
        ? toggleText(REASON_ACTIVE, after[field])
        : partText(field, before[field], after[field]),
    )
  return `${what}: ${parts.join('; ')}`
}

/** Whether there is no visible change: missing, empty and off are equal. */
const isSame = (before: unknown, after: unknown) => JSON.stringify(before || null) === JSON.stringify(after || null)

const toggleText = ({ on, off }: Toggle, after: unknown) => (after === true ? on : off)

/** Old and new value if both are readable, else the parts that changed. */
function partText(field: string, before: unknown, after: unknown): string {
  const toggle = TOGGLES[field]
  if (toggle) return toggleText(toggle, after)
  const title = FIELDS[field] ?? field
  const [from, to] = [valueText(field, before), valueText(field, after)]
  if (from === undefined || to === undefined) return changedParts(title, [before, after], PARTS[field])
  if (from === '') return `${title} ${to}`.trim()
  return `${title} ${to === '' ? `${from} removed` : `${to}, was ${from}`}`.trim()
}

function changedParts(
  title: string,
  [before, after]: readonly unknown[],
  parts: Readonly<Record<string, string>> = {},
): string {
  const changed = Object.entries(parts).filter(([part]) => !isSame(partOf(before, part), partOf(after, part)))
  return [`${title} changed`, changed.map(([, partTitle]) => partTitle).join(', ')].filter(Boolean).join(': ')
}

const partOf = (value: unknown, part: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === part)?.[1] : undefined

/** Text of a value: '' for none, undefined if it cannot be shown as text. Empty lists of countries and regions mean all. */
function valueText(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number')
    return [VALUES[field]?.[value] ?? String(value), UNITS[field]].filter(Boolean).join(' ')
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isPlain ? value.join(', ') || 'all' : undefined
}
