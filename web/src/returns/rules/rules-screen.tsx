import { ActionIcon, Select } from '@mantine/core'
import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import { CONDITIONS } from '@despatch/domain/returns/rules/compile-returns-book'
import {
  CONDITION_TITLES,
  conditionText,
  LAW_TITLES,
  OUTCOME_TITLES,
  outcomeText,
  reasonTitleIn,
} from '@despatch/domain/returns/rules/return-rule-text'
import { OUTCOMES } from '@despatch/domain/returns/rules/returns-book'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { call } from '../../kit/server/call.ts'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { notifyOutcome } from './notify-outcome.ts'
import { ItemDraft } from './item-draft.tsx'
import { ItemsPage } from './items-page.tsx'
import { optionsOf } from './options-of.ts'
import { draftItems, currentReturnsBook } from './returns-queries.ts'
import { useItemsOfKind } from './use-items-of-kind.ts'
import styles from './returns.module.css'
import { RuleForm } from './rule-form.tsx'

type Rule = ReturnItemOf<'rule'>
const TITLE = 'Returns Portal Rules'
const column = columnsOf<Rule>()

/** Moves a rule to a position in the draft, after earlier moves are done. */
function moveRule(id: string, place: number) {
  lastMove = lastMove.then(() => moveNow(id, place))
  return lastMove
}
let lastMove = Promise.resolve()

async function moveNow(id: string, place: number) {
  const { rows, version, orderDraftAt } = await queryClient.ensureQueryData(draftItems)
  const rules = rows.flatMap((row) => (row.kind === 'rule' && row.draft !== 'removed' ? [row._id] : []))
  const from = rules.indexOf(id)
  const to = Math.min(rules.length - 1, Math.max(0, place))
  if (from < 0 || from === to) return
  rules.splice(to, 0, ...rules.splice(from, 1))
  await notifyOutcome(() =>
    call(returns.reorder, { query: { draft: 'true' }, body: { rules, version, draftAt: orderDraftAt } }),
  )
}

/** The position of a rule: drag it, or use the arrows or Alt with the arrow keys. */
function Place({ rule }: { readonly rule: Rule }) {
  const whyNot = useEditDisabledReason('returnsPortalControl.returnsPortalRules')
  const at = rule.place - 1
  if (whyNot) return <>{rule.place}</>
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    void moveRule(rule._id, at + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its arrows do the same by keyboard
    <span
      className={styles.place}
      role="group"
      aria-label={`Place of ${rule.name}`}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', rule._id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void moveRule(event.dataTransfer.getData('text/plain'), at)
      }}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={14} aria-hidden />
      {rule.place}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Move ${rule.name} up`}
        onClick={() => void moveRule(rule._id, at - 1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Move ${rule.name} down`}
        onClick={() => void moveRule(rule._id, at + 1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
    </span>
  )
}

const asksIn = ({ conditions }: Rule, names: Parameters<typeof conditionText>[2]) =>
  CONDITIONS.map((name) => [CONDITION_TITLES[name], conditionText(name, conditions, names)] as const)
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `${title}: ${text}`)
    .join('; ') || 'Always'

/** Conditions of a rule, with titles of reasons. */
function Asks({ rule }: { readonly rule: Rule }) {
  const { data: reasons = [] } = useItemsOfKind('reason')
  return <>{asksIn(rule, { currency: useCurrency(), titleOf: reasonTitleIn(reasons) })}</>
}

/** Outcomes of a rule, with names of options. */
function Says({ rule }: { readonly rule: Rule }) {
  const { data: options = [] } = useItemsOfKind('option')
  const nameOf = (id: string) => options.find(({ _id }) => _id === id)?.name ?? id
  return <>{saysIn(rule, { currency: useCurrency(), nameOf })}</>
}

type OutcomeNames = Parameters<typeof outcomeText>[2]
const saysIn = ({ outcomes }: Rule, names: OutcomeNames) =>
  OUTCOMES.map((name) => [OUTCOME_TITLES[name], outcomeText(name, outcomes, names)] as const)
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === 'Answer' ? text : `${title}: ${text}`))
    .join('; ')

const COLUMNS: Columns<Rule> = column.columns([
  column.accessor('place', {
    header: 'Order',
    size: 110,
    enableSorting: false,
    cell: ({ row: { original } }) => <Place rule={original} />,
  }),
  column.accessor('name', { header: 'Rule', size: 220, enableSorting: false }),
  column.display({
    id: 'asks',
    header: 'When',
    size: 380,
    enableSorting: false,
    cell: ({ row: { original } }) => <Asks rule={original} />,
  }),
  column.display({
    id: 'says',
    header: 'Result',
    size: 340,
    enableSorting: false,
    cell: ({ row: { original } }) => <Says rule={original} />,
  }),
  column.accessor('active', {
    header: 'Status',
    size: 190,
    enableSorting: false,
    cell: ({ row: { original } }) => <ItemDraft {...original} />,
  }),
])

const LAWS = optionsOf(LAW_TITLES)

/** The law that the book is checked against. */
function LawField({ whyNot }: { readonly whyNot: string | undefined }) {
  const { data: book } = useQuery(currentReturnsBook)
  if (!book) return null
  return (
    <Select
      label="Consumer law"
      description="Check with your legal adviser"
      w={240}
      allowDeselect={false}
      disabled={whyNot !== undefined}
      data={LAWS}
      value={book.draft?.law ?? book.law}
      onChange={(law) =>
        void notifyOutcome(() =>
          call(returns.settings, {
            query: { draft: 'true' },
            body: { law: law === 'EU' ? 'EU' : 'GB', version: book.version, draftAt: book.lawDraftAt },
          }),
        )
      }
    />
  )
}

/** Returns Portal Rules: what can come back, until when and how, in the order of evaluation. */
export function RulesScreen() {
  const whyNot = useEditDisabledReason('returnsPortalControl.returnsPortalRules')
  const rules = useItemsOfKind('rule')
  return (
    <ForOneClient title={TITLE} what="see its returns rules">
      {() => (
        <ItemsPage<Rule>
          title={TITLE}
          name="return-rules"
          noun={['rule', 'rules']}
          columns={COLUMNS}
          items={rules}
          nameOf={({ name }) => name}
          whyNot={whyNot}
          empty="No rules yet, so every return needs a manual review. Add a rule for most returns first."
          removal="The rules below it will apply instead, once the draft is published."
          form={RuleForm}
          beneath={<LawField whyNot={whyNot} />}
        />
      )}
    </ForOneClient>
  )
}
