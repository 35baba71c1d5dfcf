import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { isActionAllowed, type OrderAction } from '@despatch/domain/orders/order-status'
import type { ReferenceMatch } from '@despatch/contract/enquiries/search/any-reference'
import { messageOf } from '../kit/server/api-error.ts'
import { notify } from '../kit/notify/notify.ts'
import { pendingAddress } from '../kit/navigation/pending-navigation.ts'
import type { PaletteAction, PaletteSource } from '../kit/navigation/palette-source.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { hasRight } from '../kit/session/rights.ts'
import { session } from '../kit/session/session-store.ts'
import { amendAddress } from '../orders/addresses.ts'
import { requestedCommand } from '../orders/requested-command.ts'
import { whyOrder } from '../routing/allocation/why-store.ts'
import { referenceSearch } from './search/search-as-you-type.tsx'

const VIEW = 'orderManagement.viewNewOrders'
const ACT = 'orderManagement.orderSuspendAmendOrCancel'

type OrderReference = Pick<ReferenceMatch, 'orderNumber' | 'clientCode'>
type Act = {
  readonly verb: string
  /** Verbs that users type. */
  readonly words: readonly string[]
  /** The action on the order, if the act changes it. */
  readonly does?: OrderAction
  readonly isOffered: () => boolean
  readonly run: (order: OrderReference) => void
}

const mayEdit = (...leaves: readonly LeafPath[]) => leaves.some((leaf) => hasRight(session.store.get(), leaf, 'Edit'))
const ask =
  (action: 'release' | 'suspend' | 'cancel') =>
  ({ orderNumber, clientCode }: OrderReference) =>
    requestedCommand.set({ action, orderNumber, clientCode })

const ACTS: readonly Act[] = [
  {
    verb: 'Release',
    words: ['release', 'resume', 'unhold', 'free'],
    does: 'release',
    isOffered: () => mayEdit(VIEW, ACT),
    run: ask('release'),
  },
  {
    verb: 'Suspend',
    words: ['suspend', 'hold', 'pause', 'stop'],
    does: 'suspend',
    isOffered: () => mayEdit(ACT),
    run: ask('suspend'),
  },
  {
    verb: 'Amend',
    words: ['amend', 'edit', 'change', 'correct'],
    does: 'amend',
    isOffered: () => mayEdit(ACT),
    run: (order) => pendingAddress.set(amendAddress(order)),
  },
  { verb: 'Cancel', words: ['cancel', 'void'], does: 'cancel', isOffered: () => mayEdit(ACT), run: ask('cancel') },
  {
    verb: 'Why this carrier:',
    words: ['why'],
    isOffered: () => hasRight(session.store.get(), 'reportsAndEnquiries.orderAndReturnsEnquiry'),
    run: ({ orderNumber, clientCode }) => whyOrder.set({ orderNumber, clientCode }),
  },
]

/** Parses 'suspend 10234'; undefined for other texts. */
export function parseAct(text: string): { readonly act: Act; readonly reference: string } | undefined {
  const { verb = '', reference = '' } =
    /^(?<verb>\p{L}+)\s+(?:order\s+)?(?<reference>\S{1,50})$/u.exec(text.trim())?.groups ?? {}
  const act = ACTS.find(({ words }) => words.includes(verb.toLowerCase()))
  return act && /\d/.test(reference) && act.isOffered() ? { act, reference } : undefined
}

/** 'Suspend 10234': the order is looked up only when chosen, so that typing never waits. */
export const actOnOrder: PaletteSource = {
  matches: 'as-given',
  actions(text) {
    const named = parseAct(text)
    if (!named) return []
    const { act, reference } = named
    return [
      {
        id: `act ${act.verb}`,
        group: 'Orders',
        label: `${act.verb} order ${reference}`,
        run: () => void run(act, reference),
      },
    ]
  },
}

/** Actions for the single order that was found. */
export const actionsOn = (order: OrderReference & Pick<ReferenceMatch, 'Status'>): readonly PaletteAction[] =>
  ACTS.filter(({ does, isOffered }) => isOffered() && (!does || isActionAllowed(order.Status, does))).map(
    ({ verb, run: act }) => ({
      id: `act ${verb}`,
      group: 'With this order',
      label: `${verb} order ${order.orderNumber}`,
      run: () => act(order),
    }),
  )

async function run(act: Act, reference: string): Promise<void> {
  try {
    const { matches } = await queryClient.fetchQuery(referenceSearch(reference, session.selected()))
    const orders = new Map(matches.map((one) => [`${one.clientCode} ${one.orderNumber}`, one]))
    const exact = [...orders.values()].filter(
      ({ orderNumber }) => orderNumber.toLowerCase() === reference.toLowerCase(),
    )
    const [only, another] = exact.length > 0 ? exact : orders.values()
    if (!only) notify.danger(`No order found for ${reference}. Check the number.`)
    else if (another) notify.danger(`Several orders match ${reference}. Enter the whole number.`)
    else act.run(only)
  } catch (error) {
    notify.danger(messageOf(error))
  }
}
