/** Steps that people do in three windows of the portal: a colleague's, and two tabs of one's own. */

export type WindowName = 'the colleague' | 'my first tab' | 'my second tab'
export const WINDOWS: readonly WindowName[] = ['the colleague', 'my first tab', 'my second tab']
/** Orders 1 to 3 of each client are there from the beginning. */
export type OrderName = 1 | 2 | 3
export type FormName = 'note' | 'reservation' | 'order'
export type Action = 'release' | 'suspend' | 'cancel'

/** What goes wrong with a call that changes something. */
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
/** How a form is left without saving it. */
export const WAYS = ['Escape', 'Back', 'a menu entry', 'F5'] as const
export type Way = (typeof WAYS)[number]

type Form = { readonly form: FormName; readonly order: OrderName }
export type Step = { readonly in: WindowName } & (
  | { readonly do: 'look'; readonly order: OrderName }
  | { readonly do: 'list' }
  /** Opens a form, where what was typed before stands, and types over it. */
  | (Form & { readonly do: 'type'; readonly text: string; readonly count: string })
  | { readonly do: 'leave'; readonly way: Way }
  /** Opens the form again in which something was typed first, and sends that. */
  | { readonly do: 'send'; readonly fault: Fault }
  /**
   * Presses a button of the record that the window shows. `meanwhile`: someone changes the order while the question stands. `goesOn`:
   * a question is confirmed.
   */
  | {
      readonly do: 'command'
      readonly action: Action
      readonly fault: Fault
      readonly meanwhile: boolean
      readonly goesOn: boolean
    }
  /** Suspends all that the list shows. */
  | { readonly do: 'all'; readonly goesOn: boolean }
  | { readonly do: 'switch' }
  | { readonly do: 'minute' }
)
export type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

const formText = ({ form, order }: Form) => (form === 'note' ? `a note on order ${order}` : `a new ${form}`)

export function sayStep(step: Step): string {
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
      const told = [
        step.meanwhile && 'someone changes it while the question stands',
        step.goesOn || 'a question is not confirmed',
        step.fault !== 'none' && step.fault,
      ]
      return `${what}presses ${step.action} in the record that is open${told.map((text) => (text ? `; ${text}` : '')).join('')}`
    }
    case 'all':
      return `${what}suspends all that the list shows${step.goesOn ? '' : '; the question is not confirmed'}`
    case 'switch':
      return `${what}works for the other client`
    case 'minute':
      return `${what}a minute passes`
  }
}
