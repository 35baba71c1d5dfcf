import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import type { Feed, FeedField } from '@despatch/domain/feeds/feed-fields'
import { IconTrash } from '@tabler/icons-react'
import { titledFields, fieldTitle } from './feed-text.ts'
import styles from './feeds.module.css'
import type { MappingDraft } from './mapping-draft.ts'

type RulesProps<Rule> = { feed: Feed; rules: readonly Rule[]; onChange: (rules: Rule[]) => void }

/** Rules that replace texts, such as EIRE by IE. */
export function ReplacementRules({ feed, rules, onChange }: RulesProps<MappingDraft['values'][number]>) {
  const edit = ruleEditor(rules, onChange)
  return (
    <>
      <h2>Replace values</h2>
      {rules.map((rule, place) => (
        <div key={place} className={styles.rule} data-short>
          <FieldSelect feed={feed} value={rule.field} onChange={(field) => edit.change(place, { field })} />
          <TextInput
            label="In the file"
            value={rule.from}
            onChange={(event) => edit.change(place, { from: event.currentTarget.value })}
          />
          <TextInput
            label="Stands for"
            value={rule.to}
            onChange={(event) => edit.change(place, { to: event.currentTarget.value })}
          />
          <RemoveButton what={`${rule.from || 'this text'}`} onClick={() => edit.remove(place)} />
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => onChange([...rules, { field: FIRST_FIELD[feed], from: '', to: '' }])}
      >
        Add a text
      </Button>
    </>
  )
}

/** Rules for rows to leave out, such as cancellations and postage. */
export function LeaveOutRules({ feed, rules, onChange }: RulesProps<MappingDraft['leaveOut'][number]>) {
  const edit = ruleEditor(rules, onChange)
  return (
    <>
      <h2>Rows to skip</h2>
      {rules.map((rule, place) => (
        <div key={place} className={styles.rule}>
          <FieldSelect feed={feed} value={rule.field} onChange={(field) => edit.change(place, { field })} />
          <Select
            label="When it"
            allowDeselect={false}
            data={[
              { value: 'startsWith', label: 'starts with' },
              { value: 'equals', label: 'is exactly' },
            ]}
            value={rule.how}
            onChange={(how) => edit.change(place, { how: how === 'equals' ? 'equals' : 'startsWith' })}
          />
          <TextInput
            label="Text"
            value={rule.text}
            onChange={(event) => edit.change(place, { text: event.currentTarget.value })}
          />
          <TextInput
            label="Reason"
            value={rule.reason}
            onChange={(event) => edit.change(place, { reason: event.currentTarget.value })}
          />
          <RemoveButton what={rule.reason || 'this rule'} onClick={() => edit.remove(place)} />
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => onChange([...rules, { field: firstField(feed), how: 'startsWith', text: '', reason: '' }])}
      >
        Add a rule
      </Button>
    </>
  )
}

function ruleEditor<Rule>(rules: readonly Rule[], onChange: (rules: Rule[]) => void) {
  return {
    change: (place: number, part: Partial<Rule>) =>
      onChange(rules.map((rule, at) => (at === place ? { ...rule, ...part } : rule))),
    remove: (place: number) => onChange(rules.filter((_rule, at) => at !== place)),
  }
}

/** The field that most often needs replacements. */
const FIRST_FIELD: Record<Feed, FeedField> = {
  orders: 'country',
  despatches: 'carrier',
  'delivery-events': 'carrier',
  returns: 'event',
  stock: 'type',
  skus: 'category',
}
const firstField = (feed: Feed): FeedField => titledFields(feed).needed[0] ?? 'SKU'

type FieldSelectProps = { feed: Feed; value: FeedField; onChange: (field: FeedField) => void }

function FieldSelect({ feed, value, onChange }: FieldSelectProps) {
  return (
    <Select
      label="Field"
      allowDeselect={false}
      data={titledFields(feed).fields.map((field) => ({ value: field, label: fieldTitle(feed, field) }))}
      value={value}
      onChange={(field) => field && onChange(field)}
    />
  )
}

function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="neutral" size="lg" aria-label={`Remove ${what}`} onClick={onClick}>
      <IconTrash size={16} />
    </ActionIcon>
  )
}
