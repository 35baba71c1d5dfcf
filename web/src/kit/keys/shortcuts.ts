/** The screens that `g` and a letter open. */
export const GO_KEYS = [
  { letter: 'h', path: '/home', title: 'Home' },
  { letter: 'c', path: '/order-management/create-new-order', title: 'Create New Order' },
  { letter: 'v', path: '/order-management/view-new-orders', title: 'View New Orders' },
  { letter: 'o', path: '/reporting-and-enquiries/order-and-returns-enquiry', title: 'Order & Returns Enquiry' },
  { letter: 'd', path: '/reporting-and-enquiries/carrier-delivery-exceptions', title: 'Carrier Delivery Exceptions' },
  { letter: 'i', path: '/invoice-reconciliation', title: 'Invoice Reconciliation' },
  { letter: 'k', path: '/management-reports/key-metrics', title: 'Key Metrics' },
  { letter: 'f', path: '/feeds/orders', title: 'Orders Feed' },
] as const

type Shortcut = {
  readonly keys: readonly string[]
  readonly does: string
  readonly isLetter?: true
  /** Screens that the shortcut opens or works on. It is listed for users who may open one of them. */
  readonly paths?: readonly string[]
}

const VIEW = '/order-management/view-new-orders'
const CHANGE = '/order-management/order_suspend_amend_or_cancel'
const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const INVOICES = '/invoice-reconciliation'
const LATE = '/reporting-and-enquiries/carrier-delivery-exceptions'

/** All shortcuts, in the order of the dialog. */
export const SHORTCUTS: readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl', 'K'], does: 'Find an order, parcel, screen or action (⌘ K on a Mac)' },
      { keys: ['Esc'], does: 'Close the topmost window' },
      { keys: ['?'], does: 'Show this list', isLetter: true },
      ...GO_KEYS.map(({ letter, path, title }) => ({
        keys: ['g', letter],
        does: `Go to ${title}`,
        isLetter: true as const,
        paths: [path],
      })),
    ],
  },
  {
    where: 'Tabs',
    shortcuts: [
      { keys: ['←', '→'], does: 'Move along the tab bar; Enter opens' },
      { keys: ['Delete'], does: 'Close the focused tab' },
      { keys: ['Ctrl', 'Shift', '←'], does: 'Move the focused tab left, → right' },
      { keys: ['Shift', 'F10'], does: 'More tab actions (menu key or right-click)' },
      { keys: ['Shift', 'W'], does: 'Close the current tab', isLetter: true },
      { keys: ['Shift', 'T'], does: 'Reopen the last closed tab', isLetter: true },
    ],
  },
  {
    where: 'Home',
    shortcuts: [{ keys: ['j', 'k'], does: 'Next or previous; Enter opens it', isLetter: true }],
  },
  {
    where: 'Late parcels by carrier',
    shortcuts: [{ keys: ['j', 'k'], does: 'Next or previous; Enter opens it', isLetter: true, paths: [LATE] }],
  },
  {
    where: 'Lists',
    shortcuts: [
      { keys: ['/'], does: 'Go to the filter', isLetter: true },
      { keys: ['↓', '↑'], does: 'Next or previous row' },
      { keys: ['j'], does: 'Next row', isLetter: true },
      { keys: ['k'], does: 'Previous row', isLetter: true },
      { keys: ['x'], does: 'Select the row', isLetter: true },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Space'], does: 'Peek at the row' },
      { keys: ['Ctrl', 'P'], does: 'Print the list (⌘ P on a Mac)' },
    ],
  },
  {
    where: 'Orders, invoices and parcels opened from a list',
    shortcuts: [
      { keys: ['['], does: 'Previous in the list', isLetter: true, paths: [VIEW, ENQUIRY, INVOICES, LATE] },
      { keys: [']'], does: 'Next in the list', isLetter: true, paths: [VIEW, ENQUIRY, INVOICES, LATE] },
    ],
  },
  {
    where: 'Orders, open or selected',
    shortcuts: [
      { keys: ['r'], does: 'Release. In View New Orders, release all listed', isLetter: true, paths: [VIEW, CHANGE] },
      { keys: ['s'], does: 'Suspend', isLetter: true, paths: [CHANGE] },
      { keys: ['a'], does: 'Amend', isLetter: true, paths: [CHANGE] },
      { keys: ['c'], does: 'Cancel', isLetter: true, paths: [CHANGE] },
      {
        keys: ['w'],
        does: 'Why this carrier? In a list, for the focused row',
        isLetter: true,
        paths: [ENQUIRY, VIEW],
      },
    ],
  },
  {
    where: 'Invoices and their rows, once selected',
    shortcuts: [
      { keys: ['a'], does: 'Accept', isLetter: true, paths: [INVOICES] },
      { keys: ['r'], does: 'Reject, with a reason', isLetter: true, paths: [INVOICES] },
      { keys: ['u'], does: 'Set back to Imported', isLetter: true, paths: [INVOICES] },
      {
        keys: ['m'],
        does: 'Accept matched and within tolerance',
        isLetter: true,
        paths: [INVOICES],
      },
    ],
  },
  {
    where: 'Forms and dialogs',
    shortcuts: [
      { keys: ['Ctrl', 'S'], does: 'Save (⌘ S on a Mac)' },
      { keys: ['Ctrl', 'Enter'], does: 'Confirm a dialog (⌘ Enter on a Mac)' },
      { keys: ['1', '9'], does: 'Choose a reason by its number' },
    ],
  },
]
