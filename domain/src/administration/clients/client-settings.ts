/**
 * The settings of a client beyond the specification's four flags. To add one, add it here: the contract's shape, the
 * screen, the audit and the server follow from this table. Settings are stored as JSON, so this needs no migration.
 */
const SETTINGS = {
  showCosts: {
    section: 'visibility',
    default: false,
    title: 'Costs',
    effect: 'What carriers charge, what a consignment costs, and which carrier would be cheaper.',
  },
  showCapacities: {
    section: 'visibility',
    default: false,
    title: 'Capacities',
    effect: 'How many parcels a carrier takes on a day, and how many it has been given.',
  },
  showOtherMethods: {
    section: 'visibility',
    default: false,
    title: 'Other carriers and methods',
    effect: 'The methods that were not chosen, why not, what would have changed that, and versions of the rule book.',
  },
  showStaffNames: {
    section: 'visibility',
    default: false,
    title: 'Names of staff',
    effect: 'Who of the operator’s staff did something. Without it they read ‘Despatch operations’.',
  },
  refuseUnmeasured: {
    section: 'releases',
    default: false,
    title: 'Refuse orders of unknown weight or size',
    effect: 'An order with a SKU of unknown weight or size is not released. Without it the release only warns.',
  },
  refuseShort: {
    section: 'stock',
    default: false,
    title: 'Refuse orders that are short of stock',
    effect:
      'An order created or amended in the portal is refused where it needs more than is available. Without it the order is taken.',
  },
  pickedHasLeft: {
    section: 'stock',
    default: false,
    title: 'Counts leave out what is picked',
    effect:
      'The warehouse’s counts no longer hold goods that are picked: stock falls at picking. Without it, when the parcel leaves.',
  },
} as const satisfies Readonly<Record<string, ClientSettingDefinition>>

type ClientSettingDefinition = {
  readonly section: ClientSettingSection
  /** The value until someone sets it. */
  readonly default: boolean
  readonly title: string
  /** The effect while it is on. */
  readonly effect: string
}

/** The sections of the screen, in order. */
export const CLIENT_SETTING_SECTIONS = [
  {
    key: 'visibility',
    title: 'What the client’s users see',
    note: 'Their orders’ carrier, service, promise and reasons are always shown, without figures. A role may show less.',
  },
  {
    key: 'releases',
    title: 'Releasing orders',
    note: 'An order without an address or a carrier is never released.',
  },
  {
    key: 'stock',
    title: 'Stock',
    note: 'Counts are always taken, and reservations never take more than is available.',
  },
] as const
type ClientSettingSection = (typeof CLIENT_SETTING_SECTIONS)[number]['key']

export type ClientSetting = keyof typeof SETTINGS
export type ClientSettings = Readonly<Record<ClientSetting, boolean>>

export const CLIENT_SETTINGS = Object.keys(SETTINGS) as ClientSetting[]
export const clientSettingDefinition = (setting: ClientSetting): ClientSettingDefinition => SETTINGS[setting]

export const DEFAULT_CLIENT_SETTINGS = Object.fromEntries(
  CLIENT_SETTINGS.map((setting) => [setting, SETTINGS[setting].default]),
) as ClientSettings

/** Completes stored settings with defaults, and drops unknown ones. */
export function clientSettingsFrom(stored: Readonly<Record<string, unknown>> | null | undefined): ClientSettings {
  return Object.fromEntries(
    CLIENT_SETTINGS.map((setting) => {
      const value = stored?.[setting]
      return [setting, typeof value === 'boolean' ? value : SETTINGS[setting].default]
    }),
  ) as ClientSettings
}
