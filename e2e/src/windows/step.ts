/** Steps of users in three windows of the portal: a colleague's, and two tabs of one user. */

export type WindowName = 'the colleague' | 'my first tab' | 'my second tab'
export const WINDOWS: readonly WindowName[] = ['the colleague', 'my first tab', 'my second tab']
/** Each client starts with orders 1 to 3. */
export type OrderName = 1 | 2 | 3
export type FormName = 'note' | 'reservation' | 'order'
export type Action = 'release' | 'suspend' | 'cancel'

/** Faults of a call that changes something. */
export const FAULTS = [
  'none',
  'its answer is lost',
  'it never leaves',
  'the server is not ready',
  'it is slow',
  'it is pressed twice',
  'the network is away',
  'the page is loaded again meanwhile',
] as const
export type Fault = (typeof FAULTS)[number]
/** Ways of leaving a form without saving. */
export const WAYS = ['Escape', 'Back', 'a menu entry', 'F5'] as const
export type Way = (typeof WAYS)[number]

type Form = { readonly form: FormName; readonly order: OrderName }
export type Step = { readonly in: WindowName } & (
  | { readonly do: 'look'; readonly order: OrderName }
  | { readonly do: 'list' }
  /** Opens a form, which shows what was typed before, and replaces that. */
  | (Form & { readonly do: 'type'; readonly text: string; readonly count: string })
  | { readonly do: 'leave'; readonly way: Way }
  /** Opens the form that was typed into first, and submits it. */
  | { readonly do: 'send'; readonly fault: Fault }
  /**
   * Presses a button of the shown record. `meanwhile`: another user changes the order while the dialog is open.
   * `confirms`: the dialog is confirmed.
   */
  | {
      readonly do: 'command'
      readonly action: Action
      readonly fault: Fault
      readonly meanwhile: boolean
      readonly confirms: boolean
    }
  /** Suspends all orders of the list. */
  | { readonly do: 'all'; readonly confirms: boolean }
  | { readonly do: 'switch' }
  | { readonly do: 'minute' }
)
export type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

const formText = ({ form, order }: Form) => (form === 'note' ? `a note on order ${order}` : `a new ${form}`)

export function describeStep(step: Step): string {
  const what = `${step.in}: `
  switch (step.do) {
    case 'look':
      return `${what}opens order ${step.order}`
    case 'list':
      return `${what}opens the list of open orders`
    case 'type':
      return `${what}types '${step.text}' and ${step.count} into ${formText(step)}`
    case 'leave':
      return `${what}leaves by ${step.way}`
    case 'send':
      return `${what}sends what was typed first${step.fault === 'none' ? '' : `; ${step.fault}`}`
    case 'command': {
      const details = [
        step.meanwhile && 'someone changes it while the question stands',
        step.confirms || 'a question is not confirmed',
        step.fault !== 'none' && step.fault,
      ]
      return `${what}presses ${step.action} in the record that is open${details.map((text) => (text ? `; ${text}` : '')).join('')}`
    }
    case 'all':
      return `${what}suspends all that the list shows${step.confirms ? '' : '; the question is not confirmed'}`
    case 'switch':
      return `${what}works for the other client`
    case 'minute':
      return `${what}a minute passes`
  }
}
